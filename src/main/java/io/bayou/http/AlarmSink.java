package io.bayou.http;

/** Takes the alarms of this instance to where the cluster keeps them. Never blocks; thread-safe. */
public interface AlarmSink {
  /** Nobody but this instance is told. */
  AlarmSink NONE =
      new AlarmSink() {
        @Override
        public void raised(Alarm alarm) {}

        @Override
        public void cleared(Alarm.Kind kind, String model) {}
      };

  /** Something has begun, or happened. */
  void raised(Alarm alarm);

  /**
   * Something is over, as far as this instance sees.
   *
   * @param model null for a kind that concerns no single model
   */
  void cleared(Alarm.Kind kind, String model);
}
