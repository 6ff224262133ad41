"""Play actions: announce, ask round, resolve, end turns."""

from __future__ import annotations

from engine.rules.rulesets import WON, Ruleset
from tests.naive import effects
from tests.naive.legal import choices, offered_to
from tests.naive.notation import read_move
from tests.naive.state import (
    ALL_CARDS,
    Announced,
    Move,
    State,
    at_goal,
    blank,
    controller,
    goal,
    hostile,
    queens,
    seats_after,
)

WINDOWS = ("counter", "block", "rebuff")


def deal(rules: Ruleset, deck: list[str], first: int = 0, seed: bytes = b"") -> State:
    """Begin a game."""
    s = blank(rules)
    s.seed = seed
    effects.deal_cards(s, deck, first)
    return s


def play(before: State, action: str) -> State:
    """Play an action on a copy."""
    s = before.copy()
    s.ply += 1
    move = read_move(action)
    if move.word in ("concede", "retract", "leave", "return", "offer"):
        stand(s, move)
    else:
        act(s, move)
    settle(s)
    return s


def settle(s: State) -> None:
    """Do all that does itself: turns that lapse, and what absent and retired seats owe."""
    while not s.over:
        seat = s.mover if s.ask == "play" else s.asked[0]
        moves = choices(s)
        if seat in s.absent + s.retired:
            act(s, by_rote(s, moves))
        elif s.ask == "play" and s.rules.pass_auto and moves == [Move("pass")]:
            act(s, moves[0])
        else:
            return


def by_rote(s: State, moves: list[Move]) -> Move:
    """Choose for a seat without a player."""
    for word in ("draw", "pass", "decline"):
        if Move(word) in moves:
            return Move(word)
    if s.ask in ("seven", "play"):
        moves.sort(key=lambda move: listed_at(s, move))
    if s.ask == "play":
        return moves[0]
    return moves[effects.chance(s).below(len(moves))]


def listed_at(s: State, move: Move) -> tuple[int, int, int, list[int], int]:
    """Tell where the engine lists an action: chance picks by that order."""
    kinds = ("points", "royal", "scuttle", "jack", "joker")
    plain = move.word == "oneoff" and move.cards[0][0] in "A5678" and not move.targets
    group = 0 if plain or move.word in kinds[:2] else 5
    group = kinds.index(move.word) if move.word in kinds[2:] else group
    from_seat = to_seat = 0
    if move.word == "scuttle" or (move.seat >= 0 and move.targets):
        from_seat = around(s, controller(s, move.targets[0]))
    if move.seat >= 0:
        to_seat = around(s, move.seat)
    if group == 0:
        to_seat = ("points", "royal", "oneoff").index(move.word)
    targets = [ALL_CARDS.index(card) for card in move.targets]
    return group, from_seat, ALL_CARDS.index(move.cards[0]), targets, to_seat


def around(s: State, seat: int) -> int:
    """Count the seats from the turn's seat clockwise to another."""
    return (seat - s.mover) % len(s.rules.sides)


def act(s: State, move: Move) -> None:
    """Do what the asked seat chose."""
    if s.rules.pass_run == "steps" and not keeps_run(s, move):
        s.passes = 0
    if s.ask == "play":
        take_turn(s, move)
    elif s.ask in WINDOWS:
        respond(s, move)
    elif s.ask == "fetch":
        fetch(s, move.cards[0])
    elif s.ask == "seven":
        use_revealed(s, move)
    elif s.ask in ("give", "pay", "limit"):
        pay(s, move)
    else:
        answer_offer(s, move)


def keeps_run(s: State, move: Move) -> bool:
    """Tell whether a step leaves the run of passes as it is, where steps break it."""
    if move.word == "pass":
        return True
    if s.deck or s.rules.three_exclude != "self":
        return False
    if s.ask == "play":
        return move.word == "oneoff" and move.cards[0][0] == "3"
    if not s.pile or s.pile[0].seven or s.pile[0].move.word != "oneoff":
        return False
    if s.pile[0].move.cards[0][0] != "3":
        return False
    return move.word in ("decline", "counter") or (move.word == "take" and move.cards[0][0] == "3")


# Turns


def take_turn(s: State, move: Move) -> None:
    """Do a turn's action."""
    if s.rules.freeze_scope == "mainDecision":
        s.frozen[s.mover] = []
    if move.word == "draw":
        effects.draw(s, s.mover, 1)
        end_action(s)
    elif move.word == "pass":
        s.idle = True
        end_action(s)
    else:
        effects.out_of_hand(s, s.mover, move.cards[0])
        announce(s, Announced(s.mover, move))


def end_action(s: State) -> None:
    """See whether the turn's action won or ended the game, then look at the hand limit."""
    s.pile = []
    s.scrap += s.held
    s.held = []
    s.ask, s.asked, s.owed = "play", [], 0
    if look_for_winner(s):
        return
    wins_later = s.rules.win_check == "ownTurnEnd" and at_goal(s, s.mover)
    if s.rules.pass_run == "steps" and s.idle and not wins_later and count_pass(s):
        return
    extra = len(s.hands[s.mover]) - s.rules.hand_limit
    if s.rules.hand_limit_mode == "discardEnd" and extra > 0:
        s.ask, s.asked, s.owed = "limit", [s.mover], extra
    else:
        end_turn(s)


def look_for_winner(s: State) -> bool:
    """End the game if somebody has won by now, the turn's seat first."""
    for seat in [s.mover, *seats_after(s, s.mover)]:
        at_once = s.rules.win_check == "anyNow" or goal(s, seat) == WON
        if at_once and at_goal(s, seat):
            return win(s, seat)
    return False


def win(s: State, seat: int, why: str = "goal") -> bool:
    """End the game: a seat's side has won."""
    count = len(s.rules.sides)
    side = [it for it in range(count) if not hostile(s, it, seat)]
    return end_game(s, why, side)


def end_game(s: State, why: str, winners: list[int]) -> bool:
    """End the game."""
    s.ask, s.asked, s.owed = "play", [], 0
    s.over, s.winners = why, winners
    return True


def count_pass(s: State) -> bool:
    """Lengthen the run of passes; at its full length the game is over."""
    if s.sudden >= 0:
        return False
    s.passes += 1
    needed = s.rules.pass_to_end
    if s.retired:
        needed = max(2, needed - len(s.retired))
    return s.passes >= needed and end_game(s, "passes", [])


def end_turn(s: State) -> None:
    """End a turn, and begin the next seat's."""
    if s.rules.win_check == "ownTurnEnd" and at_goal(s, s.mover):
        win(s, s.mover)
        return
    s.frozen[s.mover] = []
    if s.rules.pass_run == "turns" and s.sudden < 0:
        if s.idle and count_pass(s):
            return
        if not s.idle:
            s.passes = 0
    next_turn(s)


def next_turn(s: State) -> None:
    """Begin the turn of the next seat that is still in."""
    if s.sudden >= 0:
        s.sudden -= 1
        if s.sudden == 0:
            end_game(s, "suddenDeath", [])
            return
    s.turn += 1
    s.mover = next(seat for seat in seats_after(s, s.mover) if seat not in s.retired)
    s.idle = False
    s.offerer = -1
    s.ask, s.asked, s.owed = "play", [], 0


# Announcing, responses


def announce(s: State, item: Announced) -> None:
    """Put a card on the pile, and open the window it gives."""
    s.pile.append(item)
    word = item.move.word
    if word in ("oneoff", "counter", "block", "rebuff") or (
        word == "jack" and s.rules.jack_counterable
    ):
        open_window(s, "counter", counterers(s, item))
    elif word == "scuttle" and s.rules.ten_block_scuttle and not is_own(s, item):
        open_window(s, "block", [controller(s, item.move.targets[0])])
    elif word in ("royal", "jack", "joker"):
        open_rebuffs(s, item)
    else:
        resolve_base(s)


def is_own(s: State, item: Announced) -> bool:
    """Tell whether a card is aimed at one of its player's own."""
    return controller(s, item.move.targets[0]) == item.seat


def open_rebuffs(s: State, item: Announced) -> None:
    """Ask for nines against a royal, where there are such answers."""
    shielded = queens(s, item.seat) > 0 or not s.rules.nine_royal_response
    open_window(s, "rebuff", [] if shielded else foes(s, item.seat))


def foes(s: State, seat: int) -> list[int]:
    """List the hostile seats in the order they are asked."""
    return [it for it in seats_after(s, seat) if hostile(s, it, seat)]


def counterers(s: State, item: Announced) -> list[int]:
    """List who may counter the top of the pile."""
    shields = s.rules.queen_blocks_counter
    shielded = shields == "all" or (shields == "twos" and item.move.cards[0][0] == "2")
    return [] if shielded and queens(s, item.seat) else foes(s, item.seat)


def open_window(s: State, kind: str, seats: list[int]) -> None:
    """Ask some seats for responses, if there are any."""
    s.ask, s.asked = kind, [seat for seat in seats if seat not in s.retired]
    if not s.asked:
        resolve_pile(s)


def respond(s: State, move: Move) -> None:
    """Take an answer to the top of the pile."""
    seat, *later = s.asked
    if move.word == "decline":
        s.asked = later
        if not later:
            resolve_pile(s)
        return
    if move.word == "block":
        later = [seat]
    effects.out_of_hand(s, seat, move.cards[0])
    announce(s, Announced(seat, move, [] if move.word == "counter" else later))


def resolve_pile(s: State) -> None:
    """Resolve from the top down."""
    while len(s.pile) > 1:
        top = s.pile.pop()
        s.scrap += top.move.cards
        beneath = s.pile.pop()
        if top.move.word == "rebuff":
            effects.into_hand(s, beneath.seat, beneath.move.cards[0])
            end_action(s)
            return
        s.scrap += beneath.move.cards
        if not s.pile:
            if top.move.word == "counter":
                s.passes = 0 if s.rules.pass_run == "steps" else s.passes
            end_action(s)
            return
        if beneath.move.word in ("block", "rebuff"):
            open_window(s, beneath.move.word, beneath.later)
            return
    if s.pile[0].move.word == "jack" and s.rules.jack_counterable and s.ask == "counter":
        open_rebuffs(s, s.pile[0])
    else:
        resolve_base(s)


# What the announced card does


def resolve_base(s: State) -> None:
    """Carry out what was announced at first."""
    item = s.pile[0]
    move, card = item.move, item.move.cards[0]
    if move.word == "oneoff":
        one_off(s, item, card[0])
        return
    if move.word == "points":
        s.points[item.seat].append(card)
    elif move.word == "royal":
        s.royals[item.seat].append(card)
    elif move.word == "scuttle":
        effects.scrap_from_table(s, move.targets[0])
        s.scrap.append(card)
    else:
        holder = controller(s, move.targets[0])
        neighbours = [it for it in seats_after(s, item.seat) if it not in s.retired]
        to = item.seat if holder != item.seat else neighbours[0]
        effects.attach(s, card, move.targets[0], move.seat if move.seat >= 0 else to)
    end_action(s)


def one_off(s: State, item: Announced, rank: str) -> None:
    """Carry out a one-off."""
    seat, move = item.seat, item.move
    if rank == "3":
        s.ask, s.asked = "fetch", [seat]
    elif rank in "4T":
        cost(s, effects.victim(s, seat, move), rank)
    elif rank == "5":
        owed = min(s.rules.five_discard, len(s.hands[seat]))
        demand(s, "pay", seat, owed)
    elif rank == "7":
        s.ask, s.asked = "seven", [seat]
        s.revealed = min(s.rules.seven_reveal, len(s.deck))
    else:
        simple_one_off(s, item, rank)
        finish_one_off(s)


def simple_one_off(s: State, item: Announced, rank: str) -> None:
    """Carry out a one-off that asks nothing."""
    targets = item.move.targets
    if rank == "A":
        effects.ace(s)
    elif rank == "6":
        effects.six(s)
    elif rank == "9":
        effects.nine(s, item.seat, targets)
    elif rank == "X":
        effects.swap_hands(s, item.seat, effects.victim(s, item.seat, item.move))
    elif targets:
        effects.scrap_from_table(s, targets[0])
    else:
        s.exposer = item.seat


def finish_one_off(s: State) -> None:
    """Scrap a one-off that has done its work."""
    s.scrap += s.pile[0].move.cards
    end_action(s)


def cost(s: State, victim: int, rank: str) -> None:
    """Carry out a four or a ten."""
    if rank == "4" and s.rules.four_mode == "opponentDraws":
        draw_to_limit(s, victim, s.rules.four_count)
        finish_one_off(s)
        return
    owed = min(s.rules.four_count if rank == "4" else 1, len(s.hands[victim]))
    if rank == "4" and s.rules.four_mode == "random":
        effects.discard(s, victim, effects.sample(s, s.hands[victim], owed))
        owed = 0
    demand(s, "give", victim, owed)


def demand(s: State, kind: str, seat: int, owed: int) -> None:
    """Ask for discards; go on if there are none to make."""
    s.ask, s.asked, s.owed = kind, [seat], owed
    if not owed:
        after_discards(s, kind)


def pay(s: State, move: Move) -> None:
    """Discard what was asked for."""
    effects.discard(s, s.asked[0], move.cards)
    after_discards(s, s.ask)


def after_discards(s: State, kind: str) -> None:
    """Go on once discards are made."""
    if kind == "limit":
        s.ask, s.asked, s.owed = "play", [], 0
        end_turn(s)
        return
    if kind == "pay":
        draw_to_limit(s, s.pile[0].seat, s.rules.five_draw)
    finish_one_off(s)


def draw_to_limit(s: State, seat: int, count: int) -> None:
    """Draw for a five or four, which stop at a limit on drawing."""
    if s.rules.hand_limit_mode == "blockDraw":
        count = min(count, max(0, s.rules.hand_limit - len(s.hands[seat])))
    effects.draw(s, seat, count)


def fetch(s: State, card: str) -> None:
    """Take a card out of the scrap."""
    if card[0] == "3" and not s.deck and not s.pile[0].seven:
        s.idle = True
    s.scrap.remove(card)
    effects.into_hand(s, s.mover, card)
    finish_one_off(s)


def use_revealed(s: State, move: Move) -> None:
    """Play or scrap a card that a seven turned up."""
    seven = s.pile.pop()
    s.revealed = 0
    (s.scrap if s.rules.seven_scrapped == "onPlay" else s.held).extend(seven.move.cards)
    s.deck.remove(move.cards[0])
    effects.notice_empty_deck(s)
    if move.word == "discard":
        s.scrap += move.cards
        end_action(s)
    else:
        announce(s, Announced(seven.seat, move, seven=move.word == "oneoff"))


# What may be done besides


def stand(s: State, move: Move) -> None:
    """Do what a seat may do whether or not it is asked."""
    seat = move.seat
    if s.rules.pass_run == "steps" and move.word != "concede":
        s.passes = 0
    if move.word == "offer":
        s.offerer = seat
        s.ask, s.asked = "offer", offered_to(s, seat)
    elif move.word == "return":
        s.absent.remove(seat)
        if s.ask == "offer" and hostile(s, seat, s.offerer) and seat not in s.asked:
            s.asked.append(seat)
    elif move.word == "retract":
        s.conceding.remove(seat)
    elif move.word == "leave":
        s.absent.append(seat)
        if s.ask == "offer":
            leave_offer(s, seat)
    else:
        concede(s, seat)


def concede(s: State, seat: int) -> None:
    """Give up, as far as the rules let one seat do that."""
    if s.rules.concede_mode == "retire":
        retire(s, seat)
        return
    side = [it for it in range(len(s.rules.sides)) if not hostile(s, it, seat)]
    s.conceding.append(seat)
    if s.rules.concede_mode == "ends" or all(it in s.conceding for it in side):
        s.conceding.remove(seat)
        win(s, foes(s, seat)[0], "concede")


def retire(s: State, seat: int) -> None:
    """Take a seat out of the game while others play on."""
    lose_sudden_turns(s, seat)
    s.retired.append(seat)
    left = [it for it in range(len(s.rules.sides)) if it not in s.retired]
    if not any(hostile(s, it, left[0]) for it in left):
        win(s, left[0], "concede")
    elif seat == s.mover and s.ask != "limit":
        fizzle(s)
    elif s.ask == "offer":
        leave_offer(s, seat)
    elif s.ask in WINDOWS and seat in s.asked:
        s.asked.remove(seat)
        if not s.asked:
            resolve_pile(s)


def lose_sudden_turns(s: State, seat: int) -> None:
    """Count the turns that a retiring seat will not have out of sudden death."""
    if s.sudden < 0:
        return
    order = [it for it in [s.mover, *seats_after(s, s.mover)] if it not in s.retired]
    ahead = [order[n % len(order)] for n in range(s.sudden)]
    s.sudden -= ahead[1:].count(seat)


def fizzle(s: State) -> None:
    """End the turn of a retiring seat with nothing done."""
    s.scrap += s.held
    s.scrap += [card for item in s.pile for card in item.move.cards]
    s.pile, s.held, s.revealed = [], [], 0
    s.frozen[s.mover] = []
    if s.rules.pass_run == "turns" and s.sudden < 0:
        s.passes = 0
    next_turn(s)


def leave_offer(s: State, seat: int) -> None:
    """Let a seat go while an offer stands: with its offerer the offer goes too."""
    if seat == s.offerer:
        s.ask, s.asked = "play", []
    elif seat in s.asked:
        drop_from_offer(s, seat)


def drop_from_offer(s: State, seat: int) -> None:
    """Ask a seat no longer whether it accepts; the others asked have to, one at least."""
    s.asked.remove(seat)
    if not s.asked:
        if offered_to(s, s.offerer):
            end_game(s, "agreed", [])
        else:
            s.ask = "play"


def answer_offer(s: State, move: Move) -> None:
    """Take an answer to an offer; one refusal is enough."""
    if move.word == "reject":
        s.ask, s.asked = "play", []
    else:
        drop_from_offer(s, s.asked[0])
