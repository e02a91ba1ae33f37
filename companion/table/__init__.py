"""Where eyes, hands and rules meet."""
