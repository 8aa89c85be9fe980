"""A model of Bayou as an MLflow pyfunc: pip install 'bayou-client[mlflow]'.

Log a file of 'bayou models export --format json':

    import bayou.mlflow
    bayou.mlflow.log_model("fraud.json", artifact_path="model")

Load and score it like any pyfunc: the input is a DataFrame with a column for each feature, the
output has the columns 'label' and one 'p(CLASS)' for each class.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Union

from bayou.frames import score_frame
from bayou.model import Model

__all__ = ["log_model", "pyfunc_model", "save_model"]

_ARTIFACT = "bayou_model"


def _mlflow() -> Any:
    try:
        import mlflow.pyfunc
    except ImportError as e:
        raise ImportError(
            "there is no MLflow; install it with: pip install 'bayou-client[mlflow]'"
        ) from e
    return mlflow


def pyfunc_model() -> Any:
    """A PythonModel that scores with the artifact 'bayou_model'."""

    class BayouModel(_mlflow().pyfunc.PythonModel):  # type: ignore[misc]
        def load_context(self, context: Any) -> None:
            self.model = Model.load(context.artifacts[_ARTIFACT])

        def predict(self, context: Any, model_input: Any, params: Any = None) -> Any:
            return score_frame(self.model, model_input)

    return BayouModel()


def save_model(file: Union[str, Path], path: Union[str, Path], **options: Any) -> None:
    """Writes an MLflow model directory. Options are those of mlflow.pyfunc.save_model."""
    Model.load(file)  # a wrong file is found now, not when it is served
    _mlflow().pyfunc.save_model(
        path=str(path), python_model=pyfunc_model(), artifacts={_ARTIFACT: str(file)}, **options
    )


def log_model(file: Union[str, Path], **options: Any) -> Any:
    """Logs the model to the active run. Options are those of mlflow.pyfunc.log_model."""
    Model.load(file)
    return _mlflow().pyfunc.log_model(
        python_model=pyfunc_model(), artifacts={_ARTIFACT: str(file)}, **options
    )
