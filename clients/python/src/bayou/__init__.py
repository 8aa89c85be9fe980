"""A client of Bayou: events, predictions, HTTP, Kafka, and scoring in this process."""

from bayou.events import Event, Prediction
from bayou.model import Model, ModelError, Score

__all__ = ["Event", "Model", "ModelError", "Prediction", "Score"]
