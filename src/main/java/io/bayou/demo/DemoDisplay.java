package io.bayou.demo;

/** Shows the demo. */
public interface DemoDisplay extends AutoCloseable {
  /** Says one thing that happened before there is anything to show. */
  void say(String line);

  /** Shows how things are; may be called many times a second. */
  void show(DemoState state);

  /** Shows no more. */
  @Override
  void close();
}
