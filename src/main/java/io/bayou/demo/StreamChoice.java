package io.bayou.demo;

import java.util.Locale;

/** The streams to choose from. */
public enum StreamChoice {
  DRIFT,
  IRIS,
  SMS,
  FRAUD;

  /**
   * @param phase how many events pass until the stream changes its ways
   */
  public DemoStream stream(long seed, int phase) {
    return switch (this) {
      case DRIFT -> new RiverStream(seed, phase);
      case IRIS -> new IrisStream(seed);
      case SMS -> new SmsStream(seed, phase);
      case FRAUD -> new FraudStream(seed, phase);
    };
  }

  /** As it is given on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
