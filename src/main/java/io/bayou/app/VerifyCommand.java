package io.bayou.app;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.replay.Verification;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bayou verify}: proves that a model is what its log says. */
@Command(
    name = "verify",
    description = {
      "Learn the log again, as far as a model covers it, and compare with what was published, bit"
          + " for bit.",
      "Exit code 1 if anything differs or cannot be compared."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Parameters(
      paramLabel = "MODEL[@VERSION]",
      converter = ModelVersionName.Converter.class,
      description = "The model; its active version where none is named.")
  private ModelVersionName name;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many partitions to read at once (default: ${DEFAULT-VALUE}).")
  private int parallel;

  @Option(names = "--json", description = "Print one JSON object per source.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    AppConfig config = options.load().app();
    List<Finding> findings = new ArrayList<>();
    Reaching.run(config, () -> findings.addAll(verify(config)));
    report(findings);
    boolean sound =
        findings.stream()
            .allMatch(f -> f.verdict() == Verdict.EQUAL || f.verdict() == Verdict.IMPORTED);
    return sound ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<Finding> verify(AppConfig config) throws InterruptedException {
    SharedModels published = new ModelTopics(config).read();
    Version version = name.of(published.definition(name.model(), CommandFailed::new));
    Verification verification = new Verification(config, published, name.model(), version);
    Progress[] progress = new Progress[1];
    try {
      return verification.run(
          Math.max(1, parallel),
          (done, total) -> {
            if (progress[0] == null) {
              progress[0] = Progress.on(spec.commandLine().getErr(), "verifying", total);
            }
            progress[0].update(done);
          });
    } finally {
      if (progress[0] != null) {
        progress[0].close();
      }
    }
  }

  private void report(List<Finding> findings) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (Finding finding : findings) {
      if (json) {
        json(finding, out);
      } else {
        out.printf(
            Locale.ROOT,
            "%-36s [%,d, %,d) %,d examples: %s%n",
            finding.source(),
            finding.covered().from(),
            finding.covered().to(),
            finding.examples(),
            sentence(finding));
      }
    }
    if (!json) {
      long equal = findings.stream().filter(f -> f.verdict() == Verdict.EQUAL).count();
      out.printf("%s: %d of %d sources equal what the log says%n", name, equal, findings.size());
    }
  }

  private static String sentence(Finding finding) {
    return switch (finding.verdict()) {
      case EQUAL -> "equal";
      case DIFFERENT -> "DIFFERENT, " + Display.name(finding.detail());
      case CUT -> "cannot be compared: " + finding.detail();
      case IMPORTED -> "imported, there is no log to compare with";
    };
  }

  private static void json(Finding finding, PrintWriter out) throws IOException {
    try (JsonGenerator generator = JsonOutput.lines(out)) {
      generator.writeStartObject();
      generator.writeStringField("source", finding.source());
      generator.writeNumberField("from", finding.covered().from());
      generator.writeNumberField("to", finding.covered().to());
      generator.writeNumberField("examples", finding.examples());
      generator.writeStringField("verdict", finding.verdict().name().toLowerCase(Locale.ROOT));
      generator.writeStringField("detail", finding.detail());
      generator.writeEndObject();
    }
    out.println();
  }
}
