"""All Wound Up at the screen."""
