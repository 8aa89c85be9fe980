package io.bayou.codec.avro;

import io.bayou.avro.Event;
import java.util.concurrent.Callable;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * The generated classes as another program uses them: it must tell Avro to trust them. Our own code
 * does without, so the trust ends with each call.
 */
public final class GeneratedClasses {
  private GeneratedClasses() {}

  public static <T> T trusted(Callable<T> action) {
    String ours = Event.class.getPackageName();
    var before = ClassSecurityValidator.getGlobal();
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(before, type -> type.getPackageName().equals(ours)));
    try {
      return action.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      ClassSecurityValidator.setGlobal(before);
    }
  }
}
