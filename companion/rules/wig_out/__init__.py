"""Wig Out!: two to six players race to get rid of their cards; whoever shouts first stops the race."""
