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
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.CatalanStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FinnishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.GermanStemmer;
import org.tartarus.snowball.ext.HungarianStemmer;
import org.tartarus.snowball.ext.ItalianStemmer;
import org.tartarus.snowball.ext.NorwegianStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;
import org.tartarus.snowball.ext.SwedishStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/** Stop words as Lucene's analyzers have them, and the stemmers of the Snowball project. */
final class Languages {
  private Languages() {}

  static CharArraySet stopWords(Language language) {
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

  static SnowballStemmer stemmer(Language language) {
    return switch (language) {
      case CA -> new CatalanStemmer();
      case DA -> new DanishStemmer();
      case DE -> new GermanStemmer();
      case EN -> new EnglishStemmer();
      case ES -> new SpanishStemmer();
      case FI -> new FinnishStemmer();
      case FR -> new FrenchStemmer();
      case HU -> new HungarianStemmer();
      case IT -> new ItalianStemmer();
      case NL -> new DutchStemmer();
      case NO -> new NorwegianStemmer();
      case PT -> new PortugueseStemmer();
      case RO -> new RomanianStemmer();
      case RU -> new RussianStemmer();
      case SV -> new SwedishStemmer();
      case TR -> new TurkishStemmer();
    };
  }
}
