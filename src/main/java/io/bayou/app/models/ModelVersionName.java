package io.bayou.app.models;

import io.bayou.app.cli.CommandFailed;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A model, or one of its versions: {@code name} or {@code name@version}. */
record ModelVersionName(String model, OptionalInt version) {
  private static final Pattern FORM = Pattern.compile("([A-Za-z0-9._-]{1,100})(?:@([0-9]{1,6}))?");

  /** The named version, or the active one where none is named. */
  Version of(ModelDefinition definition) {
    return version.isPresent()
        ? definition.version(version.getAsInt(), CommandFailed::new)
        : definition.active();
  }

  @Override
  public String toString() {
    return version.isPresent() ? model + "@" + version.getAsInt() : model;
  }

  /** Reads such names from a command line. */
  static final class Converter implements ITypeConverter<ModelVersionName> {
    @Override
    public ModelVersionName convert(String text) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new TypeConversionException("'" + text + "' is not a model, or a version model@2");
      }
      OptionalInt version =
          form.group(2) == null
              ? OptionalInt.empty()
              : OptionalInt.of(Integer.parseInt(form.group(2)));
      return new ModelVersionName(form.group(1), version);
    }
  }
}
