package io.bayou.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.config.ConfigDocument;
import io.bayou.config.EffectiveSetting;
import java.io.IOException;
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
  public Integer call() throws IOException {
    PrintWriter out = out();
    if (format.markdown) {
      out.print(ConfigDocument.markdown());
    } else if (format.json) {
      printJson(options.load().settings(), out);
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

  private static void printJson(List<EffectiveSetting> settings, PrintWriter out)
      throws IOException {
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .useDefaultPrettyPrinter()) {
      json.writeStartArray();
      for (EffectiveSetting setting : settings) {
        json.writeStartObject();
        json.writeStringField("name", setting.name());
        json.writeFieldName("value");
        writeValue(json, setting.value());
        json.writeStringField("origin", setting.origin());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    out.println();
  }

  private static void writeValue(JsonGenerator json, Object value) throws IOException {
    if (value instanceof List<?> list) {
      json.writeArray(list.stream().map(Object::toString).toArray(String[]::new), 0, list.size());
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }
}
