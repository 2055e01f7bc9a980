"""Accounts: signing in with a password, one's own account, and what the administrator does with all of them."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.accounts import actions
from muster.app.accounts.views import accounts_log, accounts_view, organisers_view, second_organisers
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.written import whole_number
from muster.core.record.accounts.journal import OrganiserAccount, Quota
from muster.core.rules.accounts.accounts import LONGEST, SHORTEST, clean_login, find, megabytes, must_be_password
from muster.paper.codes import qr_path
from muster.web import identity
from muster.web.guard import Ask
from muster.web.pages import url
from muster.web.views.public.start import at_home
from muster.web.who.passwords import hashed, is_common, known_word, remember


def sign_in(ask: Ask) -> HttpResponse:
    return _sign_in(ask)


def _sign_in(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    if not ask.site.accounts.hosts:
        raise Refusal("Organisers sign in with the link that the server printed when it started.")
    typed = ask.typed("login") if refusal else ""
    return ask.page("staff/sign_in.html", None, 403 if refusal else 200, typed=typed, refusal=refusal)


def enter(ask: Ask) -> HttpResponse:
    """The answer, and the time it takes, are the same for a wrong password and for an account that does not exist.

    Attempts are slowed down by origin; a browser that signed in before has its own count.
    """
    login, password = clean_login(ask.typed("login"))[:100], ask.typed("password")
    try:
        word = known_word(ask.request, login)
        ask.site.limits.password(login, word, ask.address)
        account = ask.site.accounts.now_is().called(login)
        fits = ask.site.passwords.fits(password[: LONGEST + 1], "" if account is None else account.password)
        if account is None or account.disabled or not fits:
            raise BadInput("The sign-in name or the password is wrong. If you forgot it, ask for a sign-in link.")
    except Refusal as refusal:
        return _sign_in(ask, refusal)
    identity.become_organiser(ask.request, account=account.id, linked=False)
    remember(ask.request, login)
    return at_home(ask.site, account.id)


def own(ask: Ask) -> HttpResponse:
    """One's own account."""
    return _own(ask)


def _own(ask: Ask, refusal: Refusal | None = None, done: bool = False) -> HttpResponse:
    account = _mine(ask)
    return ask.page(
        "staff/account.html",
        None,
        409 if refusal else 200,
        account=account,
        unfinished=ask.site.accounts.unfinished_of(account.id),
        used=megabytes(ask.site.accounts.space.used_by(account.id)),
        asks_old=_asks_old(ask, account),
        least=SHORTEST,
        most=LONGEST,
        done=done,
        refusal=refusal,
    )


def _mine(ask: Ask) -> OrganiserAccount:
    account = ask.site.accounts.now_is().active(ask.who.account)
    if account is None:
        raise Refusal("You are signed in by a link, without an account.")
    return account


def _asks_old(ask: Ask, account: OrganiserAccount) -> bool:
    """Somebody who came by a link forgot the password, or has none yet."""
    signed = identity.signed_in(ask.request)
    return bool(account.password) and not (signed is not None and signed.linked)


def change_password(ask: Ask) -> HttpResponse:
    """Signs out every other browser that uses the account."""
    account, password = _mine(ask), ask.typed("password")
    try:
        if _asks_old(ask, account):
            ask.site.limits.password(account.login, known_word(ask.request, account.login), ask.address)
            if not ask.site.passwords.fits(ask.typed("old"), account.password):
                raise BadInput("The old password is wrong.")
        must_be_password(password, account.login, is_common(password))
    except Refusal as refusal:
        return _own(ask, refusal)
    actions.set_password(ask.site.accounts, account.login, hashed(password), ask.actor)
    ask.site.sessions.end_all_of(account.id)
    identity.become_organiser(ask.request, account=account.id, linked=False)
    remember(ask.request, account.login)
    return _own(ask, done=True)


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def _page(ask: Ask, refusal: Refusal | None = None, invited: str = "", link: str = "") -> HttpResponse:
    answer = ask.page(
        "staff/accounts.html",
        None,
        409 if refusal else 200,
        accounts=accounts_view(ask.site.accounts),
        seconds=second_organisers(ask.site.accounts),
        log=accounts_log(ask.site.accounts)[::-1][:50],
        usual=Quota(),
        megabytes=megabytes,
        invited=invited,
        link=link,
        qr_of=qr_path,
        refusal=refusal,
        typed=ask.request.POST.dict() if refusal else {},
    )
    answer["Cache-Control"] = "no-store"
    return answer


def add(ask: Ask) -> HttpResponse:
    """A new account, with a link for its owner's first sign-in."""
    try:
        account = actions.add(ask.site.accounts, ask.typed("login"), ask.typed("name").strip(), ask.actor)
    except Refusal as refusal:
        return _page(ask, refusal)
    return _page(ask, invited=account.name, link=_link(ask, account))


def link(ask: Ask) -> HttpResponse:
    """Another link for an account, valid once and for one day: for somebody who forgot the password."""
    account = find(ask.site.accounts.now_is(), ask.typed("login"))
    if account.disabled:
        return _page(ask, Refusal("The account “{login}” is disabled. Enable it first.", login=account.login))
    return _page(ask, invited=account.name, link=_link(ask, account))


def _link(ask: Ask, account: OrganiserAccount) -> str:
    return f"{ask.site.address}{url('sign-in', token=ask.site.sign_in.token(account=account.id))}"


def disable(ask: Ask) -> HttpResponse:
    """Signs everybody out of it immediately, or enables it again."""
    off = ask.typed("disabled") == "yes"
    account = actions.disable(ask.site.accounts, ask.typed("login"), off, ask.actor)
    if off:
        ask.site.sessions.end_all_of(account.id)
    return redirect("accounts")


def erase(ask: Ask) -> HttpResponse:
    """Closed for good: nobody can sign in with it, and its name is gone. Its events become the administrator's."""
    if ask.typed("sure") != "yes":
        return _page(ask, BadInput("Tick the box to confirm that you want to erase this account."))
    try:
        number = actions.erase(ask.site.accounts, ask.typed("login"), ask.actor)
    except Refusal as refusal:
        return _page(ask, refusal)
    ask.site.sessions.end_all_of(number)
    ask.site.tokens.revoke_all_of(number)
    return redirect("accounts")


def quota(ask: Ask) -> HttpResponse:
    try:
        events, players, space = (_limit(ask.typed(name)) for name in ("events", "players", "megabytes"))
        actions.set_quota(ask.site.accounts, ask.typed("login"), events, players, ask.actor, space)
    except Refusal as refusal:
        return _page(ask, refusal)
    return redirect("accounts")


def _limit(typed: str) -> int | None:
    """A number; empty means the default."""
    if not typed.strip():
        return None
    number = whole_number(typed)
    if number is None:
        raise BadInput("“{typed}” is not a whole number.", typed=typed[:40])
    return number


def organisers(ask: Ask, event: str) -> HttpResponse:
    return _organisers(ask, event)


def _organisers(ask: Ask, event: str, refusal: Refusal | None = None) -> HttpResponse:
    opened = ask.open(event)
    return ask.page(
        "staff/organisers.html",
        opened,
        409 if refusal else 200,
        organisers=organisers_view(ask.site.accounts, opened),
        refusal=refusal,
        typed=ask.request.POST.dict() if refusal else {},
    )


def add_organiser(ask: Ask, event: str) -> HttpResponse:
    exactly = bool(ask.who.account)
    try:
        actions.share(ask.site.accounts, event, ask.typed("login"), ask.actor, exactly=exactly)
    except Refusal as refusal:
        return _organisers(ask, event, refusal)
    return redirect("organisers", event=event)


def remove_organiser(ask: Ask, event: str) -> HttpResponse:
    """Somebody who no longer organises it is out immediately, with every program they let in."""
    actions.unshare(ask.site.accounts, event, ask.typed("login"), ask.actor)
    return redirect("organisers", event=event)


def hand_over(ask: Ask, event: str) -> HttpResponse:
    try:
        actions.hand_over(ask.site.accounts, event, ask.typed("login") or actions.NOBODY, ask.actor)
    except Refusal as refusal:
        return _organisers(ask, event, refusal)
    return redirect("organisers", event=event)
