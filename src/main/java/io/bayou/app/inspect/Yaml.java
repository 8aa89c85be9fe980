package io.bayou.app.inspect;

import io.bayou.app.cli.Display;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Texts in a YAML file, quoted where they need it. */
public final class Yaml {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*");
  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private Yaml() {}

  static String text(String text) {
    boolean plain = PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT));
    if (plain) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029' || c == '\uFEFF') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** What follows a number sign, on one line. */
  public static String comment(String text) {
    return "# " + Display.name(text);
  }
}
