import json
import tempfile
import unittest
from pathlib import Path

from bayou import Model, ModelError
from bayou._values import Discrete, Text, number_of, spelled

TEXT = {"feature": "words", "strings": True, "lowerCase": True, "ngrams": 1}


def document(scorer, version=1):
    return {
        "bayouScoring": version,
        "model": "m",
        "version": 2,
        "learner": "naive-bayes",
        "examples": 3,
        "scorer": scorer,
    }


def prior(*log_priors):
    labels = [chr(ord("a") + c) for c in range(len(log_priors))]
    return {
        "type": "bayes",
        "labels": labels,
        "logPrior": list(log_priors),
        "evidence": True,
        "terms": [],
    }


class ModelTest(unittest.TestCase):
    def test_should_answer_nothing_before_the_first_class(self):
        score = Model(document(prior())).score({"x": 1})

        self.assertIsNone(score.label)
        self.assertEqual(score.posterior, {})

    def test_should_break_ties_by_label(self):
        self.assertEqual(Model(document(prior(-0.7, -0.7))).score({}).label, "a")

    def test_should_fall_back_on_the_prior_where_every_class_is_impossible(self):
        scorer = prior(-1.0986122886681098, -0.40546510810816444)
        scorer["terms"] = [
            {
                "type": "discrete",
                "feature": "x",
                "kind": "string",
                "values": ["v"],
                "probabilities": [[0, 0]],
            }
        ]

        score = Model(document(scorer)).score({"x": "v"})

        self.assertEqual(score.label, "b")
        self.assertAlmostEqual(score.posterior["a"], 1 / 3)

    def test_should_say_what_is_wrong_with_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "model.json")
            for text, message in [
                ("nonsense", "is not JSON"),
                ("[]", "is not an object"),
                ("{}", "no model as JSON"),
                (json.dumps(document(prior(), version=9)), "has format 9, this package reads 1"),
                (json.dumps(document({"type": "oracle"})), "cannot score with 'oracle'"),
            ]:
                file.write_text(text, encoding="utf-8")
                with self.assertRaisesRegex(ModelError, message):
                    Model.load(file)

    def test_should_refuse_a_sum_that_the_model_estimates(self):
        nodes = [
            {"feature": "x", "kind": "string", "values": ["v", "w"], "unknown": "missing"},
            {"feature": "y", "kind": "string", "values": ["v"], "unknown": "missing"},
        ]
        nodes[0].update(parents=[], tables=[[0.5, 0.5]])
        nodes[1].update(parents=[0], tables=[[1, 1]])
        scorer = prior(0)
        network = {"type": "network", "nodes": nodes, "order": [0, 1], "elimination": [1, 0]}
        scorer["terms"] = [{**network, "maxCells": 1}]

        model = Model(document(scorer))

        self.assertEqual(model.score({"x": "v", "y": "v"}).label, "a")
        with self.assertRaisesRegex(ModelError, "sum over 2 combinations.*send more of 'x'"):
            model.score({"y": "v"})


class ValuesTest(unittest.TestCase):
    def test_should_read_numbers_and_what_spells_them(self):
        for value, number in [
            (3, 3.0),
            ("2.5", 2.5),
            ("+1e3", 1000.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("1d", None),
            ("0x10", None),
            (" 1", None),
            ("nan", None),
            ("", None),
            (1e101, None),
            (float("nan"), None),
            (True, None),
            (None, None),
        ]:
            with self.subTest(value=value):
                self.assertEqual(number_of(value), number)

    def test_should_spell_numbers_as_java_does(self):
        for number, text in [
            (2.0, "2"),
            (-0.0, "0"),
            (1.5, "1.5"),
            (-0.001, "-0.001"),
            (0.00012, "1.2E-4"),
            (1e-5, "1.0E-5"),
            (12345678.9, "1.23456789E7"),
            (1234567.25, "1234567.25"),
            (1e15, "1.0E15"),
            (-1e21, "-1.0E21"),
        ]:
            with self.subTest(number=number):
                self.assertEqual(spelled(number), text)

    def test_should_tell_missing_from_unknown_values(self):
        truth = Discrete({"feature": "x", "kind": "truth", "values": ["false", "true"]})
        text = Discrete({"feature": "x", "kind": "string", "values": ["v"]})

        self.assertEqual([truth.read({"x": x}) for x in (False, 1, 2, "true")], [0, 1, -1, -1])
        self.assertEqual([text.read({"x": x}) for x in ("v", "w", 1, None)], [0, -2, -1, -1])

    def test_should_count_tokens(self):
        self.assertEqual(Text(TEXT).read({"words": ["A", "A"]}), {"A": 2})
        self.assertEqual(Text(TEXT).read({"words": {"A": 2}}), {"A": 2})
        self.assertEqual(
            Text(TEXT).read({"words": "It's 3,5 in a.b_c; a,b"}),
            {"it's": 1, "3,5": 1, "in": 1, "a.b_c": 1, "a": 1, "b": 1},
        )
        self.assertIsNone(Text(TEXT).read({"words": 1}))

    def test_should_refuse_texts_that_only_java_can_cut(self):
        with self.assertRaisesRegex(ModelError, "'words': the text has characters beyond ASCII"):
            Text(TEXT).read({"words": "Größe"})
        with self.assertRaisesRegex(ModelError, "cut with 'stemming'"):
            Text({**TEXT, "stemming": "en"}).read({"words": "words"})
        self.assertEqual(Text({**TEXT, "stemming": "en"}).read({"words": ["word"]}), {"word": 1})


if __name__ == "__main__":
    unittest.main()
