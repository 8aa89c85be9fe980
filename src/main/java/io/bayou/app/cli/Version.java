package io.bayou.app.cli;

/** The version of this build, from the manifest of its jar, which both builds write. */
public final class Version {
  private Version() {}

  /** The version; {@code development} where there is no jar. */
  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
