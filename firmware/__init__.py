"""The button box: MicroPython for a Pico or an ESP32. Everything but main.py also runs on CPython."""
