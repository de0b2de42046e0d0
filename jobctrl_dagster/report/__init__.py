"""One page that a person reads: the funnel, the best matches, what was dropped, what stopped."""
