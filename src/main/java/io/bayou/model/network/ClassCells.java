package io.bayou.model.network;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.CategoryCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The counts of one class of a network: of every column alone, and of columns together. A value
 * with a joint count also has one alone.
 */
final class ClassCells {
  private final List<DiscreteColumn> columns;
  private final List<CategoryCounts> singles = new ArrayList<>();
  private final ClassTables tables;

  ClassCells(List<DiscreteColumn> columns, ClassTables tables) {
    this.columns = columns;
    this.tables = tables;
    for (DiscreteColumn column : columns) {
      singles.add(new CategoryCounts(column.categories()));
    }
  }

  /** Inserts a column; the tables with it are new. */
  void insert(int column, Categories categories, JointTable[] newTables) {
    singles.add(column, new CategoryCounts(categories));
    tables.adapt(newTables, column);
  }

  CategoryCounts single(int column) {
    return singles.get(column);
  }

  /** The counts of columns together. */
  ClassTables tables() {
    return tables;
  }

  /**
   * Adds an example; false if there was no room for some value or combination of values.
   *
   * @param codes by column; a value without room becomes unknown
   */
  boolean add(int[] codes, int[] values, double weight) {
    boolean complete = true;
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0 && !singles.get(j).offer(codes[j], weight)) {
        codes[j] = DiscreteColumn.UNKNOWN;
        complete = false;
      }
    }
    return tables.add(codes, values, weight) && complete;
  }

  void retract(int[] codes, int[] values, double weight) {
    tables.retract(codes, values, weight);
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0 && columns.get(j).isHidden()) {
        singles.get(j).take(codes[j], weight);
      } else if (codes[j] >= 0) {
        singles.get(j).retract(codes[j], weight);
        if (singles.get(j).count(codes[j]) == 0.0) {
          tables.forget(j, codes[j]);
        }
      }
    }
  }

  void scale(double factor) {
    tables.scale(factor);
    for (int j = 0; j < singles.size(); j++) {
      CategoryCounts single = singles.get(j);
      for (int code = 0; code < single.capacity(); code++) {
        if (single.isForgotten(code, factor) && !columns.get(j).isHidden()) {
          tables.forget(j, code);
        }
      }
      single.scale(factor);
    }
  }

  void clear() {
    singles.forEach(CategoryCounts::clear);
    tables.clear();
  }

  /**
   * Adds the counts of another partial.
   *
   * @param toOwn the own column of each of the other's, or -1 to leave it out
   * @return false if there was no room for some combination
   */
  boolean merge(ClassCells other, int[] toOwn) {
    int[][] codes = new int[toOwn.length][];
    boolean complete = true;
    for (int j = 0; j < toOwn.length; j++) {
      if (toOwn[j] >= 0) {
        CategoryCounts single = singles.get(toOwn[j]);
        complete &= single.merge(other.singles.get(j));
        codes[j] =
            columns.get(toOwn[j]).isHidden()
                ? declared(toOwn[j])
                : single.codesOf(other.singles.get(j));
      }
    }
    return tables.merge(other.tables, toOwn, codes) && complete;
  }

  /* The values of a hidden column have the same codes everywhere. */
  private int[] declared(int column) {
    return IntStream.range(0, columns.get(column).categories().size()).toArray();
  }

  void write(int[] held, StateWriter out) {
    int[][] ranks = new int[singles.size()][];
    int[] places = new int[singles.size()];
    for (int i = 0; i < held.length; i++) {
      singles.get(held[i]).write(out);
      ranks[held[i]] = ranks(held[i]);
      places[held[i]] = i;
    }
    tables.write(places, ranks, out);
  }

  private int[] ranks(int column) {
    return columns.get(column).isHidden()
        ? IntStream.rangeClosed(0, columns.get(column).categories().size()).toArray()
        : singles.get(column).ranks();
  }

  void read(int[] held, StateReader in) {
    int[][] codes = new int[singles.size()][];
    for (int column : held) {
      singles.get(column).read(in);
      codes[column] =
          columns.get(column).isHidden() ? declared(column) : singles.get(column).inOrder();
    }
    tables.read(held, codes, in);
  }
}
