package io.bayou.app.models;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.StepReport;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.KeyVerification;
import io.bayou.replay.Verification;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.ModelFollower;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou verify}: checks that a model equals what its log says. */
@Command(
    name = "verify",
    description = {
      "Learn the log again, as far as a model covers it, and compare with what was published, bit"
          + " for bit.",
      "Also finds events that the stream has passed but that no published snapshot covers.",
      "Exit code 1 if anything differs, is missing or cannot be compared."
    })
public final class VerifyCommand extends CliCommand {
  @Mixin private ConfigOptions options;

  @Parameters(
      paramLabel = "MODEL[@VERSION]",
      converter = ModelVersionName.Converter.class,
      description = "The model; its active version if none is given.")
  private ModelVersionName name;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many partitions to read at once (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Of a model with a scope, compare the models of so many keys, too, chosen at random.")
  private int keys;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Which keys: the same number chooses the same (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print one JSON object per source.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Finding> findings = options.onKafka(this::verify);
    report(findings);
    boolean sound = findings.stream().allMatch(finding -> finding.verdict().isSound());
    return sound ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<Finding> verify(KafkaCluster cluster) throws InterruptedException {
    try (ModelFollower follower = new ModelFollower(cluster);
        Watcher watcher = new Watcher(commandLine())) {
      follower.catchUp();
      ModelDefinition definition = follower.models().definition(name.model(), CommandFailed::new);
      ModelDefinition.Version version = name.of(definition);
      List<Finding> findings =
          new ArrayList<>(
              new Verification(cluster, follower, definition, version)
                  .run(Math.max(1, parallel), watcher));
      if (keys > 0) {
        findings.addAll(verifyKeys(cluster, version));
      }
      return findings;
    }
  }

  private List<Finding> verifyKeys(KafkaCluster cluster, ModelDefinition.Version version) {
    if (version.spec().scope().isEmpty()) {
      throw new CommandFailed("model '" + name.model() + "' has no scope, so there are no keys");
    }
    return new KeyVerification(cluster, name.model(), version).sample(keys, seed);
  }

  /** Shows progress on a terminal. */
  private static final class Watcher extends StepReport implements Verification.Listener {
    private boolean saidWaiting;

    Watcher(CommandLine command) {
      super(command, false);
    }

    @Override
    public void progress(long done, long total) {
      show("verifying", done, total);
    }

    @Override
    public void waiting() {
      if (!saidWaiting && Progress.isTerminal()) {
        saidWaiting = true;
        err.println("waiting until the stream has published what it learned");
        err.flush();
      }
    }
  }

  private void report(List<Finding> findings) {
    PrintWriter out = out();
    for (Finding finding : findings) {
      if (json) {
        JsonObject.line(out, object -> write(object, finding));
      } else {
        out.printf(Locale.ROOT, "%-36s %s%n", finding.source(), sentence(finding));
      }
    }
    if (!json) {
      out.println(name + ": " + summary(findings));
    }
  }

  private static String summary(List<Finding> findings) {
    List<Verdict> verdicts = findings.stream().map(Finding::verdict).toList();
    String summary =
        String.format(
            Locale.ROOT,
            "%d of %d sources equal what the log says",
            verdicts.stream().filter(v -> v == Verdict.EQUAL).count(),
            verdicts.stream().filter(Verdict::isOfSource).count());
    boolean whole = verdicts.stream().filter(v -> !v.isOfSource()).allMatch(Verdict::isSound);
    return whole ? summary : summary + ", but they do not cover the whole log";
  }

  private String sentence(Finding finding) {
    String range =
        String.format(Locale.ROOT, "[%,d, %,d)", finding.covered().from(), finding.covered().to());
    String events =
        String.format(Locale.ROOT, "%,d events for %s", finding.examples(), name.model());
    String detail = Display.name(finding.detail());
    String missing = "does not cover " + range + ": " + events + " are there";
    String compared = String.format(Locale.ROOT, "%s %,d examples: ", range, finding.examples());
    return switch (finding.verdict()) {
      case EQUAL -> compared + "equal";
      case DIFFERENT -> compared + "DIFFERENT, " + detail;
      case CUT -> compared + "cannot be compared: " + detail;
      case GONE -> compared + "learned from a log that is gone: " + detail;
      case IMPORTED -> compared + "imported, there is no log to compare with";
      case NOT_COVERED -> missing + "; " + detail;
      case NOT_PUBLISHED ->
          missing + ", of which nothing is published; check that an instance runs and is ready";
      case OLDER -> range + ": " + events + " are older than it";
      case DELETED -> range + " cannot be verified: " + detail;
    };
  }

  private static void write(JsonObject json, Finding finding) {
    json.text("source", finding.source())
        .number("from", finding.covered().from())
        .number("to", finding.covered().to())
        .number("examples", finding.examples())
        .text("verdict", finding.verdict().name().toLowerCase(Locale.ROOT))
        .text("detail", finding.detail());
  }
}
