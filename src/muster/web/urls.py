"""Every address, with the view behind it and the action that it takes permission for."""

from __future__ import annotations

from django.urls import URLPattern, path

from muster.app.permissions import Action
from muster.web.guard import View, guarded
from muster.web.views.desk import backup, clock, correction, desk, entry, past, printing, rounds, scanning
from muster.web.views.lists import check as list_check
from muster.web.views.lists import data as list_data
from muster.web.views.lists import lists
from muster.web.views.people import intake, people, register
from muster.web.views.phone import my_lists, names, offline, phone
from muster.web.views.public import codes, pictures, screen, start
from muster.web.views.public import pages as public
from muster.web.views.staff import calls, devices, judge, staff
from muster.web.views.venue import layout, scenarios, terrain

E = "e/<str:event>/"


def page(route: str, name: str, action: Action, view: View) -> URLPattern:
    return path(route, guarded(action, "GET", view), name=name)


def shared(route: str, name: str, view: View) -> URLPattern:
    """A page of an event that is the same for all of one role: public, and rendered once after each change."""
    return path(route, guarded(Action.LOOK, "GET", view, shared=True), name=name)


def deed(route: str, name: str, action: Action, view: View) -> URLPattern:
    """Changes something: POST only, answered by a redirect or by the page again with the reason against it."""
    return path(route, guarded(action, "POST", view), name=name)


urlpatterns = [
    page("", "events", Action.LOOK, public.events),
    page("sign-in/<str:token>/", "sign-in", Action.SIGN_IN, start.sign_in),
    deed("sign-out/", "sign-out", Action.SIGN_IN, start.sign_out),
    page("devices/", "devices", Action.STAFF, devices.show),
    deed("devices/sign-out/", "sign-out-device", Action.STAFF, devices.end),
    deed("devices/sign-out-others/", "sign-out-others", Action.STAFF, devices.end_others),
    page("staff/<str:token>/", "invited", Action.SIGN_IN, start.invited),
    page("invitation/", "invitation", Action.SIGN_IN, start.invitation),
    deed("invitation/join/", "join", Action.SIGN_IN, start.join),
    page("p/<str:token>/", "private", Action.SIGN_IN, names.private),
    deed("private/use/", "use-link", Action.SIGN_IN, names.use_link),
    page("new/", "new", Action.CREATE, start.new),
    deed("create/", "create", Action.CREATE, start.create),
    page("backup/", "backup", Action.BACKUP, backup.show),
    deed("backup/download/", "backup-download", Action.BACKUP, backup.download),
    deed("backup/folder/", "backup-folder", Action.BACKUP, backup.choose),
    deed("backup/now/", "backup-now", Action.BACKUP, backup.now),
    shared(E, "event", public.event),
    shared(E + "pairings/", "pairings", public.pairings),
    shared(E + "pairings/<int:number>/", "round", public.pairings),
    shared(E + "standings/", "standings", public.standings),
    shared(E + "standings/<int:number>/", "standings-after", public.standings),
    shared(E + "bracket/", "bracket", pictures.bracket),
    shared(E + "players/", "players", public.players),
    shared(E + "players/<int:number>/", "player", public.player),
    page(E + "players/<int:number>/lists/", "player-lists", Action.READ_LISTS, lists.shown),
    shared(E + "rules/", "rules", public.rules),
    page("worker.js", "worker", Action.LOOK, offline.worker),
    page(E + "manifest.json", "manifest", Action.LOOK, offline.manifest),
    page(E + "screen/", "screen", Action.LOOK, screen.screen),
    page(E + "slip/<int:number>/<int:table>/", "slip", Action.LOOK, codes.slip),
    page(E + "table/<int:table>/", "table", Action.LOOK, codes.table),
    shared(E + "table/<int:table>/terrain/", "table-terrain", terrain.table),
    shared(E + "table/<int:table>/terrain/<int:number>/", "table-terrain-then", terrain.table),
    page(E + "print/", "print", Action.DESK, printing.show),
    page(E + "print/<str:kind>/", "print-sheet", Action.DESK, printing.pdf),
    page(E + "desk/", "desk", Action.DESK, desk.show),
    page(E + "log/", "log", Action.LOG, past.log),
    page(E + "links/", "links", Action.STAFF, staff.links),
    deed(E + "staff/remove/", "staff-remove", Action.STAFF, staff.remove),
    deed(E + "staff/renew/", "renew", Action.STAFF, staff.renew),
    deed(E + "staff/duty/", "duty", Action.SIGN_IN, staff.duty),
    deed(E + "amend/", "amend-event", Action.OPTIONS, desk.amend),
    deed(E + "option/", "option", Action.OPTIONS, desk.option),
    deed(E + "enrol/", "enrol", Action.ENROL, desk.enrol),
    deed(E + "drop/", "drop", Action.ENROL, desk.drop),
    deed(E + "rejoin/", "rejoin", Action.ENROL, desk.rejoin),
    page(E + "people/", "people", Action.ENROL, people.show),
    deed(E + "people/here/", "here", Action.ENROL, people.here),
    deed(E + "people/all-here/", "all-here", Action.ENROL, people.all_here),
    deed(E + "people/add/", "add", Action.ENROL, people.add),
    deed(E + "people/remove/", "remove-people", Action.ENROL, people.remove),
    deed(E + "people/registration/", "registration", Action.OPTIONS, people.registration),
    page(E + "people/import/", "import", Action.ENROL, intake.start),
    deed(E + "people/import/look/", "import-look", Action.ENROL, intake.look),
    deed(E + "people/import/enrol/", "import-enrol", Action.ENROL, intake.enrol),
    page(E + "people/<int:number>/", "person", Action.ENROL, people.person),
    deed(E + "people/<int:number>/amend/", "amend", Action.ENROL, people.amend),
    deed(E + "people/<int:number>/drop/", "drop-person", Action.ENROL, people.drop),
    deed(E + "people/<int:number>/rejoin/", "rejoin-person", Action.ENROL, people.rejoin),
    deed(E + "people/<int:number>/disqualify/", "disqualify", Action.ENROL, people.disqualify),
    deed(E + "people/<int:number>/penalty/", "penalise-person", Action.ENROL, people.penalty),
    deed(E + "people/<int:number>/bye/", "give-bye", Action.ROUNDS, people.bye),
    deed(E + "people/<int:number>/absent/", "absent", Action.RESULTS, people.absent),
    page(E + "scenarios/", "scenarios", Action.ROUNDS, scenarios.show),
    deed(E + "scenarios/choose/", "choose-scenario", Action.ROUNDS, scenarios.choose),
    deed(E + "scenarios/roll/", "roll-scenarios", Action.ROUNDS, scenarios.roll),
    deed(E + "scenarios/sheet/", "scenario-own", Action.ROUNDS, scenarios.own),
    shared(E + "scenario/<int:number>/", "scenario", scenarios.card),
    page(E + "scenario/<int:number>/sheet/", "scenario-sheet", Action.LOOK, scenarios.sheet),
    page(E + "terrain/", "terrain", Action.TERRAIN, terrain.show),
    deed(E + "terrain/stock/", "terrain-stock", Action.TERRAIN, terrain.stock),
    deed(E + "terrain/draw/", "terrain-draw", Action.TERRAIN, terrain.draw),
    deed(E + "terrain/assign/", "terrain-assign", Action.TERRAIN, terrain.assign),
    deed(E + "terrain/ground/", "terrain-ground", Action.TERRAIN, terrain.ground),
    deed(E + "terrain/review/", "terrain-review", Action.TERRAIN, terrain.review),
    page(E + "terrain/layout/", "layout", Action.TERRAIN, layout.edit),
    deed(E + "terrain/layout/look/", "layout-look", Action.TERRAIN, layout.look),
    deed(E + "terrain/layout/save/", "layout-save", Action.TERRAIN, layout.save),
    deed(E + "terrain/layout/remove/", "layout-remove", Action.TERRAIN, layout.remove),
    page(E + "register/", "register", Action.REGISTER, register.form),
    deed(E + "register/send/", "send-registration", Action.REGISTER, register.send),
    deed(E + "pair/", "pair", Action.ROUNDS, rounds.pair),
    deed(E + "swap/", "swap", Action.ROUNDS, rounds.swap),
    deed(E + "move/", "move", Action.ROUNDS, rounds.move),
    deed(E + "place/", "place", Action.ROUNDS, rounds.place),
    deed(E + "publish/", "publish", Action.ROUNDS, rounds.publish),
    deed(E + "close/", "close", Action.ROUNDS, rounds.close),
    deed(E + "cut/", "cut", Action.ROUNDS, rounds.cut),
    deed(E + "finish/", "finish", Action.ROUNDS, rounds.finish),
    page(E + "keying/", "keying", Action.RESULTS, entry.said_back),
    deed(E + "key/", "key", Action.RESULTS, entry.key),
    deed(E + "twice/", "twice", Action.OPTIONS, entry.twice),
    deed(E + "result/", "result", Action.RESULTS, entry.result),
    deed(E + "confirm/", "confirm", Action.RESULTS, entry.confirm),
    page(E + "scan/", "scan", Action.RESULTS, scanning.show),
    deed(E + "scan/read/", "scan-read", Action.RESULTS, scanning.read),
    page(E + "scan/<str:token>/", "scanned", Action.RESULTS, scanning.scanned),
    page(E + "scan/<str:token>/<int:number>/", "scanned-slip", Action.RESULTS, scanning.slip),
    page(E + "scan/<str:token>/<int:number>/picture/", "scanned-picture", Action.RESULTS, scanning.picture),
    deed(E + "scan/<str:token>/<int:number>/book/", "scanned-book", Action.RESULTS, scanning.book),
    page(E + "correct/", "correct", Action.RESULTS, correction.form),
    deed(E + "correct/look/", "correct-look", Action.RESULTS, correction.look),
    deed(E + "correct/save/", "correct-save", Action.RESULTS, correction.save),
    deed(E + "announce/", "announce", Action.ANNOUNCE, screen.announce),
    deed(E + "announce/withdraw/", "withdraw-announcement", Action.ANNOUNCE, screen.withdraw),
    deed(E + "undo/", "undo", Action.UNDO, past.undo),
    deed(E + "redo/", "redo", Action.UNDO, past.redo),
    page(E + "tables/", "tables", Action.TABLES, judge.tables),
    deed(E + "calls/answer/", "answer-call", Action.ANSWER, calls.answer),
    deed(E + "calls/done/", "end-call", Action.ANSWER, calls.end),
    page(E + "breach/", "breach", Action.BREACH, calls.breach),
    deed(E + "breach/send/", "send-breach", Action.BREACH, calls.send_breach),
    deed(E + "me/judge/", "call-judge", Action.CALL, calls.call),
    deed(E + "me/judge/no-need/", "call-off", Action.CALL, calls.call_off),
    deed(E + "settle/", "settle", Action.RULE, judge.settle),
    deed(E + "settle/other/", "settle-otherwise", Action.RULE, judge.settle_otherwise),
    deed(E + "ruling/", "ruling", Action.RULE, judge.ruling),
    deed(E + "penalty/", "penalty", Action.RULE, judge.penalty),
    deed(E + "appeal/", "appeal", Action.RULE, judge.appeal),
    deed(E + "appeal/decide/", "appeal-decide", Action.APPEAL, judge.decide),
    deed(E + "recommendation/", "recommendation", Action.ENROL, judge.recommendation),
    page(E + "lists/", "lists", Action.LISTS, lists.show),
    page(E + "lists/missing/", "lists-missing", Action.LISTS, lists.missing),
    deed(E + "lists/due/", "lists-due", Action.KEEP_LISTS, lists.due),
    deed(E + "lists/lock/", "lock-lists", Action.KEEP_LISTS, lists.lock),
    page(E + "lists/import/", "lists-import", Action.KEEP_LISTS, lists.bring),
    deed(E + "lists/import/take/", "take-lists", Action.KEEP_LISTS, lists.take),
    page(E + "lists/<int:number>/", "list", Action.LISTS, list_check.show),
    deed(E + "lists/<int:number>/mark/", "mark-list", Action.LISTS, list_check.mark),
    deed(E + "lists/<int:number>/hand-in/", "hand-in-for", Action.LISTS, list_check.hand_in),
    deed(E + "lists/<int:number>/withdraw/", "withdraw-for", Action.LISTS, list_check.withdraw),
    deed(E + "lists/<int:number>/lost/", "lost-card", Action.LISTS, list_check.lost),
    deed(E + "lists/<int:number>/lost/settle/", "settle-lost-card", Action.LISTS, list_check.settle_lost),
    deed(E + "lists/<int:number>/proxy/", "make-proxy", Action.LISTS, list_check.proxy),
    deed(E + "lists/<int:number>/lock/", "lock-list", Action.KEEP_LISTS, list_check.lock),
    page("card-data/", "list-data", Action.KEEP_LISTS, list_data.show),
    deed("card-data/import/", "import-list-data", Action.KEEP_LISTS, list_data.take),
    page(E + "time/", "time", Action.LOOK, clock.time),
    page(E + "clock/", "clock", Action.TABLES, clock.show),
    deed(E + "clock/start/", "clock-start", Action.CLOCK, clock.start),
    deed(E + "clock/pause/", "clock-pause", Action.CLOCK, clock.pause),
    deed(E + "clock/resume/", "clock-resume", Action.CLOCK, clock.resume),
    deed(E + "clock/add/", "clock-add", Action.CLOCK, clock.add),
    deed(E + "clock/extend/", "clock-extend", Action.EXTEND, clock.extend),
    page(E + "me/", "me", Action.CLAIM, phone.me),
    deed(E + "me/pick/", "pick", Action.CLAIM, names.pick),
    deed(E + "me/leave/", "leave", Action.CLAIM, names.leave),
    page(E + "me/name/<int:number>/", "claim", Action.CLAIM, names.claim),
    deed(E + "me/code/", "send-code", Action.CLAIM, names.code),
    deed(E + "me/ask/", "ask-desk", Action.CLAIM, names.request),
    deed(E + "me/not-me/", "not-me", Action.PLAY, names.not_me),
    deed(E + "names/answer/", "answer-name", Action.STAFF, names.answer),
    deed(E + "names/release/", "release-name", Action.STAFF, names.release),
    page(E + "me/report/", "my-report", Action.PLAY, phone.form),
    deed(E + "me/report/send/", "send-report", Action.PLAY, phone.report),
    deed(E + "me/confirm/", "my-confirm", Action.PLAY, phone.confirm),
    deed(E + "me/drop/", "my-drop", Action.QUIT, phone.drop),
    page(E + "me/list/", "my-lists", Action.MY_LISTS, my_lists.show),
    deed(E + "me/list/send/", "send-list", Action.MY_LISTS, my_lists.send),
    deed(E + "me/list/withdraw/", "withdraw-list", Action.MY_LISTS, my_lists.withdraw),
    deed(E + "me/list/consent/", "my-consent", Action.MY_LISTS, my_lists.consent),
    deed(E + "me/list/declare/", "declare", Action.MY_LISTS, my_lists.declare),
]

handler400 = "muster.web.views.public.start.too_much"
handler404 = "muster.web.views.public.start.not_found"
handler500 = "muster.web.views.public.start.broken"
