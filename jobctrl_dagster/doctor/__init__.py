"""What a run needs, checked line by line, each fault with what to do about it."""
