# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pytest plugin that records the outcome of each test, and skips tests that are recorded already.

The variable HLOOM_TEST_RECORD names the record, a file with a line of JSON for each test.
"""

import json
import os
import pathlib

_RECORD = pathlib.Path(os.environ["HLOOM_TEST_RECORD"])
_reasons = {}


def _done():
    if not _RECORD.exists():
        return set()
    with _RECORD.open() as lines:
        return {json.loads(line)["test"] for line in lines if line.endswith("\n")}


def pytest_configure():
    # JAX's tests select platforms by JAX's own names. hloom must run the tests that the CPU runs,
    # so it also has the tag of the CPU.
    if os.environ["JAX_PLATFORMS"].startswith("hloom"):
        from jax._src import test_util

        test_util._get_device_tags = lambda: {test_util.device_under_test(), "cpu"}


def pytest_collection_modifyitems(config, items):
    # export_test.py has a table of the expected results of a program by platform.
    for module in {item.module for item in items}:
        expected = getattr(module, "_testing_multi_platform_to_add", {})
        if "cpu" in expected:
            expected.setdefault("hloom", expected["cpu"])
    done = _done()
    left = [item for item in items if item.nodeid not in done]
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in done])
    items[:] = left


def pytest_runtest_logreport(report):
    # Workers of pytest-xdist send their reports to the controller, which writes the record.
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    if report.failed:
        _reasons.setdefault(report.nodeid, ("failed", _failure(report)))
    elif report.skipped:
        expected = hasattr(report, "wasxfail")
        reason = report.wasxfail if expected else report.longrepr[2]
        _reasons.setdefault(report.nodeid, ("skipped", reason))
    # If a worker ends during a test, the only report of the test has `when` set to `???`.
    if report.when in ("teardown", "???"):
        outcome, reason = _reasons.pop(report.nodeid, ("passed", ""))
        if report.when == "???":
            outcome = "crashed"
        line = {"test": report.nodeid, "outcome": outcome, "reason": reason}
        with _RECORD.open("a") as record:
            record.write(json.dumps(line) + "\n")


def pytest_collectreport(report):
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        line = {"test": report.nodeid, "outcome": "failed", "reason": str(report.longrepr)}
        with _RECORD.open("a") as record:
            record.write(json.dumps(line) + "\n")


def _failure(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else str(report.longrepr)


def pytest_sessionfinish(session, exitstatus):
    # Exit status 1 means that tests failed, 5 that no tests are left to run. Neither is an error,
    # as the record has the outcomes.
    if exitstatus in (1, 5):
        session.exitstatus = 0
