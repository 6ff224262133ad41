"""Draw the table: layout, colours, signs and cards."""
