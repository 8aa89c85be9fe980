package io.bayou.http;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.event.EventLimits;

/**
 * The ports of the server.
 *
 * @param limits on the size of events
 */
public record Backend(
    StreamQueries stream,
    ModelQueries models,
    EventIntake intake,
    VersionControl versions,
    EventLimits limits) {
  public Backend {
    requireNonNull(stream, "stream");
    requireNonNull(models, "models");
    requireNonNull(intake, "intake");
    requireNonNull(versions, "versions");
    requireNonNull(limits, "limits");
  }
}
