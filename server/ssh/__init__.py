"""The door for ssh: connections, login, channels."""
