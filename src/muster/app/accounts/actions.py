"""Actions on accounts: the administrator's, and an organiser's choice of co-organisers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from muster.app.accounts.book import AccountBook, key_of
from muster.app.circuit.seasons import Seasons
from muster.app.circuit.views import entered_in
from muster.app.desk import Opened
from muster.core.kit.errors import Busy, Refusal
from muster.core.kit.model import Actor
from muster.core.record.accounts.facts import AccountFact
from muster.core.record.accounts.journal import JOURNAL, Accounts, OrganiserAccount
from muster.core.record.erasing.accounts import erased_from_accounts
from muster.core.rules.accounts import accounts as rules

NOBODY = "-"
"""Instead of a login: the administrator alone."""


def add(book: AccountBook, login: str, name: str, actor: Actor) -> OrganiserAccount:
    return _account(book.say(lambda now: rules.make(now, login, name or login), actor), login)


def name_second(book: AccountBook, name: str, actor: Actor) -> int:
    """The number of a second organiser, under which events have what they do."""
    return rules.second_called(book.say(lambda now: rules.name_second(now, name), actor), name)


def set_password(book: AccountBook, login: str, hashed: str, actor: Actor) -> OrganiserAccount:
    """`hashed`: the caller hashes it. The hashes of earlier passwords are deleted."""
    accounts = book.say(lambda now: rules.set_password(rules.find(now, login), hashed), actor)
    account = _account(accounts, login)
    earlier = accounts.passwords[account.id][:-1]
    if earlier:
        book.rewrite(JOURNAL, lambda rows: [replace(row, sealed="") if row.seq in earlier else row for row in rows])
    return account


def disable(book: AccountBook, login: str, disabled: bool, actor: Actor) -> OrganiserAccount:
    return _account(book.say(lambda now: rules.disable(rules.find(now, login), disabled), actor), login)


def erase(book: AccountBook, login: str, actor: Actor) -> int:
    """Nothing of what it was called or signed in with is left in any file of the store; its events are the
    administrator's. A second organiser is erased by name in the same way. Returns the number, with which an interrupted
    erasure can be finished (“#7”)."""
    number = rules.erasable(book.now_is(), login)
    book.say(lambda now: rules.erase(now, number), actor)
    try:
        book.rewrite(JOURNAL, erased_from_accounts)
        book.journals.scrub()
    except Busy as busy:
        raise Busy(
            "The account is closed, but its name could not be erased yet, because another program is using the data. "
            "In a moment, finish with: muster account erase “#{number}” --yes",
            number=number,
        ) from busy
    return number


def erase_seconds(book: AccountBook, names: Iterable[str], actor: Actor) -> None:
    """The second organisers with these names, as they belong to somebody who is forgotten. The caller scrubs."""
    found = {rules.second_called(book.as_known(), name) for name in names} - {0}
    if found:
        book.say(lambda now: [fact for number in sorted(found) for fact in rules.erase(now, number)], actor)
        book.rewrite(JOURNAL, erased_from_accounts)


def set_quota(
    book: AccountBook, login: str, events: int | None, players: int | None, actor: Actor, megabytes: int | None = None
) -> OrganiserAccount:
    limits = events, players, megabytes
    return _account(book.say(lambda now: rules.set_quota(rules.find(now, login), *limits), actor), login)


def hand_over(book: AccountBook, event_id: str, login: str, actor: Actor) -> Opened:
    """The event belongs to this account from now on; with NOBODY, to the administrator alone."""
    opened = book.desk.open(event_id)

    def decide(now: Accounts) -> Sequence[AccountFact]:
        return rules.give(now, key_of(opened), None if login == NOBODY else rules.find(now, login))

    _must_be_begun(book)
    book.say(decide, actor)
    return opened


def share(book: AccountBook, event_id: str, login: str, actor: Actor, *, exactly: bool = False) -> Opened:
    """The account also organises this event. `exactly`: refusals do not reveal which other accounts there are."""
    opened = book.desk.open(event_id)
    find = rules.find_exactly if exactly else rules.find
    _must_be_begun(book)
    book.say(lambda now: rules.share(now, key_of(opened), find(now, login)), actor)
    return opened


def unshare(book: AccountBook, event_id: str, login: str, actor: Actor) -> Opened:
    """The account no longer helps to organise this event."""
    opened = book.desk.open(event_id)
    _must_be_begun(book)
    book.say(lambda now: rules.unshare(now, key_of(opened), login), actor)
    return opened


def added_event(book: AccountBook, account: int, make: Callable[[], Opened], actor: Actor) -> Opened:
    """A new event that belongs to the account that made it; without one, to the administrator.

    If the program stops between the two steps, the event is the administrator's, who can hand it over.
    """
    if not account:
        return make()
    with book.adding(account):
        mine = book.now_is().by_id[account]
        rules.must_have_room(mine, book.unfinished_of(account))
        rules.must_have_space(mine, book.space.used_by(account))
        opened = make()
        book.say(lambda now: rules.give(now, key_of(opened), now.by_id[account]), actor)
    return opened


def must_be_acceptable(book: AccountBook, seasons: Seasons, account: int, opened: Opened, size: int) -> None:
    """Whether an account may import this event, whose file has this many bytes.

    Seasons and people identify an event by its first entry, so a changed copy of somebody else's event could be
    mistaken for it.
    """
    if not account:
        return
    mine = book.now_is().by_id[account]
    rules.must_hold_players(mine, len(opened.event.players))
    rules.must_have_space(mine, book.space.used_by(account) + size)
    if book.is_of_others(account, opened.hashes[0]) or entered_in(seasons, opened.hashes[0]):
        raise Refusal("This event is already known on this server. Only its administrator can import a copy of it.")


def _account(accounts: Accounts, login: str) -> OrganiserAccount:
    return rules.find(accounts, login)


def _must_be_begun(book: AccountBook) -> None:
    if not book.hosts:
        raise Refusal("There are no accounts on this server yet. “muster account add” adds one.")
