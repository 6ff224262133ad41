"""Hold the commands of `cuttle`, one a module."""
