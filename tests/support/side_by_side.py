"""Runs the tests of a script side by side, each in its own process, because most of their time is waiting."""

import subprocess
import sys
import unittest


def names(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from names(each)
        else:
            yield each.id().removeprefix("__main__.")


def main():
    """In place of unittest.main(), which runs what the command line selects."""
    if sys.argv[1:] not in ([], ["-v"]):
        unittest.main()
    started = [subprocess.Popen([sys.executable, sys.argv[0], "-v", name], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
               for name in names(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))]
    if not started:
        sys.exit("there are no tests")
    for process in started:
        print(process.communicate()[0], flush=True)
    sys.exit(any(process.returncode for process in started))
