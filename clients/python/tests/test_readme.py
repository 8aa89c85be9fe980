"""Runs the listings of the README: with the packages that they need, or with stand-ins for these."""

import contextlib
import csv
import importlib.util
import io
import json
import os
import re
import sys
import tempfile
import threading
import unittest
from http.server import HTTPServer
from pathlib import Path
from types import ModuleType
from unittest import mock

from test_clients import Server
from test_optional import Consumer, Mlflow, Producer

README = Path(__file__).parent.parent / "README.md"
LISTINGS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)

FRAUD = {
    "bayouScoring": 1,
    "model": "fraud",
    "version": 1,
    "learner": "naive-bayes",
    "examples": 4,
    "scorer": {
        "type": "bayes",
        "labels": ["fraud", "legit"],
        "logPrior": [-0.7, -0.7],
        "evidence": True,
        "terms": [
            {
                "type": "discrete",
                "feature": "country",
                "kind": "string",
                "values": ["CH", "FR"],
                "probabilities": [[0.1, 0.9], [0.9, 0.1]],
            }
        ],
    },
}


class Frame:
    """What a listing needs of a DataFrame."""

    def __init__(self, rows, index=None):
        self.rows = rows
        self.columns = list(rows[0])
        self.index = range(len(rows)) if index is None else index

    def itertuples(self, index, name):
        return [tuple(row.values()) for row in self.rows]

    def join(self, other):
        return Frame([{**row, **more} for row, more in zip(self.rows, other.rows)])

    def __str__(self):
        return "\n".join([str(self.columns), *(str(list(row.values())) for row in self.rows)])


def pandas():
    module = ModuleType("pandas")
    module.read_csv = lambda file: Frame(
        list(csv.DictReader(Path(file).read_text(encoding="utf-8").splitlines()))
    )
    return module


class NoMoreRecords(Exception):
    """Ends a loop that has no end."""


class EndingConsumer(Consumer):
    def poll(self, timeout):
        if not self.left:
            raise NoMoreRecords
        return super().poll(timeout)


def kafka():
    module = ModuleType("confluent_kafka")
    module.Producer = Producer
    module.Consumer = EndingConsumer
    return module


def installed(name):
    return importlib.util.find_spec(name) is not None


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)
        Path("fraud.json").write_text(json.dumps(FRAUD), encoding="utf-8")
        Path("payments.csv").write_text("amount,country\n9.5,CH\n80,FR\n", encoding="utf-8")

    def run_listing(self, word, **modules):
        """Runs the only listing with that word; returns what it prints."""
        (listing,) = [listing for listing in LISTINGS if word in listing]
        printed = io.StringIO()
        with mock.patch.dict(sys.modules, modules), contextlib.redirect_stdout(printed):
            exec(compile(self.changed(listing), str(README), "exec"), {})
        return printed.getvalue()

    def changed(self, listing):
        return listing

    def test_should_know_every_listing(self):
        self.assertEqual(len(LISTINGS), 5)

    def test_should_score(self):
        self.assertRegex(self.run_listing("print(score.label"), "^legit {'fraud': 0.1")

    def test_should_score_a_frame(self):
        stand_in = {} if installed("pandas") else {"pandas": pandas()}
        printed = self.run_listing("pandas", **stand_in)

        self.assertIn("p(fraud)", printed)
        self.assertRegex(printed, "CH.*legit")
        self.assertRegex(printed, "FR.*fraud")

    def test_should_ask_a_server(self):
        server = HTTPServer(("127.0.0.1", 0), Server)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}"
        self.changed = lambda listing: listing.replace("http://localhost:8080", address)

        self.assertEqual(self.run_listing("HttpClient"), "a {'a': 1.0} {}\n")

    def test_should_use_kafka(self):
        """Always with a stand-in: a real client would need a broker."""
        with self.assertRaises(NoMoreRecords):
            self.run_listing("EventSender", confluent_kafka=kafka())

        self.assertEqual(
            [topic for topic, _, _ in Producer.last.sent], ["bayou.labeled", "bayou.unlabeled"]
        )
        self.assertTrue(Consumer.last.closed)

    def test_should_log_a_model(self):
        if installed("mlflow"):
            self.run_listing("bayou.mlflow")
            return
        mlflow = Mlflow()
        self.run_listing("bayou.mlflow", mlflow=mlflow, **{"mlflow.pyfunc": mlflow.pyfunc})

        self.assertEqual(mlflow.saved["artifact_path"], "model")
        self.assertEqual(mlflow.saved["artifacts"], {"bayou_model": "fraud.json"})


if __name__ == "__main__":
    unittest.main()
