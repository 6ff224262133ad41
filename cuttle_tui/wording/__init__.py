"""All text that players read, in a folder per part of the app."""
