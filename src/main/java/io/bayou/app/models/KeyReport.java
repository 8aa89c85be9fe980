package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.Display;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ModelJson;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.scope.KeyedModel;
import io.bayou.stream.RowKeys;
import io.bayou.stream.keyed.KeyPartial;
import io.bayou.stream.keyed.KeyState;
import io.bayou.stream.keyed.KeyedChangelog;
import io.bayou.stream.topics.KafkaCluster;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;

/** Reports the model of one key, from the changelog. */
final class KeyReport {
  private KeyReport() {}

  /** Reads the model of a key of the active version. */
  static KeyState read(KafkaCluster cluster, ModelDefinition definition, String key) {
    if (definition.active().spec().scope().isEmpty()) {
      throw new CommandFailed(
          "model '" + definition.name() + "' has no scope, so there are no keys");
    }
    String modelVersion = RowKeys.modelVersion(definition.name(), definition.activeVersion());
    KeyedModel model = KeyedModel.of(definition.active().spec());
    KeyState state = new KeyedChangelog(cluster, modelVersion, model).read(key::equals).get(key);
    if (state == null || state.isEmpty()) {
      throw new CommandFailed(
          "key '%s' of %s has learned nothing; everybody's model answers it"
              .formatted(key, modelVersion));
    }
    return state;
  }

  static void print(KeyState state, boolean json, PrintWriter out) {
    if (json) {
      JsonObject.line(out, object -> write(object, state));
      return;
    }
    out.printf(
        Locale.ROOT,
        "key %s of %s: %,d examples, the last at %s%n",
        Display.name(state.id().key()),
        state.id().modelVersion(),
        state.examples(),
        Instant.ofEpochMilli(state.lastSeen()));
    if (state.scored() > 0) {
      out.printf(Locale.ROOT, "log loss %.4f over %,d answers%n", state.meanLoss(), state.scored());
    }
    for (KeyPartial partial : state.partials()) {
      out.printf(
          Locale.ROOT,
          "  %-36s [%,d, %,d) %,d examples%n",
          partial.source(),
          partial.firstOffset(),
          partial.endOffset(),
          partial.learner().examples());
    }
    out.println("--json shows the statistics of its classes and features");
  }

  private static void write(JsonObject json, KeyState state) {
    Learner own = state.learner();
    json.text("key", state.id().key())
        .number("examples", state.examples())
        .number("lastSeen", state.lastSeen())
        .number("scored", state.scored())
        .number("logLoss", state.meanLoss());
    ModelJson.write(json, Integer.MAX_VALUE, own.fit(), own::describe);
  }
}
