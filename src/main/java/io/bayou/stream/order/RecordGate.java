package io.bayou.stream.order;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decides whether a record can be processed yet. Used by one stream thread. */
public interface RecordGate {
  /** Everything can. */
  RecordGate OPEN =
      new RecordGate() {
        @Override
        public boolean admits(ConsumerRecord<byte[], byte[]> record) {
          return true;
        }

        @Override
        public boolean isHeldWith(String waiting, String other) {
          return true;
        }
      };

  /** Whether a record can be processed now. */
  boolean admits(ConsumerRecord<byte[], byte[]> record);

  /** Whether the records of another topic must not overtake those of a topic that waits. */
  boolean isHeldWith(String waiting, String other);
}
