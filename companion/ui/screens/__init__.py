"""The screens: a widget tree, its looks, and a model that knows no Kivy."""
