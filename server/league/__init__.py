"""The league: ratings, seasons, championships, years and play nights.

Its modules stand on several of the server's floors (pyproject.toml, "the server's floors"):

- pure, of any floor: `ratings`, `seasons` (weeks and matches), `standings` (points, entrants and
  years), `pairing`, `brackets`, `nights` (and brackets as the app shows them) and
  `night_results` (a play night as its events); for clubs without a server `paper` and
  `paper_files`, which read files and print tables;
- on the floor of the server's store: `store`, the tables of the database, and what reads and
  changes them;
- of people: `book`, the ratings and the season that are kept in memory;
- of the lobby: `lobby` and `player_night`, the ports `League` and `Nights` for a player, and
  `night_director`, which runs the play night;
- of the app, read from its ports: `site`, the pages for a club's web site;
- of the admin commands: `admin_commands`, their table, and `admin`, which carries them out;
- of the command line: `paper_commands` and `database_commands`, which make `cuttle league`.
"""
