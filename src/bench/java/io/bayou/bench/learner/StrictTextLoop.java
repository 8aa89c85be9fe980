package io.bayou.bench.learner;

/**
 * Multinomial naive Bayes over token numbers and nothing else, written for speed: the yardstick for
 * texts. It knows the classes and the number of every token beforehand, and has no tokenizer, no
 * limits, no weights and no merging. Counts are flat arrays; logarithms of small counts come from a
 * table.
 */
final class StrictTextLoop implements BenchData.Loop {
  private static final double[] LOG = new double[4096];

  static {
    for (int n = 1; n < LOG.length; n++) {
      LOG[n] = Math.log(n);
    }
  }

  private final int[][] documents;
  private final int[] labels;
  private final int classes;
  private final int vocabulary;

  StrictTextLoop(int[][] documents, int vocabulary, String[] labels) {
    this.documents = documents;
    this.vocabulary = vocabulary;
    BenchData.LabelCodes codes = BenchData.LabelCodes.of(labels);
    this.labels = codes.codes();
    classes = codes.classes();
  }

  @Override
  public int classes() {
    return classes;
  }

  @Override
  public int width() {
    return documents[0].length;
  }

  @Override
  public double run() {
    int[] counts = new int[classes * vocabulary];
    int[] examples = new int[classes];
    int[] tokens = new int[classes];
    double[] posterior = new double[classes];
    double sum = 0.0;
    for (int i = 0; i < documents.length; i++) {
      int[] document = documents[i];
      for (int c = 0; c < classes; c++) {
        int first = c * vocabulary;
        double score = log(examples[c] + 1) - document.length * Math.log(tokens[c] + vocabulary);
        for (int token : document) {
          score += log(counts[first + token] + 1);
        }
        posterior[c] = score;
      }
      StrictLoop.normalise(posterior);
      int label = labels[i];
      sum += posterior[label];
      for (int token : document) {
        counts[label * vocabulary + token]++;
      }
      examples[label]++;
      tokens[label] += document.length;
    }
    return sum;
  }

  private static double log(int n) {
    return n < LOG.length ? LOG[n] : Math.log(n);
  }
}
