"""All Wound Up at the screen: what is asked, what a touch means, and how it looks."""
