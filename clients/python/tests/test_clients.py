import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from bayou import Event, Model, Prediction
from bayou.frames import score_frame
from bayou.http import HttpClient, HttpFailure


class EventTest(unittest.TestCase):
    def test_should_write_what_is_given(self):
        event = Event({"x": 1.5, "city": "Zürich", "tags": ["a"]}, id="e1", correction_of="b")

        self.assertEqual(
            json.loads(event.to_bytes()),
            {
                "id": "e1",
                "features": {"x": 1.5, "city": "Zürich", "tags": ["a"]},
                "correctionOf": "b",
            },
        )

    def test_should_refuse_a_number_that_is_none(self):
        with self.assertRaises(ValueError):
            Event({"x": float("nan")}).to_bytes()


class PredictionTest(unittest.TestCase):
    def test_should_read_the_fields_of_the_documentation(self):
        prediction = Prediction.from_bytes(
            b'{"id":"q1","model":"default","version":1,"label":"busy","posterior":{"busy":0.951},'
            b'"logEvidence":-3.559,"examples":2,"learnedTo":{"bayou.labeled-0":2},"flags":["NOVEL"],'
            b'"time":1794944059220,"later":{"unknown":1}}'
        )

        self.assertEqual(prediction.label, "busy")
        self.assertEqual(prediction.log_evidence, -3.559)
        self.assertEqual(prediction.learned_to, {"bayou.labeled-0": 2})
        self.assertEqual(prediction.flags, ["NOVEL"])
        self.assertIsNone(prediction.set)

    def test_should_say_that_something_is_no_prediction(self):
        for value in (b"{}", b"[]"):
            with self.assertRaisesRegex(ValueError, "no prediction"):
                Prediction.from_bytes(value)


class Server(BaseHTTPRequestHandler):
    """Answers as Bayou does, and notes down the request."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.request = (self.path, self.headers["Authorization"], body)
        answer = {"id": None, "model": "m", "posterior": {"a": 1.0}, "label": "a"}
        if "wrong" in self.path:
            self.reply(404, {"title": "Not Found", "detail": "no model 'wrong'"})
        else:
            self.reply(200, [answer] * len(body) if isinstance(body, list) else answer)

    def reply(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class HttpClientTest(unittest.TestCase):
    def setUp(self):
        self.server = HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = HttpClient(f"http://127.0.0.1:{self.server.server_port}/", token="secret")

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def test_should_ask_for_a_prediction(self):
        prediction = self.client.predict("a/b", {"x": 1}, version=2, explain=False)

        self.assertEqual(prediction.label, "a")
        self.assertEqual(
            self.server.request,
            (
                "/models/a%2Fb/predict?version=2&explain=false",
                "Bearer secret",
                {"features": {"x": 1}},
            ),
        )

    def test_should_ask_for_many_predictions(self):
        self.assertEqual(len(self.client.predict_all("m", [Event({}), Event({"x": 1})])), 2)

    def test_should_send_a_correction(self):
        self.client.correct(Event({"x": 1}, id="e", label="a"), "b")

        self.assertEqual(
            self.server.request[2],
            {"id": "e", "features": {"x": 1}, "label": "b", "correctionOf": "a"},
        )

    def test_should_pass_on_what_the_server_says(self):
        with self.assertRaisesRegex(HttpFailure, "HTTP 404: no model 'wrong'"):
            self.client.predict("wrong", {})


class Frame:
    """What score_frame needs of a DataFrame."""

    def __init__(self, rows, index=None):
        self.rows = rows
        self.index = index
        self.columns = ["color", "tags"]

    def itertuples(self, index, name):
        return iter(self.rows)


class FrameTest(unittest.TestCase):
    def test_should_answer_each_row(self):
        scorer = {
            "type": "bayes",
            "labels": ["a", "b"],
            "logPrior": [-0.6931471805599453, -0.6931471805599453],
            "evidence": True,
            "terms": [
                {
                    "type": "discrete",
                    "feature": "color",
                    "kind": "string",
                    "values": ["red"],
                    "probabilities": [[0.25, 0.75]],
                }
            ],
        }
        document = {"bayouScoring": 1, "model": "m", "version": 1, "learner": "x", "examples": 1}
        frame = Frame([("red", ["t"]), (float("nan"), None)], index=[7, 8])

        scores = score_frame(Model({**document, "scorer": scorer}), frame)

        self.assertEqual(scores.index, [7, 8])
        self.assertEqual(scores.rows[0]["label"], "b")
        self.assertAlmostEqual(scores.rows[0]["p(b)"], 0.75)
        self.assertAlmostEqual(scores.rows[1]["p(a)"], 0.5)


if __name__ == "__main__":
    unittest.main()
