# SPDX-License-Identifier: Apache-2.0
"""A result store whose results and rates are read as pandas frames."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Union

from kernelloupe.command import kloupe

if TYPE_CHECKING:
    import pandas

Verdict = Literal["run", "strict"]

# Columns with values only if the verdict that counts is "correct" (see "Whose verdict counts" in the help).
_MEASURED = ("speedup", "speedup_low", "speedup_high", "speed", "candidate_ms", "baseline_ms", "baseline",
             "min_speedup", "min_speedup_shape")
# Columns of results(). A missing number is NaN.
_RESULTS = {
    "id": "int64", "run": "object", "suite": "object", "task": "object", "category": "object", "level": "float64",
    "method": "object", "sample": "int64", "round": "int64", "status": "object", "verdict": "object",
    "strict_verdict": "object", "speedup": "float64", "speedup_low": "float64", "speedup_high": "float64",
    "speed": "object", "candidate_ms": "float64", "baseline_ms": "float64", "baseline": "object", "device": "object",
    "demo": "bool", "message": "object", "made_of": "object", "own_share": "float64", "arithmetic": "object",
    "min_speedup": "float64", "min_speedup_shape": "object",
}


def open(path: Union[str, "os.PathLike[str]"]) -> "Store":
    """Returns the store of a file *.kloupe.

    Raises KloupeError if kloupe cannot read it: no such file, not a store, damaged, or of another version. The file is
    not kept open, and reading never changes it.
    """
    store = Store(path)
    kloupe("runs", f"--store={store.path}")
    return store


class Store:
    """A result store. Each method reads the file anew, so results of a run in progress appear."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = os.path.abspath(path)

    def __repr__(self) -> str:
        return f"kernelloupe.open({self.path!r})"

    def results(self, scope: str = "", *, verdict: Verdict = "run") -> "pandas.DataFrame":
        """Returns one row for each evaluation in `scope`, a filter as in `kloupe query`; "" means all.

        The columns are those of `kloupe query --json`. With verdict="strict" the column `verdict` has the verdicts by
        the strict rules, as they count in `kloupe metrics --verdict strict`: results without one are left out, and
        those that are not correct have no times and no speedup. `run_verdict` then has the run's own verdicts, and
        `status` and `message`, which are about those, are left out.
        """
        module = _pandas()
        document = kloupe("query", f"--store={self.path}", *_filter(scope))
        rows: list[dict[str, Any]] = document["rows"]
        frame: pandas.DataFrame = module.DataFrame(rows, columns=list(_RESULTS)).astype(_RESULTS)
        if _checked(verdict) == "run":
            return frame
        strict: pandas.DataFrame = frame[frame["strict_verdict"] != "not_recorded"].reset_index(drop=True)
        for column in _MEASURED:
            strict[column] = strict[column].where(strict["strict_verdict"] == "correct")
        strict = strict.drop(columns=["status", "message"])
        strict = strict.rename(columns={"verdict": "run_verdict", "strict_verdict": "verdict"})
        return strict

    def metrics(self, scope: str = "", *, by: str = "category", verdict: Verdict = "run", choose: str = "last",
                pool: Sequence[str] = (), **only: str) -> "pandas.DataFrame":
        """Returns counts, rates and speedups of each group, as `kloupe metrics` prints them.

        `scope` is a filter as in `kloupe query`. `by` names the grouping; the last group, "all", is the whole, except
        by a condition. `choose` is the attempt that counts for a task.

        Conditions that must not be mixed (suite, suite_version, protocol, device, precision, clock, baseline) are
        columns, and each of their values has groups of its own. Restrict one with its name, as in device="H100", or
        count its values together with pool=["device"].

        `frame.attrs["definitions"]` says what the columns count, `frame.attrs["captions"]` which results they cover.
        """
        module = _pandas()
        options = [f"--by={by}", f"--verdict={_checked(verdict)}", f"--choose={choose}"]
        options += [f"--pool={condition}" for condition in pool]
        options += [f"--{condition.replace('_', '-')}={value}" for condition, value in only.items()]
        document = kloupe("metrics", f"--store={self.path}", *options, *_filter(scope))
        blocks: list[dict[str, Any]] = document["blocks"] if "blocks" in document else [document]
        rows = [{**group, **_conditions(block)} for block in blocks for group in block["groups"]]
        columns = ["group", *(column for column in (rows[0] if rows else ()) if column != "group")]
        frame: pandas.DataFrame = module.DataFrame(rows, columns=columns)
        for column in columns:
            if column not in ("group", *_conditions(blocks[0])):
                frame[column] = module.to_numeric(frame[column])  # None becomes NaN
        frame.attrs["definitions"] = blocks[0]["definitions"] if blocks else ""
        frame.attrs["captions"] = [block["population"]["caption"] for block in blocks]
        return frame


def _conditions(block: dict[str, Any]) -> dict[str, Any]:
    """Returns the value of each condition in a block; several that are counted together are joined by commas."""
    found: dict[str, Any] = {}
    for name, condition in block["population"]["conditions"].items():
        if condition["state"] in ("pooled", "unasked"):
            found[name] = ", ".join(each["value"] or "not recorded" for each in condition["values"])
        elif condition["state"] != "split":  # then each group has its own value, which is its name
            found[name] = condition["value"]
    return found


def _filter(scope: str) -> list[str]:
    return ["--", scope] if scope else []  # a term may begin with "-"


def _checked(verdict: str) -> str:
    if verdict not in ("run", "strict"):
        raise ValueError(f'verdict must be "run" or "strict", not {verdict!r}')
    return verdict


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("results and metrics are pandas frames: pip install pandas") from error
    return pandas
