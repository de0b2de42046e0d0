"""What a person configures: the system, a tenant's profile, rules, wishes, answers and sources."""
