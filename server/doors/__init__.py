"""What every door shares: admission, limits, sessions and what wraps them."""
