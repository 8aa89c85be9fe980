package io.bayou.http;

import io.bayou.codec.event.EventLimits;
import io.bayou.config.TopicsConfig;

/**
 * The ports of the server.
 *
 * @param alarms takes them to the cluster
 * @param limits on the size of events
 * @param topics of the events
 */
public record Backend(
    StreamQueries stream,
    ModelQueries models,
    EventIntake intake,
    VersionControl versions,
    AlarmSink alarms,
    EventLimits limits,
    TopicsConfig topics) {}
