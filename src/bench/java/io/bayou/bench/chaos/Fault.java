package io.bayou.bench.chaos;

/** A fault, by its name on the command line. */
enum Fault {
  /** SIGKILL to an instance. */
  KILL(Group.KILL),
  /** SIGKILL to an instance, and its state directory is deleted. */
  WIPE(Group.KILL),
  /** SIGTERM to an instance. */
  TERMINATE(Group.KILL),
  /** SIGSTOP to an instance for longer than its session, then SIGCONT. */
  FREEZE(Group.FREEZE),
  /** SIGKILL to a broker. */
  BROKER(Group.BROKER),
  /** SIGKILL to all brokers, which stay away for long. */
  OUTAGE(Group.BROKER),
  /** SIGTERM to a broker, which stays away for some time. */
  ROLL(Group.BROKER),
  /** Records that are not valid events. */
  POISON(Group.POISON),
  /** More partitions for the event topics. */
  PARTITIONS(Group.PARTITIONS),
  /** A model is deleted and recreated under traffic. */
  MODELS(Group.MODELS),
  /** The next of retrain, verify, promote, verify, rollback, delete. */
  RETRAIN(Group.RETRAIN);

  /** The values of {@code --faults}. */
  enum Group {
    KILL,
    FREEZE,
    BROKER,
    POISON,
    PARTITIONS,
    MODELS,
    RETRAIN
  }

  private final Group group;

  Fault(Group group) {
    this.group = group;
  }

  Group group() {
    return group;
  }
}
