"""A client of Bayou's HTTP API, with nothing but the standard library: docs/http.md."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from bayou._values import Value
from bayou.events import Event, Prediction

__all__ = ["HttpClient", "HttpFailure"]


class HttpFailure(Exception):
    """A response with an error: its status, and the problem that the server describes."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.problem = dict(problem)
        super().__init__(f"HTTP {status}: {problem.get('detail', problem.get('title', ''))}")


class HttpClient:
    """Talks to one instance of Bayou. Any number of threads may share it."""

    def __init__(
        self,
        url: str = "http://localhost:8080",
        token: Optional[str] = None,
        timeout: float = 30.0,
    ) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def predict(
        self,
        model: str,
        event: Union[Event, Mapping[str, Value]],
        version: Optional[int] = None,
        explain: bool = True,
    ) -> Prediction:
        """Asks for the prediction of an event, or of features by name."""
        given = event if isinstance(event, Event) else Event(event)
        answer = self._post(self._predict(model, version, explain), given.to_dict())
        return Prediction.from_dict(answer)

    def predict_all(
        self, model: str, events: Iterable[Event], version: Optional[int] = None
    ) -> List[Prediction]:
        """Asks for up to 1,000 predictions at once, in the order of the events."""
        body = [event.to_dict() for event in events]
        answers = self._post(self._predict(model, version, False), body)
        return [Prediction.from_dict(answer) for answer in answers]

    def send(self, *events: Event) -> Any:
        """Sends events to Kafka; returns where each was written."""
        body = [event.to_dict() for event in events]
        return self._post("/events", body[0] if len(body) == 1 else body)

    def correct(self, event: Event, label: str) -> Any:
        """Replaces the label under which an event was learned."""
        return self.send(replace(event, label=label, correction_of=event.label))

    def models(self) -> List[Dict[str, Any]]:
        """A summary of each model."""
        found: List[Dict[str, Any]] = self._request("GET", "/models")["models"]
        return found

    def model(self, name: str) -> Any:
        """What a model has learned: spec, versions, statistics."""
        return self._request("GET", f"/models/{quote(name, safe='')}")

    def evaluation(self, name: str) -> Any:
        """How good the predictions of a model are."""
        return self._request("GET", f"/models/{quote(name, safe='')}/evaluation")

    @staticmethod
    def _predict(model: str, version: Optional[int], explain: bool) -> str:
        options: Dict[str, Any] = {} if version is None else {"version": version}
        if not explain:
            options["explain"] = "false"
        path = f"/models/{quote(model, safe='')}/predict"
        return f"{path}?{urlencode(options)}" if options else path

    def _post(self, path: str, body: Any) -> Any:
        return self._request("POST", path, json.dumps(body, allow_nan=False).encode())

    def _request(self, method: str, path: str, body: Optional[bytes] = None) -> Any:
        request = Request(self._url + path, data=body, method=method)
        request.add_header("Accept", "application/json")
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urlopen(request, timeout=self._timeout) as response:
                return json.load(response)
        except HTTPError as e:
            raise HttpFailure(e.code, _problem(e)) from e


def _problem(error: HTTPError) -> Mapping[str, Any]:
    text = error.read().decode(errors="replace")
    try:
        problem = json.loads(text)
    except ValueError:
        problem = {}
    return problem if isinstance(problem, dict) else {"detail": text[:500] or error.reason}
