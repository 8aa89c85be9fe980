"""Events and predictions over Kafka, with confluent-kafka: pip install 'bayou-client[kafka]'."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Optional

from bayou.events import Event, Prediction

__all__ = ["EventSender", "predictions"]


def _confluent() -> Any:
    try:
        import confluent_kafka
    except ImportError as e:
        raise ImportError(
            "there is no Kafka client; install one with: pip install 'bayou-client[kafka]'"
        ) from e
    return confluent_kafka


class EventSender:
    """Sends events: those with a label to be learned, the others to be predicted."""

    def __init__(self, settings: Mapping[str, Any], prefix: str = "bayou.") -> None:
        """settings are those of the Kafka client, such as bootstrap.servers."""
        self._producer = _confluent().Producer({"enable.idempotence": True, **settings})
        self._prefix = prefix
        self._failure: Optional[str] = None

    def send(self, event: Event, topic: Optional[str] = None) -> None:
        """Hands an event over; flush tells whether it arrived."""
        default = "unlabeled" if event.label is None else "labeled"
        self._producer.produce(
            topic or self._prefix + default,
            value=event.to_bytes(),
            key=event.id,
            on_delivery=self._delivered,
        )
        self._producer.poll(0)

    def flush(self, timeout: float = 30.0) -> None:
        """Waits until all events are written; raises if one was not."""
        left = self._producer.flush(timeout)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise RuntimeError(f"Kafka did not accept an event: {failure}")
        if left > 0:
            raise TimeoutError(f"{left} events were not written within {timeout} s")

    def _delivered(self, error: Any, message: Any) -> None:
        if error is not None:
            self._failure = str(error)

    def __enter__(self) -> "EventSender":
        return self

    def __exit__(self, *error: Any) -> None:
        self.flush()


def predictions(
    settings: Mapping[str, Any], topic: str = "bayou.predictions", timeout: Optional[float] = None
) -> Iterator[Prediction]:
    """The predictions as they come, in JSON. Ends if there is none for the timeout in seconds."""
    confluent = _confluent()
    given: Dict[str, Any] = {"auto.offset.reset": "earliest", **settings}
    # Others would see a prediction twice after a crash.
    consumer = confluent.Consumer({**given, "isolation.level": "read_committed"})
    consumer.subscribe([topic])
    try:
        while True:
            message = consumer.poll(1.0 if timeout is None else timeout)
            if message is None:
                if timeout is not None:
                    return
            elif message.error():
                raise confluent.KafkaException(message.error())
            elif message.value() is not None:
                yield Prediction.from_bytes(message.value())
    finally:
        consumer.close()
