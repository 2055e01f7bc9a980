"""Long work: how a view hands it over, and its page: how far it is, a button that stops it, what came out."""

from __future__ import annotations

import json
from hashlib import sha256

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect

from muster.app.permissions import Action
from muster.app.speech import tr
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.progress import LongWork
from muster.web import identity
from muster.web.guard import Ask, refused
from muster.web.jobs import AlreadyRunning, Do, Job


def long(ask: Ask, work: LongWork, action: Action, do: Do, *, event: str = "", back: str) -> HttpResponse:
    """Does the work in the background. If it is done soon, its page is the answer as usual; otherwise the job's page.

    `action`: the view's own permission. `back`: where somebody goes after stopping it.
    """
    jobs = ask.site.jobs
    try:
        job = jobs.start(Job(work, action, event, _key(ask), back, ask.who.account), do)
    except AlreadyRunning as running:
        return _page(ask, running.job, running)
    if not job.wait(jobs.patience):
        return redirect("job", token=job.token)
    if not job.stopped:
        jobs.drop(job)
    return _ended(ask, job)


def _key(ask: Ask) -> str:
    """The same for the same form sent twice, or the same address opened twice."""
    sent = {name: values for name, values in ask.request.POST.lists() if name != "csrfmiddlewaretoken"}
    files = [(str(file.name), file.size) for _, group in ask.request.FILES.lists() for file in group]
    whole = json.dumps([ask.request.get_full_path(), sorted(sent.items()), files])
    return sha256(whole.encode()).hexdigest()


def show(ask: Ask, token: str) -> HttpResponse:
    job = _job(ask, token)
    return _ended(ask, job) if job.over else _page(ask, job)


def state(ask: Ask, token: str) -> HttpResponse:
    """For the page's script, which keeps asking."""
    job = _job(ask, token)
    return JsonResponse({"over": job.over, "percent": job.percent, "words": _words(job)})


def stop(ask: Ask, token: str) -> HttpResponse:
    job = _job(ask, token)
    job.stop()
    job.wait(ask.site.jobs.patience)
    return redirect("job", token=job.token)


def _job(ask: Ask, token: str) -> Job:
    job = ask.site.jobs.get(token)
    who = identity.of(ask.request, ask.open(job.event)) if job.event else ask.who
    if not who.may(job.action) or (who.account != job.account and not job.event and who.account):
        raise Refusal("Only the organiser can do this. The command “muster sign-in” prints a link to sign in with.")
    return job


def _ended(ask: Ask, job: Job) -> HttpResponse:
    if job.stopped:
        return _page(ask, job)
    try:
        return job.answer()
    except Refusal as refusal:
        status = 404 if isinstance(refusal, UnknownName) else 409
        return refused(ask, tr(refusal.message), refusal.clause, status, job.event, refusal)


def _page(ask: Ask, job: Job, refusal: Refusal | None = None) -> HttpResponse:
    """Unless it was stopped, this page asks how far the job is, also if the job ends while the page is being made."""
    opened = ask.open(job.event) if job.event else None
    stopped, words, status = job.stopped, _words(job), 409 if refusal else 200
    return ask.page(
        "desk/job.html", opened, status, job=job, stopped=stopped, words=words, refusal=refusal, follows=False
    )


def _words(job: Job) -> str:
    if job.stopping:
        return tr("Stopping after this step.")
    return tr("{percent}% done", percent=job.percent)
