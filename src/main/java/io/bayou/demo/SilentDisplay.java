package io.bayou.demo;

/** Nobody watches. */
public final class SilentDisplay implements DemoDisplay {
  @Override
  public void say(String line) {}

  @Override
  public void show(DemoState state) {}

  @Override
  public void close() {}
}
