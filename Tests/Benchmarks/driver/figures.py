"""The results of a run as `name: value` pairs, and the reduction of several rounds to one value."""

import statistics


class Figures:
    def __init__(self):
        self.values = {}
        self.budgets = []
        self.failures = []
        self.absent = []

    def set(self, name, value, digits=2):
        """Stores a figure: a ratio or a time with a few digits, a count unchanged."""
        self.values[name] = f"{value:.{digits}f}" if isinstance(value, float) else str(value)

    def want(self, name, at_least):
        """Sets the budget of a figure. One that misses it is marked and fails nothing, because times depend on other load."""
        self.budgets.append((name, at_least))

    def fail(self, part, reason):
        """A part that could not be measured, or exceeds a bound. The run goes on, and ends with an exit code that is not 0."""
        self.failures.append(f"{part}: {reason}")
        print(f"FAILED {part}: {reason}", flush=True)

    def lack(self, peer, reason):
        """Records an unavailable peer, which is not a failure."""
        self.absent.append(peer)
        print(f"without {peer}: {reason}", flush=True)

    def print_all(self):
        for failure in self.failures:
            print(f"FAILED {failure}")
        print()
        for name, at_least in self.budgets:
            is_met = float(self.values[name]) >= at_least
            print(f"{'met' if is_met else 'BELOW THE BUDGET'}: {name} is {self.values[name]}, at least {at_least} is wanted")
        for name, value in self.values.items():
            print(f"{name}: {value}")


median = statistics.median


def ratio(ones, others):
    """The median of the ratios of corresponding elements, which were measured one right after the other."""
    return median(one / other for one, other in zip(ones, others))
