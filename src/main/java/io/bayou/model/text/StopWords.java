package io.bayou.model.text;

import io.bayou.model.spec.TextSpec.Language;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/** The stop words of Lucene's analyzers. */
final class StopWords {
  private StopWords() {}

  static CharArraySet of(Language language) {
    return switch (language) {
      case CA -> CatalanAnalyzer.getDefaultStopSet();
      case DA -> DanishAnalyzer.getDefaultStopSet();
      case DE -> GermanAnalyzer.getDefaultStopSet();
      case EN -> EnglishAnalyzer.getDefaultStopSet();
      case ES -> SpanishAnalyzer.getDefaultStopSet();
      case FI -> FinnishAnalyzer.getDefaultStopSet();
      case FR -> FrenchAnalyzer.getDefaultStopSet();
      case HU -> HungarianAnalyzer.getDefaultStopSet();
      case IT -> ItalianAnalyzer.getDefaultStopSet();
      case NL -> DutchAnalyzer.getDefaultStopSet();
      case NO -> NorwegianAnalyzer.getDefaultStopSet();
      case PT -> PortugueseAnalyzer.getDefaultStopSet();
      case RO -> RomanianAnalyzer.getDefaultStopSet();
      case RU -> RussianAnalyzer.getDefaultStopSet();
      case SV -> SwedishAnalyzer.getDefaultStopSet();
      case TR -> TurkishAnalyzer.getDefaultStopSet();
    };
  }
}
