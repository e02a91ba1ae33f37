"""Teaching a race table by touch: tile sides, zones and figures. Models, screens and what they mean."""
