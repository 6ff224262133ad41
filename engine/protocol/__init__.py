"""What players and their hosts write to each other: docs/BOT-PROTOCOL.md."""
