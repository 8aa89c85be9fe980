package io.bayou.stream.exchange;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the memory of RocksDB: all stores of the process share a cache of {@value #CACHE_BYTES}
 * bytes, and what is not on disk yet counts towards it.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
  /* By default every store may take 50 MiB of blocks and 48 MiB of buffers, and indexes besides. */
  static final long CACHE_BYTES = 64L << 20;

  private static final long BUFFER_BYTES = 24L << 20;
  private static final long BYTES_PER_BUFFER = 8L << 20;
  private static final long BLOCK_BYTES = 16L << 10;
  private static final double SHARE_OF_INDEXES = 0.2;
  private static final double SHARE_OF_BLOOM_FILTERS = 0.02;

  /** Created with the first store, and kept as long as the process. */
  private static final class Shared {
    private static final Cache CACHE = new LRUCache(CACHE_BYTES, -1, false, SHARE_OF_INDEXES);
    private static final WriteBufferManager BUFFERS = new WriteBufferManager(BUFFER_BYTES, CACHE);
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(Shared.CACHE);
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    // A large file has megabytes of index and filter: they are read in parts, as data is.
    table.setIndexType(IndexType.kTwoLevelIndexSearch);
    table.setPartitionFilters(true);
    table.setPinTopLevelIndexAndFilter(true);
    table.setBlockSize(BLOCK_BYTES);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(Shared.BUFFERS);
    options.setWriteBufferSize(BYTES_PER_BUFFER);
    options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    // Nothing waits yet under the key of most questions. Kafka Streams assumes the opposite, and
    // has no filters for the oldest files.
    options.setOptimizeFiltersForHits(false);
    options.setMemtablePrefixBloomSizeRatio(SHARE_OF_BLOOM_FILTERS);
    options.setMemtableWholeKeyFiltering(true);
  }

  @Override
  public void close(String storeName, Options options) {
    // What is shared outlives the store.
  }
}
