"""The modules that need other packages, with stand-ins for these."""

import json
import sys
import tempfile
import unittest
from pathlib import Path
from types import ModuleType, SimpleNamespace
from unittest import mock

from bayou import Event, ModelError
from bayou.kafka import EventSender, predictions

MODEL = {
    "bayouScoring": 1,
    "model": "m",
    "version": 1,
    "learner": "majority",
    "examples": 1,
    "scorer": {"type": "bayes", "labels": ["a"], "logPrior": [0], "evidence": True, "terms": []},
}


class Producer:
    def __init__(self, settings):
        self.settings = settings
        self.sent = []
        self.error = None
        Producer.last = self

    def produce(self, topic, value, key, on_delivery):
        self.sent.append((topic, json.loads(value), key))
        on_delivery(self.error, None)

    def poll(self, timeout):
        return 0

    def flush(self, timeout):
        return 0


class Consumer:
    def __init__(self, settings):
        self.settings = settings
        self.left = [b'{"id":"q1","model":"m","posterior":{"a":1.0}}', None]
        self.closed = False
        Consumer.last = self

    def subscribe(self, topics):
        self.topics = topics

    def poll(self, timeout):
        if not self.left:
            return None
        value = self.left.pop(0)
        return SimpleNamespace(error=lambda: None, value=lambda: value)

    def close(self):
        self.closed = True


class KafkaTest(unittest.TestCase):
    def setUp(self):
        module = ModuleType("confluent_kafka")
        module.Producer = Producer
        module.Consumer = Consumer
        patch = mock.patch.dict(sys.modules, {"confluent_kafka": module})
        patch.start()
        self.addCleanup(patch.stop)

    def test_should_send_examples_and_questions_to_their_topics(self):
        with EventSender({"bootstrap.servers": "b"}, prefix="p.") as sender:
            sender.send(Event({"x": 1}, label="a"))
            sender.send(Event({"x": 2}, id="q1"))

        self.assertEqual(
            Producer.last.sent,
            [
                ("p.labeled", {"features": {"x": 1}, "label": "a"}, None),
                ("p.unlabeled", {"features": {"x": 2}, "id": "q1"}, "q1"),
            ],
        )

    def test_should_raise_what_kafka_did_not_accept(self):
        sender = EventSender({})
        Producer.last.error = "too large"
        sender.send(Event({}))

        with self.assertRaisesRegex(RuntimeError, "did not accept an event: too large"):
            sender.flush()

    def test_should_read_committed_predictions_and_skip_null_values(self):
        read = list(predictions({"group.id": "g"}, timeout=0.1))

        self.assertEqual([prediction.id for prediction in read], ["q1"])
        self.assertEqual(Consumer.last.settings["isolation.level"], "read_committed")
        self.assertEqual(Consumer.last.topics, ["bayou.predictions"])
        self.assertTrue(Consumer.last.closed)


class MissingPackagesTest(unittest.TestCase):
    def test_should_say_what_to_install(self):
        with mock.patch.dict(sys.modules, {"confluent_kafka": None}):
            with self.assertRaisesRegex(ImportError, r"bayou-client\[kafka\]"):
                EventSender({})


class Mlflow(ModuleType):
    """What the wrapper needs of MLflow."""

    def __init__(self):
        super().__init__("mlflow")
        self.pyfunc = ModuleType("mlflow.pyfunc")
        self.pyfunc.PythonModel = object
        self.pyfunc.save_model = self.pyfunc.log_model = self.save

    def save(self, **options):
        self.saved = options


class MlflowTest(unittest.TestCase):
    def test_should_save_a_model_that_scores_rows(self):
        mlflow = Mlflow()
        with mock.patch.dict(sys.modules, {"mlflow": mlflow, "mlflow.pyfunc": mlflow.pyfunc}):
            import bayou.mlflow

            with tempfile.TemporaryDirectory() as directory:
                file = Path(directory, "m.json")
                file.write_text(json.dumps(MODEL), encoding="utf-8")
                bayou.mlflow.save_model(file, Path(directory, "saved"))
                model = mlflow.saved["python_model"]
                model.load_context(SimpleNamespace(artifacts=mlflow.saved["artifacts"]))
                file.write_text("{}", encoding="utf-8")
                with self.assertRaises(ModelError):
                    bayou.mlflow.save_model(file, "saved")

        with mock.patch.object(bayou.mlflow, "score_frame", lambda m, rows: (m.name, rows)):
            self.assertEqual(model.predict(None, "rows"), ("m", "rows"))


if __name__ == "__main__":
    unittest.main()
