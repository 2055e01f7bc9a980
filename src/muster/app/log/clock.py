"""The clock in the words of the log."""

from __future__ import annotations

from muster.app.log.names import Names, because
from muster.app.speech import plural, tr
from muster.core.record.facts import clock as clock_facts


def tell(fact: clock_facts.ClockFact, names: Names) -> str:
    match fact:
        case clock_facts.ClockStarted():
            return tr("{round} clock started", round=names.round(fact.round))
        case clock_facts.ClockPaused():
            return tr("{round} clock paused", round=names.round(fact.round))
        case clock_facts.ClockResumed():
            return tr("{round} clock resumed", round=names.round(fact.round))
        case clock_facts.TimeAdded():
            if fact.minutes < 0:
                less = plural(-fact.minutes, "{n} minute", "{n} minutes")
                return tr("{round} shortened by {minutes}", round=names.round(fact.round), minutes=less) + because(
                    fact.reason
                )
            more = plural(fact.minutes, "{n} minute", "{n} minutes")
            return tr("{round} extended by {minutes}", round=names.round(fact.round), minutes=more) + because(
                fact.reason
            )
        case clock_facts.TableExtended():
            where = names.table(fact.round, fact.match)
            if fact.minutes < 0:
                less = plural(-fact.minutes, "{n} minute", "{n} minutes")
                said = tr(
                    "{round}: {minutes} taken back from {where}",
                    round=names.round(fact.round),
                    minutes=less,
                    where=where,
                )
            else:
                more = plural(fact.minutes, "{n} minute", "{n} minutes")
                said = tr(
                    "{round}: {minutes} more for {where}", round=names.round(fact.round), minutes=more, where=where
                )
            return said + because(fact.reason)
