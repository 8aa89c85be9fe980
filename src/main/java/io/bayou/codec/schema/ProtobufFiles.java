package io.bayou.codec.schema;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Some files of Protobuf, and those that every installation of it has. */
final class ProtobufFiles {
  private static final Map<String, FileDescriptor> STANDARD =
      Stream.of(
              AnyProto.getDescriptor(),
              ApiProto.getDescriptor(),
              DescriptorProtos.getDescriptor(),
              DurationProto.getDescriptor(),
              EmptyProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              SourceContextProto.getDescriptor(),
              StructProto.getDescriptor(),
              TimestampProto.getDescriptor(),
              TypeProto.getDescriptor(),
              WrappersProto.getDescriptor())
          .collect(Collectors.toMap(FileDescriptor::getName, Function.identity()));

  private final Map<String, FileDescriptorProto> files;
  private final Map<String, FileDescriptor> built = new HashMap<>(STANDARD);

  ProtobufFiles(Map<String, FileDescriptorProto> files) {
    this.files = files;
  }

  /**
   * @throws IllegalArgumentException if the file uses what it does not have
   */
  WriterSchema.Protobuf build(FileDescriptorProto file) {
    return new WriterSchema.Protobuf(descriptor(file, List.of()));
  }

  private FileDescriptor descriptor(FileDescriptorProto file, List<String> within) {
    FileDescriptor known = built.get(file.getName());
    if (known != null) {
      return known;
    }
    if (within.contains(file.getName())) {
      throw new IllegalArgumentException("the file " + file.getName() + " imports itself");
    }
    List<String> inside = new ArrayList<>(within);
    inside.add(file.getName());
    FileDescriptor[] imports =
        file.getDependencyList().stream()
            .filter(name -> built.containsKey(name) || files.containsKey(name))
            .map(
                name ->
                    built.containsKey(name) ? built.get(name) : descriptor(files.get(name), inside))
            .toArray(FileDescriptor[]::new);
    try {
      // Imports that are missing may hold options only, which do not matter here.
      FileDescriptor descriptor = FileDescriptor.buildFrom(file, imports, true);
      built.put(file.getName(), descriptor);
      return descriptor;
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException("not a Protobuf schema: " + e.getMessage(), e);
    }
  }
}
