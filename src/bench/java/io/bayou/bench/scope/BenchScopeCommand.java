package io.bayou.bench.scope;

import io.bayou.app.cli.CliCommand;
import io.bayou.model.scope.LossByExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code bayou bench scope}: what a model for every key is worth, on drawn populations. */
@Command(
    name = "scope",
    description = {
      "Measure what a model for every key is worth: log loss by the examples of a key, beside one"
          + " model for all and one for each.",
      "The populations are drawn; the same options give the same figures."
    })
public final class BenchScopeCommand extends CliCommand {
  private static final int SEED = 1;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many keys a population has; default ${DEFAULT-VALUE}.")
  private int members;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many events each key sends; default ${DEFAULT-VALUE}.")
  private int events;

  @Option(names = "--plot", paramLabel = "FILE", description = "Draw the figures as SVG, too.")
  private Path plot;

  @Override
  public Integer call() throws IOException {
    if (members < 1 || members > ScopeStudy.MAX_MEMBERS || events < 1 || events > 10_000) {
      throw misuse(
          "--members must be between 1 and %,d, --events between 1 and 10,000"
              .formatted(ScopeStudy.MAX_MEMBERS));
    }
    Map<String, ScopeStudy> studies = new LinkedHashMap<>();
    studies.put("customers", run(new Customers(members, new Random(SEED))));
    studies.put("writers", run(new Writers(members, new Random(SEED))));
    studies.put("mailboxes", run(new Mailboxes(members, new Random(SEED))));
    studies.forEach(this::print);
    if (plot != null) {
      Files.writeString(plot, new ScopePlot(studies).toSvg());
    }
    return ExitCode.OK;
  }

  private ScopeStudy run(Population population) {
    return new ScopeStudy(population, events).run(new Random(SEED));
  }

  private void print(String population, ScopeStudy study) {
    LossByExamples auto = study.auto();
    out().printf("%s:%n%n", population);
    out().println("| own examples | one for all | one each | strength 20 | auto |");
    out().println("|---|---|---|---|---|");
    for (int bin = 0; bin < auto.bins(); bin++) {
      if (auto.weight(bin) > 0.0) {
        out()
            .printf(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %.3f | %.3f |%n",
                auto.from(bin) == auto.to(bin)
                    ? String.valueOf(auto.from(bin))
                    : auto.from(bin) + "–" + Math.min(auto.to(bin), events - 1),
                auto.oneForAll(bin),
                auto.oneEach(bin),
                study.fixed().keyed(bin),
                auto.keyed(bin));
      }
    }
    out().println();
  }
}
