"""Long jobs: they run beside the pages, are watched and stopped on their own page, and end with the server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextvars import copy_context
from secrets import token_urlsafe
from threading import Event, Lock, Thread
from time import monotonic

from django.http import HttpResponse

from muster.app.permissions import Action
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import mark, tr
from muster.core.kit.progress import LongWork, Progress, Stopped

PATIENCE = 1.0
"""Seconds that a request waits for its work: most is done by then, and the page appears as usual."""
AT_ONCE = 3
"""How many jobs run at the same time, for all events: they share the computer with the pages."""
LAST_STEP = 1.0
"""Seconds that a job has to finish its current step when the server stops."""
KEEP, MINUTES = 12, 30
"""How many finished jobs are kept for people who watch, and for how many minutes."""

Finish = Callable[[], HttpResponse]
"""Makes the page that the work ends with, for whoever asks for it."""
Do = Callable[[Progress], Finish]
"""The work itself; returns what makes its page."""


class Job:
    """One piece of long work. `key`: identifies the request, so that the same one sent twice is one job.

    `account`: who started it, 0 for the administrator; a job outside events is only theirs.
    """

    def __init__(self, work: LongWork, action: Action, event: str, key: str, back: str, account: int = 0) -> None:
        self.token = token_urlsafe(12)
        self.work, self.action, self.event, self.key, self.back = work, action, event, key, back
        self.account = account
        self.done = self.total = 0
        self.stopped = False
        self.ended = 0.0
        self._finish: Finish | None = None
        self._fault: BaseException | None = None
        self._asked, self._over = Event(), Event()

    @property
    def over(self) -> bool:
        return self._over.is_set()

    @property
    def stopping(self) -> bool:
        return self._asked.is_set() and not self.over

    @property
    def percent(self) -> int:
        return min(100 * self.done // self.total, 100) if self.total else 0

    def stop(self) -> None:
        """Before its next step. Work that is past its last step is done, and says so."""
        self._asked.set()

    def wait(self, seconds: float) -> bool:
        """Whether it ended in time."""
        return self._over.wait(seconds)

    def answer(self) -> HttpResponse:
        """The page it ended with; raises what went wrong."""
        if self._fault is not None:
            raise self._fault
        assert self._finish is not None, "asked before it was over"
        return self._finish()

    def run(self, do: Do) -> None:
        try:
            self._finish = do(self._progress)
        except Stopped:
            self.stopped = True
        except BaseException as fault:  # It is raised again for whoever asks for the result.
            self._fault = fault
        finally:
            self.ended = monotonic()
            self._over.set()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._asked.is_set():
            raise Stopped


class AlreadyRunning(Refusal):
    """The event already has a job of this kind: `job`."""

    def __init__(self, job: Job) -> None:
        super().__init__(
            mark("“{work}” is already running. Wait until it is done, or stop it. Then try again."),
            work=tr(job.work.title),
        )
        self.job = job


class Jobs:
    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = Lock()

    def start(self, job: Job, do: Do) -> Job:
        """Starts it, or returns the job that the same request started before."""
        with self._lock:
            self._forget()
            running = [one for one in self._jobs.values() if not one.over]
            for one in running:
                if (one.work, one.event) == (job.work, job.event) and (job.event or one.account == job.account):
                    if one.key == job.key:
                        return one
                    raise AlreadyRunning(one)
            if len(running) >= AT_ONCE:
                raise Refusal("This computer is busy with {n} long jobs. Try again when one is done.", n=len(running))
            self._jobs[job.token] = job
        context = copy_context()  # With the reader's language.
        Thread(target=context.run, args=(job.run, do), name=f"job {job.token}", daemon=True).start()
        return job

    def get(self, token: str) -> Job:
        with self._lock:
            self._forget()
            job = self._jobs.get(token)
        if job is None:
            raise JobGone
        return job

    def drop(self, job: Job) -> None:
        """Its page was shown: nobody comes back for it."""
        with self._lock:
            self._jobs.pop(job.token, None)

    def stop_all(self) -> None:
        """When the server stops: each ends at its next step, or with this process."""
        with self._lock:
            running = [job for job in self._jobs.values() if not job.over]
        for job in running:
            job.stop()
        for job in running:
            job.wait(LAST_STEP)

    def _forget(self) -> None:
        over = [job for job in self._jobs.values() if job.over]
        oldest = monotonic() - MINUTES * 60
        for number, job in enumerate(reversed(over)):
            if number >= KEEP or job.ended < oldest:
                del self._jobs[job.token]


class JobGone(UnknownName):
    """A job from an earlier run of the server, or one that ended long ago."""

    def __init__(self) -> None:
        sentence = mark(
            "This job is no longer here. The server was restarted, or the job ended more than {minutes} minutes ago. "
            "If it did not finish, it saved nothing: check the event, and start it again if needed."
        )
        Refusal.__init__(self, sentence, minutes=MINUTES)
        self.nearest = ""
