"""Keys as data: a command names its keys, its intent, its words; all else reads them from there."""
