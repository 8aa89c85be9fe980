package io.bayou.app.offline;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a search for a network; a {@code @Mixin}. */
public final class SearchOptions {
  private static final int DEFAULT_PARENTS = 3;

  @Option(
      names = "--max-parents",
      paramLabel = "K",
      description =
          "How many parents a node of the network may have, the class among them (default: "
              + DEFAULT_PARENTS
              + ").")
  private Integer maxParents;

  public boolean isGiven() {
    return maxParents != null;
  }

  public int maxParents(CommandLine command) {
    int parents = maxParents == null ? DEFAULT_PARENTS : maxParents;
    if (parents < 1) {
      throw new ParameterException(command, "--max-parents must be at least 1, was " + parents);
    }
    return parents;
  }
}
