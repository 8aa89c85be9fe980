package io.bayou.app;

import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads JSON in tests, with the parser of YAML that is there anyway. */
public final class Json {
  private Json() {}

  @SuppressWarnings("unchecked") // JSON has no other keys
  public static Map<String, Object> object(String text) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    return (Map<String, Object>) new Load(settings).loadFromString(text);
  }

  /** One object per line. */
  public static List<Map<String, Object>> lines(String text) {
    return text.lines().<Map<String, Object>>map(Json::object).toList();
  }

  /** The value at the end of a path of keys. */
  public static Object at(Map<?, ?> object, String... path) {
    Object value = object;
    for (String key : path) {
      value = ((Map<?, ?>) value).get(key);
    }
    return value;
  }

  public static double number(Map<?, ?> object, String... path) {
    return ((Number) at(object, path)).doubleValue();
  }
}
