"""All 4 It at the screen. Its older screens lie in `companion.ui.screens`."""
