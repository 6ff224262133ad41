"""The league in the database of the server.

Every function takes a connection, in a transaction if it changes something. A decision of an
operator returns what changes as lines, and writes its `AuditRow` into the audit; one that cannot be
carried out is `Refused`, with what to do instead.
"""
