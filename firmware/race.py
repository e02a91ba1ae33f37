"""Who was first, as far as the box can say: the host's orders and the ranking of the heat."""

from firmware import wire


class Race:
    """The orders in force, and who has called in this heat, the first first."""

    def __init__(self) -> None:
        self.orders = wire.Orders(0, 0, wire.REST, 0, wire.OWN * 6)
        self.ranked: list[int] = []

    def obey(self, orders: wire.Orders) -> None:
        """Follow new orders; another heat begins with nobody ranked."""
        if orders.heat != self.orders.heat:
            self.ranked = []
        self.orders = orders

    def press(self, button: int) -> tuple[int, int]:
        """The rank of a press, 0 when it does not count, and the flags that say why."""
        mode = self.orders.mode
        if mode == wire.READY:
            return 0, wire.EARLY
        if mode == wire.REST:
            return 0, 0
        if not self.orders.callers >> button & 1:
            return 0, wire.SHUT
        if button in self.ranked:
            return 0, wire.AGAIN
        self.ranked.append(button)
        return len(self.ranked), 0

    @property
    def winner(self) -> int:
        """The first who has called and may call; -1 while there is none."""
        for button in self.ranked:
            if self.orders.callers >> button & 1:
                return button
        return -1
