package io.bayou.http;

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
    EventLimits limits) {}
