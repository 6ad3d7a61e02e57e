"""How agreements are tested: on each task, and over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitchpipe.agreement.baselines import ORACLE, RANDOM, Noise, oracle_gains
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.overall import OnTask, Over, Overall, overall, samples_needed
from pitchpipe.agreement.results import Agreement
from pitchpipe.agreement.scored import ScoredTask
from pitchpipe.agreement.significance import Contest, Drawn, Entrant, Test, contest, interval, stream
from pitchpipe.agreement.statistics import Outcome, Statistic
from pitchpipe.engines.engine import Engine
from pitchpipe.resampling.intervals import Interval
from pitchpipe.resampling.sampling import Sampling


@dataclass(frozen=True)
class Plan:
    """The tests that were asked for, and of how many metrics on how many tasks."""

    test: Test | None
    sampling: Sampling
    intervals: bool
    stop_early: bool
    metrics: int
    tasks: int
    #: What runs the tests; ``None`` for this process.
    engine: Engine | None = None

    @property
    def tested(self) -> bool:
        """Whether metrics are tested against each other."""
        return self.test is not None and self.metrics > 1

    @property
    def samples(self) -> int:
        """How often the segments of several tasks are drawn."""
        if self.tasks < 2 or not (self.tested or self.intervals):
            return 0
        return samples_needed(self.metrics, self.sampling) if self.tested else self.sampling.samples

    def on_task(
        self, scored: ScoredTask, stat: Statistic, number: int
    ) -> tuple[OnTask, Mapping[tuple[str, str], float]]:
        """Metrics and baselines on the task of this number, and the p-values between metrics."""
        human = scored.judgments_for(stat)
        bound = stat.bind(human)
        entrants = {spec: Entrant(one.gains, one.systems_of) for spec, one in scored.metrics.items()}
        oracle = Entrant(oracle_gains(scored.task))
        tested = self._contest(stat, human, entrants)
        ranks = {} if tested is None else tested.ranks
        found = {
            name: Agreement(bound.outcome(one.gains), self._interval(stat, human, one), ranks.get(name))
            for name, one in entrants.items()
        }
        noise = Noise(scored.task, self.sampling.seed, number)
        noise_drawn = noise.drawn(bound)
        found[RANDOM] = self._noise(noise.outcome(bound, noise_drawn, self.sampling.confidence))
        found[ORACLE] = Agreement(bound.outcome(oracle.gains), self._interval(stat, human, oracle))

        def drawn(some: Sequence[Entrant], samples: int) -> Drawn:
            return Drawn.of(stat, human, some, samples=samples, seed=stream(self.sampling.seed, number, 0))

        # People's scores of systems are given, not drawn.
        of_oracle = self.samples if self.intervals and not stat.of_systems else 0
        on_task = OnTask(
            task=scored.task.name,
            metrics=tuple(entrants),
            drawn=drawn(list(entrants.values()), self.samples),
            oracle=drawn([oracle], of_oracle),
            noise=noise_drawn,
            agreements=found,
        )
        return on_task, {} if tested is None else tested.p

    def overall(self, stat: Statistic, tasks: Sequence[OnTask]) -> list[Overall]:
        """The mean over several tasks and, where what the statistic counts can be summed, all pooled."""
        ways: tuple[Over, ...] = ("mean", "pooled") if stat.pools else ("mean",)
        return [
            overall(
                over,
                stat,
                tasks,
                confidence=self.sampling.confidence,
                intervals=self.intervals,
                tested=self.tested,
            )
            for over in ways
            if self.tasks > 1
        ]

    def _contest(self, stat: Statistic, human: Human, entrants: Mapping[str, Entrant]) -> Contest | None:
        if self.test is None or len(entrants) < 2:
            return None
        return contest(
            stat,
            human,
            {spec: one.gains for spec, one in entrants.items()},
            test=self.test,
            samples=self.sampling.samples,
            seed=self.sampling.seed,
            stop_early=self.stop_early,
            engine=self.engine,
        )

    def _noise(self, outcome: Outcome) -> Agreement:
        drawn = self.intervals and "draws" in outcome.extra
        return Agreement(outcome, (outcome.extra["low"], outcome.extra["high"]) if drawn else None)

    def _interval(self, stat: Statistic, human: Human, one: Entrant) -> Interval | None:
        if not self.intervals:
            return None
        return interval(
            stat,
            human,
            one.gains,
            confidence=self.sampling.confidence,
            samples=self.sampling.samples,
            seed=self.sampling.seed,
            systems_of=one.systems_of,
        )
