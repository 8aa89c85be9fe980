package io.bayou.codec.state;

import io.bayou.codec.jsonio.FormJson;
import io.bayou.model.ScoringForm;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A model as JSON for scorers in other languages (docs/model-json.md): what its answers are
 * computed from, not what it learns by. Nothing can be learned from it.
 */
public final class ScoringJson {
  static final int FORMAT = 1;

  private ScoringJson() {}

  /**
   * Writes a model.
   *
   * @throws UnsupportedOperationException if scorers cannot compute its answers; says why
   */
  public static void write(ModelFile model, OutputStream out) throws IOException {
    ScoringForm document =
        new ScoringForm()
            .integer("bayouScoring", FORMAT)
            .text("model", model.model())
            .integer("version", model.version())
            .text("learner", model.learner().spec().learner().key())
            .integer("examples", model.learner().examples())
            .form("scorer", model.learner().scoringForm());
    FormJson.write(document, out);
  }
}
