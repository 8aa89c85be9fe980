package io.bayou.http;

import io.bayou.http.VersionControl.RefusedException;
import io.bayou.http.VersionControl.UnreachableException;
import io.javalin.http.Context;
import java.util.OptionalInt;
import java.util.function.IntSupplier;

/** Changes which version of a model answers. */
final class VersionRoutes {
  private final VersionControl versions;

  VersionRoutes(VersionControl versions) {
    this.versions = versions;
  }

  /**
   * @throws Problem if the version is not fit, or not given
   */
  void promote(Context context, String name) {
    OptionalInt version = Api.version(context.queryParam("version"));
    if (version.isEmpty()) {
      throw Problem.badRequest("which version? add ?version=2, for example");
    }
    change(context, name, () -> versions.promote(name, version.getAsInt()));
  }

  /**
   * @throws Problem if there is none to go back to
   */
  void rollback(Context context, String name) {
    change(context, name, () -> versions.rollback(name));
  }

  private static void change(Context context, String model, IntSupplier change) {
    int active;
    try {
      active = change.getAsInt();
    } catch (RefusedException e) {
      throw Problem.of(409, "Conflict", e.getMessage());
    } catch (UnreachableException e) {
      throw Problem.unavailable(e.getMessage());
    }
    Api.send(context, json -> json.text("model", model).number("activeVersion", active));
  }
}
