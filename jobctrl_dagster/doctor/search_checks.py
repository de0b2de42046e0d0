"""Whether a tenant's files say enough for a search."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jobctrl_dagster.doctor.checks import CheckLine
from jobctrl_dagster.settings.resume import ReadResume
from jobctrl_dagster.settings.schema import SearchSettings, Sources


def check_profile(read: ReadResume) -> list[CheckLine]:
    """The profile names the person and states something to quote."""
    profile, lines = read.profile, []
    sections = {item.id.partition("[")[0].partition(".")[0] for item in profile.items()}
    absent = [name for name in ("work", "skills", "projects") if name not in sections]
    if not profile.basics.name.strip():
        sentence = "the profile has no name, and no document can be written without one"
        lines.append(CheckLine("warning", "profile", sentence, "fill in `basics.name`"))
    if len(absent) == 3:
        sentence = "the profile has no work, skills or projects, so no job can be matched with it"
        lines.append(CheckLine("warning", "profile", sentence, "fill in at least one of them"))
    elif absent:
        sentence = f"the profile has no {' and no '.join(absent)}"
        advice = "fill it in if there is something to say"
        lines.append(CheckLine("warning", "profile", sentence, advice))
    uncounted = [note for note in read.notes if "counts for no time" in note.problem]
    lines += [CheckLine("warning", "profile", str(note), "correct the date") for note in uncounted]
    others = [note for note in read.notes if note not in uncounted]
    if others:
        keys = ", ".join(dict.fromkeys(f"`{note.key}`" for note in others[:4]))
        more = f" and {len(others) - 4} more" if len(others) > 4 else ""
        sentence = f"older or unknown keys were read or kept: {keys}{more}"
        advice = "nothing needs to be done; JSON Resume 1.0.0 names them otherwise"
        lines.append(CheckLine("ok", "profile keys", sentence, advice))
    return lines


def check_sources(search: SearchSettings, environ: Mapping[str, str]) -> list[CheckLine]:
    """There is something to read, and broad boards are complete and accepted."""
    sources = search.sources
    counts = _counts(sources)
    named = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    if named:
        lines = [CheckLine("ok", "sources", named)]
    elif environ.get("JOBCTRL_REPLAY"):
        lines = [CheckLine("ok", "sources", "none of its own; the replay brings them")]
    else:
        advice = "name at least one under `sources` in search.yaml"
        lines = [CheckLine("fault", "sources", "no source is named, so nothing is found", advice)]
    broad = sources.broad_boards
    if (broad.sites or broad.searches) and not broad.accept_terms:
        sentence = "broad boards are named but their terms are not accepted, so none is asked"
        advice = "read the terms of each, then set `sources.broad_boards.accept_terms: true`"
        lines.append(CheckLine("warning", "broad boards", sentence, advice))
    if bool(broad.sites) != bool(broad.searches):
        missing = "searches" if broad.sites else "sites"
        sentence = f"broad boards have no {missing}, so none is asked"
        advice = f"fill in `sources.broad_boards.{missing}`"
        lines.append(CheckLine("warning", "broad boards", sentence, advice))
    return lines


def _counts(sources: Sources) -> dict[str, int]:
    broad = sources.broad_boards
    usable = broad.sites if broad.accept_terms and broad.searches else ()
    return {
        "company boards": len(sources.company_boards),
        "public feeds": len(sources.public_feeds),
        "broad boards": len(usable),
        "community threads": len(sources.community),
        "imports": len(sources.imports),
    }


def check_import_files(search: SearchSettings, folder: Path) -> list[CheckLine]:
    """Each file to import is there; a relative path starts at the tenant's folder."""
    lines = []
    for number, entry in enumerate(search.sources.imports):
        if entry.path is None or (folder / Path(entry.path).expanduser()).is_file():
            continue
        sentence = f"the file to import {entry.path} is not there"
        advice = f"correct `sources.imports[{number}].path`"
        lines.append(CheckLine("fault", "imports", sentence, advice))
    return lines


def check_replay(environ: Mapping[str, str]) -> CheckLine:
    """The recorded responses can be read, where JOBCTRL_REPLAY names some."""
    folder = environ.get("JOBCTRL_REPLAY", "").strip()
    if not folder:
        return CheckLine("ok", "replay", "JOBCTRL_REPLAY is not set: sources are asked themselves")
    from jobctrl_dagster.gate.replay import Replay, ReplayInvalidError

    try:
        Replay.load(Path(folder).expanduser())
    except ReplayInvalidError as error:
        advice = "correct JOBCTRL_REPLAY or unset it"
        return CheckLine("fault", "replay", str(error), advice)
    return CheckLine("ok", "replay", f"recorded responses in {folder} answer every request")
