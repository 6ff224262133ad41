"""Choose: keys and clicks become steps, and the steps one legal action. Pure."""
