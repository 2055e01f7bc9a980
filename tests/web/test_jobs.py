"""Long work of the server: once for a request, bounded, stopped without a trace, and gone with the server."""

from __future__ import annotations

from threading import Event, Timer

import pytest
from django.http import HttpResponse

from muster.app.permissions import Action
from muster.core.kit.errors import Refusal
from muster.core.kit.progress import ENROLLING, PRINTING, LongWork, Progress
from muster.web import jobs as limits
from muster.web.jobs import AlreadyRunning, Finish, Job, JobGone, Jobs


class Gate:
    """Work that waits between its steps until it is let through."""

    def __init__(self) -> None:
        self.reached, self.open = Event(), Event()
        self.saved = 0

    def __call__(self, progress: Progress) -> Finish:
        progress(1, 4)
        self.reached.set()
        assert self.open.wait(60)
        progress(2, 4)
        self.saved += 1
        return lambda: HttpResponse("done")


def job(key: str = "k", event: str = "cup", work: LongWork = PRINTING) -> Job:
    return Job(work, Action.DESK, event, key, "/back/")


@pytest.fixture
def jobs() -> Jobs:
    return Jobs()


def test_a_request_that_comes_twice_is_one_job(jobs: Jobs) -> None:
    gate = Gate()
    first = jobs.start(job(), gate)
    assert jobs.start(job(), gate) is first
    gate.open.set()
    assert first.wait(60) and first.answer().content == b"done"
    assert gate.saved == 1


def test_one_of_a_kind_for_each_event_and_few_in_all(jobs: Jobs) -> None:
    gate = Gate()
    first = jobs.start(job("a"), gate)
    with pytest.raises(AlreadyRunning, match="“Making the sheets” is already running") as refused:
        jobs.start(job("b"), gate)
    assert refused.value.job is first
    others = [jobs.start(job("a", work=ENROLLING), gate), jobs.start(job("a", "other"), gate)]
    with pytest.raises(Refusal, match="busy with 3 long jobs"):
        jobs.start(job("a", "third"), gate)
    gate.open.set()
    assert all(one.wait(60) for one in [first, *others])
    assert jobs.start(job("b"), gate).wait(60)


def test_what_is_stopped_saves_nothing(jobs: Jobs) -> None:
    gate = Gate()
    stopped = jobs.start(job(), gate)
    assert gate.reached.wait(60) and stopped.percent == 25
    stopped.stop()
    gate.open.set()
    assert stopped.wait(60) and stopped.stopped
    assert gate.saved == 0


def test_the_end_of_the_server_stops_all(jobs: Jobs) -> None:
    gates = Gate(), Gate()
    running = [jobs.start(job(str(n), str(n)), gate) for n, gate in enumerate(gates)]
    for gate in gates:
        assert gate.reached.wait(60)
    for gate in gates:
        Timer(0.1, gate.open.set).start()
    jobs.stop_all()
    assert all(one.wait(60) and one.stopped for one in running)


def test_a_job_is_kept_for_a_while_and_then_said_to_be_gone(jobs: Jobs) -> None:
    gate = Gate()
    gate.open.set()
    first = jobs.start(job(), gate)
    assert first.wait(60) and jobs.get(first.token) is first
    first.ended -= limits.MINUTES * 60 + 1
    with pytest.raises(JobGone) as gone:
        jobs.get(first.token)
    assert "The server was restarted, or the job ended more than 30 minutes ago." in str(gone.value)
    many = [jobs.start(job(str(n), str(n)), gate) for n in range(limits.AT_ONCE)]
    while len(many) < limits.KEEP + 3:
        assert many[-1].wait(60)
        many.append(jobs.start(job("x", str(len(many))), gate))
    assert many[-1].wait(60)
    with pytest.raises(JobGone):
        jobs.get(many[0].token)
    assert jobs.get(many[-1].token) is many[-1]


def test_a_fault_of_ours_is_raised_where_somebody_asks(jobs: Jobs) -> None:
    def broken(progress: Progress) -> Finish:
        raise ZeroDivisionError

    failed = jobs.start(job(), broken)
    assert failed.wait(60)
    with pytest.raises(ZeroDivisionError):
        failed.answer()
