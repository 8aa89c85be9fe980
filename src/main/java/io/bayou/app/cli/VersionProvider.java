package io.bayou.app.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of Bayou's jar, which both builds write. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"bayou " + current()};
  }

  /** Such as {@code 0.1.0}; {@code development} when the classes do not come from a jar. */
  static String current() {
    return Optional.ofNullable(VersionProvider.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
