package io.bayou.codec.schema;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the schema registry is, and how to talk to it.
 *
 * @param urls of one registry, tried in this order; empty: there is none
 * @param numbers what the numbers in records of Apicurio are
 * @param authorization the HTTP header of this name; a secret
 * @param trustStore certificates of the registry; absent: those that Java trusts
 * @param keyStore our own certificate, if the registry wants one
 * @param timeout for one request
 */
public record RegistryOptions(
    List<String> urls,
    Type type,
    Numbers numbers,
    Optional<String> authorization,
    Optional<Store> trustStore,
    Optional<Store> keyStore,
    Duration timeout) {
  /** No registry. */
  public static final RegistryOptions NONE =
      new RegistryOptions(
          List.of(),
          Type.CONFLUENT,
          Numbers.AUTO,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Duration.ofSeconds(5));

  /** Whose API and framing. */
  public enum Type {
    CONFLUENT,
    APICURIO
  }

  /** Which of Apicurio's ids a number in a record is. */
  public enum Numbers {
    /** Eight bytes are a global id, four a content id: the defaults of Apicurio 2 and 3. */
    AUTO,
    GLOBAL,
    CONTENT
  }

  /** A file of keys or certificates: PKCS 12, JKS, or certificates as PEM. */
  public record Store(Path file, String password) {
    @Override
    public String toString() {
      return "Store[" + file + "]";
    }
  }

  public RegistryOptions {
    urls = List.copyOf(urls);
    requireNonNull(type, "type");
    requireNonNull(numbers, "numbers");
    requireNonNull(timeout, "timeout");
  }

  @Override
  public String toString() {
    return "RegistryOptions[" + type + " at " + urls + ", timeout " + timeout + "]";
  }
}
