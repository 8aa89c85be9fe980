package io.bayou.codec.schema;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import io.bayou.codec.BadRecordException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Function;

/**
 * Finds which schema a record names, in its headers or before its body, and where the body begins.
 * Holds what was found until the next record; single-threaded.
 */
public final class Framing {
  /** How a record names its schema. */
  public enum Kind {
    /** Not at all. */
    NONE,
    /** Avro's single-object encoding: by a fingerprint. */
    FINGERPRINT,
    /** By an id of a registry. */
    REGISTRY
  }

  public static final String CONFLUENT_HEADER = "__value_schema_id";
  public static final String GLOBAL_ID_HEADER = "apicurio.value.globalId";
  public static final String CONTENT_ID_HEADER = "apicurio.value.contentId";

  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final byte MAGIC = 0;
  private static final byte GUID_MAGIC = 1;
  private static final int SHORT_HEADER = 1 + Integer.BYTES;
  private static final int LONG_HEADER = 1 + Long.BYTES;
  private static final int GUID_HEADER = 1 + 2 * Long.BYTES;
  private static final int SINGLE_OBJECT_HEADER = 10;

  private final RegistryOptions.Type type;
  private final RegistryOptions.Numbers numbers;
  private Kind kind = Kind.NONE;
  private SchemaId.Kind idKind = SchemaId.Kind.ID;
  private long high;
  private long low;
  private int bodyStart;
  private byte[] header;
  private int headerStart;

  public Framing(RegistryOptions.Type type, RegistryOptions.Numbers numbers) {
    this.type = type;
    this.numbers = numbers;
  }

  /**
   * @param headers of the record, by name; null if there is none
   * @throws BadRecordException if a header does not hold an id
   */
  public Kind read(byte[] value, Function<String, byte[]> headers) {
    high = 0;
    header = null;
    bodyStart = 0;
    boolean inHeader =
        type == RegistryOptions.Type.CONFLUENT ? confluentHeader(headers) : apicurioHeader(headers);
    kind = inHeader ? Kind.REGISTRY : prefix(value);
    return kind;
  }

  private boolean confluentHeader(Function<String, byte[]> headers) {
    byte[] given = headers.apply(CONFLUENT_HEADER);
    if (given == null || given.length == 0) {
      return false;
    }
    boolean isGuid = given[0] == GUID_MAGIC;
    int length = isGuid ? GUID_HEADER : SHORT_HEADER;
    if (given.length < length || (!isGuid && given[0] != MAGIC)) {
      throw malformed("the header " + CONFLUENT_HEADER + " is no schema id");
    }
    idKind = isGuid ? SchemaId.Kind.GUID : SchemaId.Kind.ID;
    high = isGuid ? (long) LONG.get(given, 1) : 0;
    low = isGuid ? (long) LONG.get(given, LONG_HEADER) : (int) INT.get(given, 1);
    header = given; // Protobuf has its message indexes behind the id
    headerStart = length;
    return true;
  }

  private boolean apicurioHeader(Function<String, byte[]> headers) {
    return apicurioHeader(headers.apply(GLOBAL_ID_HEADER), SchemaId.Kind.GLOBAL_ID)
        || apicurioHeader(headers.apply(CONTENT_ID_HEADER), SchemaId.Kind.CONTENT_ID);
  }

  private boolean apicurioHeader(byte[] given, SchemaId.Kind meaning) {
    if (given == null) {
      return false;
    }
    if (given.length != Long.BYTES) {
      throw malformed("the header with the " + meaning + " has not eight bytes");
    }
    idKind = meaning;
    low = (long) LONG.get(given, 0);
    return true;
  }

  private Kind prefix(byte[] value) {
    if (value.length >= SINGLE_OBJECT_HEADER && value[0] == (byte) 0xC3 && value[1] == 1) {
      low = (long) LITTLE_ENDIAN.get(value, 2);
      bodyStart = SINGLE_OBJECT_HEADER;
      return Kind.FINGERPRINT;
    }
    if (value.length < SHORT_HEADER || value[0] != MAGIC) {
      return Kind.NONE;
    }
    low = (int) INT.get(value, 1);
    bodyStart = SHORT_HEADER;
    boolean isLong = type == RegistryOptions.Type.APICURIO && low == 0; // ids begin at 1
    if (isLong && value.length < LONG_HEADER) {
      return Kind.NONE;
    }
    if (isLong) {
      low = (long) LONG.get(value, 1);
      bodyStart = LONG_HEADER;
    }
    idKind = type == RegistryOptions.Type.CONFLUENT ? SchemaId.Kind.ID : meaning(isLong);
    return Kind.REGISTRY;
  }

  private SchemaId.Kind meaning(boolean isLong) {
    boolean isGlobal =
        numbers == RegistryOptions.Numbers.AUTO
            ? isLong
            : numbers == RegistryOptions.Numbers.GLOBAL;
    return isGlobal ? SchemaId.Kind.GLOBAL_ID : SchemaId.Kind.CONTENT_ID;
  }

  private static BadRecordException malformed(String message) {
    return new BadRecordException(MALFORMED, message);
  }

  public Kind kind() {
    return kind;
  }

  /** Whether the record names the same schema. */
  public boolean names(SchemaId id) {
    return id != null && id.low() == low && id.high() == high && id.kind() == idKind;
  }

  public SchemaId id() {
    return new SchemaId(idKind, high, low);
  }

  public long fingerprint() {
    return low;
  }

  /** Where the record itself begins; for Protobuf, what says which message it is. */
  public int bodyStart() {
    return bodyStart;
  }

  /** The header that has the id, if what says which message it is stands there; else null. */
  public byte[] header() {
    return header;
  }

  /** Where the header goes on behind the id. */
  public int headerStart() {
    return headerStart;
  }
}
