"""Turn keys and clicks into steps, and steps into one legal action. Pure."""
