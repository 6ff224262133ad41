#!/usr/bin/env perl
# A player for Cuttle in Perl: it plays the first action of the kind it likes best.
# docs/BOT-PROTOCOL.md says what it reads and writes. JSON::PP comes with Perl.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my @liked = qw(scuttle jack points royal draw oneoff decline discard take);

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $answer;
    if ($message->{type} eq 'hello') {
        $answer = { type => 'hello', protocol => 1, name => 'camel', open => JSON::PP::true };
    }
    elsif ($message->{type} eq 'view' && @{ $message->{legal} }) {
        my @legal = @{ $message->{legal} };
        my ($best) = grep { defined } map {
            my $kind = $_;
            (grep { $_->{text} =~ /^$kind\b/ } @legal)[-1]
        } @liked;
        $best = $legal[0] unless defined $best;
        $answer = { type => 'action', game => $message->{game}, ply => $message->{ply},
                    choice => $best->{choice} };
    }
    else { next }
    print encode_json($answer), "\n";
}
