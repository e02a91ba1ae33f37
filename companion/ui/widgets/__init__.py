"""Small reusable parts of screens: one .py and one .kv each."""
