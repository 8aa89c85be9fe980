package io.bayou.app.inspect;

import java.util.regex.Pattern;

/** Counts values that look like those of persons: e-mail addresses, cards, accounts, phones. */
final class ValueLooks {
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s.]+(\\.[^@\\s.]+)+");
  private static final Pattern CARD = Pattern.compile("(\\d[ -]?){12,18}\\d");
  private static final Pattern IBAN =
      Pattern.compile("[A-Z]{2}\\d{2}( ?[A-Z0-9]{4}){2,7}( ?[A-Z0-9]{1,3})?");
  private static final Pattern PHONE = Pattern.compile("\\+\\d[\\d ()/-]{6,18}\\d");
  private static final int LONGEST = 320;

  private int emails;
  private int cards;
  private int ibans;
  private int phones;

  void add(String text) {
    if (text.length() > LONGEST) {
      return;
    }
    if (EMAIL.matcher(text).matches()) {
      emails++;
    } else if (CARD.matcher(text).matches() && hasCheckDigit(text)) {
      cards++;
    } else if (IBAN.matcher(text).matches()) {
      ibans++;
    } else if (PHONE.matcher(text).matches()) {
      phones++;
    }
  }

  /* One number in ten passes by chance, so one value says nothing; half of them do. */
  private static boolean hasCheckDigit(String text) {
    int sum = 0;
    boolean twice = false;
    for (int i = text.length() - 1; i >= 0; i--) {
      char c = text.charAt(i);
      if (Character.isDigit(c)) {
        int digit = (c - '0') * (twice ? 2 : 1);
        sum += digit > 9 ? digit - 9 : digit;
        twice = !twice;
      }
    }
    return sum % 10 == 0;
  }

  /** What at least half of the values look like; empty if nothing special. */
  String of(int present) {
    if (present == 0) {
      return "";
    }
    return 2 * emails >= present
        ? "e-mail addresses"
        : 2 * cards >= present
            ? "card numbers"
            : 2 * ibans >= present
                ? "account numbers"
                : 2 * phones >= present ? "phone numbers" : "";
  }
}
