package io.bayou.bench.chaos;

/** A fault, by the name that switches it on and off. */
enum Fault {
  /** SIGKILL to an instance. */
  KILL(Group.KILL),
  /** SIGKILL to an instance whose state directory is deleted as well. */
  WIPE(Group.KILL),
  /** SIGTERM to an instance. */
  TERMINATE(Group.KILL),
  /** SIGSTOP to an instance for longer than its session, then SIGCONT. */
  FREEZE(Group.FREEZE),
  /** SIGKILL to a broker. */
  BROKER(Group.BROKER),
  /** Records that are no events. */
  POISON(Group.POISON),
  /** More partitions for the event topics. */
  PARTITIONS(Group.PARTITIONS),
  /** A model is deleted and recreated under traffic. */
  MODELS(Group.MODELS),
  /** The next one of retrain, verify, promote, verify, rollback, delete. */
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
