package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.config.ConfigDocument;
import io.bayou.config.LoadedConfig.EffectiveSetting;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou config}: shows the effective settings. */
@Command(
    name = "config",
    description = "Show every setting, its value and where it was set; secrets stay hidden.")
final class ConfigCommand extends CliCommand {
  @Mixin private ConfigOptions options;
  @ArgGroup private Format format = new Format();

  /** At most one of them. */
  private static final class Format {
    @Option(names = "--json", description = "Print them as JSON.")
    private boolean json;

    @Option(
        names = "--markdown",
        description = "Print the definition of all settings instead, as Markdown tables.")
    private boolean markdown;
  }

  @Override
  public Integer call() {
    PrintWriter out = out();
    if (format.markdown) {
      out.print(ConfigDocument.markdown());
    } else if (format.json) {
      List<EffectiveSetting> settings = options.load().settings();
      byte[] json =
          JsonObject.array(settings.size(), (object, i) -> write(object, settings.get(i)));
      out.println(new String(json, UTF_8));
    } else {
      printTable(options.load().settings(), out);
    }
    return 0;
  }

  private static void printTable(List<EffectiveSetting> settings, PrintWriter out) {
    int nameWidth = settings.stream().mapToInt(s -> s.name().length()).max().orElse(0);
    int valueWidth = settings.stream().mapToInt(s -> text(s).length()).max().orElse(0);
    String row = "%-" + nameWidth + "s  %-" + Math.min(valueWidth, 40) + "s  %s%n";
    for (EffectiveSetting setting : settings) {
      out.printf(row, setting.name(), text(setting), setting.origin());
    }
  }

  private static String text(EffectiveSetting setting) {
    return setting.value() instanceof List<?> list
        ? String.join(",", list.stream().map(Object::toString).toList())
        : setting.value().toString();
  }

  private static void write(JsonObject json, EffectiveSetting setting) {
    json.text("name", setting.name());
    if (setting.value() instanceof List<?> list) {
      json.texts("value", list);
    } else if (setting.value() instanceof Boolean bool) {
      json.bool("value", bool);
    } else if (setting.value() instanceof Number number) {
      json.number("value", number.longValue());
    } else {
      json.text("value", setting.value().toString());
    }
    json.text("origin", setting.origin());
  }
}
