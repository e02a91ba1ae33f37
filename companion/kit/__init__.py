"""What can be printed, in true size: drawn here, in millimetres, and nowhere shipped as a picture."""
