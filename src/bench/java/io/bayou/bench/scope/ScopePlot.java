package io.bayou.bench.scope;

import io.bayou.model.scope.LossByExamples;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** The figures of studies as a drawing: a panel for each population. */
final class ScopePlot {
  private static final int WIDTH = 340; // of a panel
  private static final int HEIGHT = 260;
  private static final int LEFT = 46;
  private static final int TOP = 34;
  private static final int GAP = 36;
  private static final int LEGEND = 34;
  private static final double STEP = 0.1; // of the grid
  private static final double ROOM = 1.15; // above the highest log loss of one for all
  private static final int[] TICKS = {0, 1, 3, 10, 30, 100, 200};

  private final Map<String, ScopeStudy> studies;
  private final StringBuilder svg = new StringBuilder();

  ScopePlot(Map<String, ScopeStudy> studies) {
    this.studies = studies;
  }

  String toSvg() {
    int width = studies.size() * (LEFT + WIDTH) + GAP;
    int height = TOP + HEIGHT + GAP + LEGEND;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        width, height);
    int x = LEFT;
    for (Map.Entry<String, ScopeStudy> study : studies.entrySet()) {
      new Panel(x, study.getValue().auto()).draw(study.getKey(), study.getValue());
      x += LEFT + WIDTH;
    }
    legend(TOP + HEIGHT + GAP + LEGEND / 2);
    return svg.append("</svg>\n").toString();
  }

  private void legend(int y) {
    int x = LEFT;
    for (Line line : Line.values()) {
      add("<path d=\"M%d %d h26\" %s/>\n", x, y - 4, line.style);
      add("<text x=\"%d\" y=\"%d\">%s</text>\n", x + 32, y, line.title);
      x += 150;
    }
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  /** A model of a study. */
  private enum Line {
    ONE_FOR_ALL("one for all", "#8a8a8a", "6 4"),
    ONE_EACH("one each", "#c8641e", "2 3"),
    FIXED("strength 20", "#7aa6d8", "none"),
    AUTO("auto", "#114b8c", "none");

    final String title;
    final String style;

    Line(String title, String colour, String dashes) {
      this.title = title;
      style =
          "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\""
              .formatted(colour, dashes);
    }

    IntToDoubleFunction of(ScopeStudy study) {
      LossByExamples auto = study.auto();
      return switch (this) {
        case ONE_FOR_ALL -> auto::oneForAll;
        case ONE_EACH -> auto::oneEach;
        case FIXED -> study.fixed()::keyed;
        case AUTO -> auto::keyed;
      };
    }
  }

  /** One population. */
  private final class Panel {
    private final int left;
    private final LossByExamples bins;
    private double least = Double.POSITIVE_INFINITY;
    private double most;

    Panel(int left, LossByExamples bins) {
      this.left = left;
      this.bins = bins;
    }

    void draw(String title, ScopeStudy study) {
      for (int bin = 0; bin < bins.bins(); bin++) {
        if (bins.weight(bin) > 0.0) {
          most = Math.max(most, ROOM * bins.oneForAll(bin));
          least = Math.min(least, Math.min(bins.keyed(bin), bins.oneEach(bin)));
        }
      }
      least = Math.floor(least / STEP) * STEP;
      most = Math.ceil(most / STEP) * STEP; // one each starts far above, and is cut off
      add(
          "<clipPath id=\"%s\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
          title, left, TOP, WIDTH, HEIGHT);
      add("<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", left, TOP - 12, title);
      grid();
      for (Line line : Line.values()) {
        draw(line, line.of(study), title);
      }
    }

    private void grid() {
      for (double loss = least; loss < most + 0.5 * STEP; loss += STEP) {
        add(
            "<path d=\"M%d %.1f h%d\" stroke=\"#e4e4e4\"/>\n<text x=\"%d\" y=\"%.1f\""
                + " text-anchor=\"end\">%.1f</text>\n",
            left, y(loss), WIDTH, left - 6, y(loss) + 4, loss);
      }
      for (int tick : TICKS) {
        add(
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
            x(tick), TOP + HEIGHT + 18, tick);
      }
      add(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#555\">own examples</text>\n",
          left + WIDTH, TOP + HEIGHT + 32);
    }

    private void draw(Line line, IntToDoubleFunction loss, String clip) {
      StringBuilder path = new StringBuilder();
      for (int bin = 0; bin < bins.bins(); bin++) {
        if (bins.weight(bin) > 0.0) {
          double middle = 0.5 * (bins.from(bin) + Math.min(bins.to(bin), 2.0 * bins.from(bin) + 1));
          double y = y(loss.applyAsDouble(bin));
          path.append(
              String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : " L", x(middle), y));
        }
      }
      add("<path d=\"%s\" clip-path=\"url(#%s)\" %s/>\n", path, clip, line.style);
    }

    private double x(double examples) {
      double last = TICKS[TICKS.length - 1];
      return left + WIDTH * Math.log1p(examples) / Math.log1p(last);
    }

    private double y(double loss) {
      return TOP + HEIGHT * (most - loss) / (most - least);
    }
  }
}
