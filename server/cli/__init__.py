"""The commands of `cuttle`."""
