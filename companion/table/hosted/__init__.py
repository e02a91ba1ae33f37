"""How each game looks from above."""
