package io.bayou.bench.docs;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code bayou docs}: makes a site of the documentation. */
@Command(
    name = "docs",
    description = {
      "Make a site of the documentation, to be read in a browser without a server.",
      "Fails if a link leads nowhere, or if nothing leads to a page. For the source tree."
    })
public final class DocsCommand extends CliCommand {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "The source tree (default: the working directory).")
  private Path root;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "target/site",
      description = "Where the site goes (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Override
  public Integer call() throws IOException {
    Tree tree = new Tree(root);
    if (!tree.isFile(Tree.START)) {
      throw new CommandFailed("there is no " + Tree.START + " in " + root + "; --root says where");
    }
    Site site = Site.read(tree);
    SiteFiles.write(site, root, out);
    site.faults().forEach(fault -> err().println("bayou: " + fault));
    say(site.pages().size() + " pages: " + out.resolve("index.html"));
    return site.faults().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
