"""`replace` for the frozen values of this game: what `dataclasses.replace` does, several times as fast.

A state has many fields and every action changes a few of them, mostly one after another; the standard
function asks each field anew what it is. To the type checker it is the standard one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from dataclasses import fields
    from operator import attrgetter

    _PLANS = {}

    def replace(value, /, **changes):
        """A copy of the frozen dataclass `value` with these fields changed. TypeError for no such field."""
        kind = type(value)
        read, places = _PLANS.get(kind) or _plan(kind)
        values = [*read(value)]
        for name, changed in changes.items():
            if name not in places:
                raise TypeError(f"{kind.__name__} has no field {name!r}")
            values[places[name]] = changed
        return kind(*values)

    def _plan(kind):
        names = [field.name for field in fields(kind)]
        one = attrgetter(*names)
        read = one if len(names) > 1 else lambda value: (one(value),)
        _PLANS[kind] = read, {name: place for place, name in enumerate(names)}
        return _PLANS[kind]


__all__ = ["replace"]
