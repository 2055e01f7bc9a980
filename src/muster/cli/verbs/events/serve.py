"""Serve the events to browsers: prints where, opens the organiser's page, runs until it is interrupted."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from muster.app.numbers import count
from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Line

if TYPE_CHECKING:
    from muster.cli.call import Started


@command("serve")
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    metavar="ADDRESS",
    help="Where to listen; 127.0.0.1 for this computer only.",
)
@click.option(
    "--port", default=8000, show_default=True, metavar="N", type=click.IntRange(0, 65535), help="0 for any free port."
)
@click.option("--no-browser", is_flag=True, help="Do not open the organiser's page.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="Also answer to this host name (repeatable).")
@click.option(
    "--proxy",
    default="",
    metavar="ADDRESS",
    help="Address of an https proxy in front of the server; trust the client addresses it reports.",
)
@click.option("--certificate", default="", metavar="FILE", help="Serve https with this certificate (PEM); needs --key.")
@click.option("--key", default="", metavar="FILE", help="The private key of the certificate (PEM, without a password).")
@click.option(
    "--hsts",
    "hsts_days",
    default=30,
    show_default=True,
    metavar="DAYS",
    type=click.IntRange(0, 730),
    help="Over https, tell browsers to use nothing else for so many days; 0: do not.",
)
@click.option(
    "--backup",
    default="",
    metavar="DIR",
    help="Save a copy of everything here after every round, such as on a USB stick.",
)
@click.option(
    "--backup-every",
    default=0,
    metavar="MINUTES",
    type=click.IntRange(0, 7 * 24 * 60),
    help="Also save one so often while events change, in the folder of --backup or the one chosen on the desk.",
)
@click.option(
    "--backup-keep",
    default=0,
    metavar="N",
    type=click.IntRange(0, 10_000),
    help="Keep the last N of these copies in all. Without it, the last 12 of each day.",
)
@click.option(
    "--allow-private-webhooks",
    is_flag=True,
    envvar="MUSTER_ALLOW_PRIVATE_WEBHOOKS",
    help="Let webhooks go to this computer and its network too (also: MUSTER_ALLOW_PRIVATE_WEBHOOKS=1).",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    metavar="N",
    type=click.IntRange(1, 64),
    help="Answer with so many processes; needs --database.",
)
@click.option(
    "--log",
    default="plain",
    show_default=True,
    type=click.Choice(["plain", "json"]),
    envvar="MUSTER_LOG",
    help="How the log is written: for people, or one JSON object per line (also: MUSTER_LOG).",
)
@click.option("--log-requests", is_flag=True, help="Write a line for every request: the kind of page, never who asked.")
@click.option(
    "--metrics",
    default="",
    metavar="[ADDRESS:]PORT",
    callback=lambda _ctx, _param, value: _metrics(value),
    help="Answer Prometheus at /metrics of this port, on this computer only unless an address is given.",
)
@click.option("--demo", is_flag=True, help="Show a running event of each game instead of yours. Nothing is saved.")
def serve_command(
    call: Call,
    host: str,
    port: int,
    no_browser: bool,
    names: tuple[str, ...],
    proxy: str,
    certificate: str,
    key: str,
    hsts_days: int,
    backup: str,
    backup_every: int,
    backup_keep: int,
    allow_private_webhooks: bool,
    workers: int,
    log: str,
    log_requests: bool,
    metrics: tuple[str, int] | None,
    demo: bool,
) -> Answer:
    """Serve the events to browsers in this network.

    Prints the address for phones and a link that signs you in as the organiser, once. Ctrl-C stops it.
    """

    def ready(addresses: Started) -> None:
        if call.json:
            others = [address for address, _ in addresses.others]
            call.print_json({"ok": True, "sign_in": addresses.sign_in, "phones": addresses.phones, "others": others})
        else:
            click.echo(f"For phones and screens: {addresses.phones}")
            if addresses.trouble:
                click.echo(f"! {addresses.trouble}")
            elif sys.stdout.isatty():
                click.echo(addresses.qr)
            for address, adapter in addresses.others:
                click.echo(f"  also at:              {address} ({adapter})")
            click.echo(f"For you, once:          {addresses.sign_in}")
            click.echo("Ctrl-C stops the server.")
        sys.stdout.flush()
        if not no_browser and _has_screen():
            import webbrowser

            webbrowser.open(addresses.sign_in)

    both = _both(certificate, key, proxy)
    if workers > 1:
        must_allow_workers(call, demo, certificate)
    call.if_stopped = "Stopped."
    if demo:
        with TemporaryDirectory(prefix="muster-demo-") as folder:
            _begin(call, Path(folder))
            call.web.serve(
                Path(folder),
                host,
                port,
                ready,
                names=names,
                proxy=proxy,
                certificate=both,
                private_webhooks=allow_private_webhooks,
                hsts_days=hsts_days,
                log=log,
                log_requests=log_requests,
                metrics=metrics,
            )
    else:
        call.web.serve(
            Path(call.folder),
            host,
            port,
            ready,
            names=names,
            proxy=proxy,
            certificate=both,
            backup=backup,
            backup_every=backup_every,
            backup_keep=backup_keep,
            database=call.database,
            private_webhooks=allow_private_webhooks,
            workers=workers,
            hsts_days=hsts_days,
            log=log,
            log_requests=log_requests,
            metrics=metrics,
        )
    return Answer({})


@command("sign-in")
def sign_in_command(call: Call) -> Answer:
    """Print another sign-in link for the organiser.

    For the server that runs on this data. It works once. It needs read access to the key in the data folder.
    """
    link = call.web.sign_in(Path(call.folder))
    return Answer({"sign_in": link}, [Line(link)])


@command("sign-out")
def sign_out_command(call: Call) -> Answer:
    """Sign the organiser out on every device.

    Badges, private links and invitations keep working. To come back in, print a link with sign-in.
    """
    ended = call.web.sign_out(Path(call.folder))
    told = f"Signed out on {count(ended, 'device')}." if ended else "Nobody is signed in as the organiser."
    return Answer({"signed_out": ended}, [Line(told)])


def _both(certificate: str, key: str, proxy: str) -> tuple[str, str] | None:
    """The two files for https, or none."""
    if certificate and not key:
        raise click.UsageError(f"--certificate “{certificate}” needs --key FILE, its private key.")
    if key and not certificate:
        raise click.UsageError(f"--key “{key}” needs --certificate FILE, its certificate.")
    if certificate and proxy:
        raise click.UsageError(
            f"Either the proxy {proxy} speaks https or Muster does with “{certificate}”: leave one of the two out."
        )
    return (certificate, key) if certificate else None


def _metrics(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    address, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise click.UsageError(
            f"--metrics “{text}” should be a port, as 9100, or an address and a port, as 10.0.0.5:9100."
        )
    return address or "127.0.0.1", int(port)


def must_allow_workers(call: Call, demo: bool, certificate: str, system: str = sys.platform) -> None:
    if system == "win32":
        raise click.UsageError("--workers is not available on Windows: leave it out, one process is enough for a hall.")
    if demo or not call.database:
        raise click.UsageError("--workers needs --database: the file in a data folder is for one process.")
    if certificate:
        raise click.UsageError("--workers and --certificate cannot be combined: let a proxy speak https (--proxy).")


def _begin(call: Call, folder: Path) -> None:
    """One event per game, in the middle of a round. A game that cannot be played is reported, and left out."""
    from muster.app.demo import begun_of_each

    for package, error in begun_of_each(call.desk_in(folder)).items():
        why = f"{type(error).__name__}: {error}"
        click.echo(f"The game of the package {package} is left out: it broke in the demo ({why}).", err=True)


def _has_screen() -> bool:
    """Without one, some systems would open a browser in this terminal."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
