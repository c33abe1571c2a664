package dev.laptimer.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Figures as people read them: no more digits than the measurement has, the same everywhere. */
public final class Format {

  private Format() {}

  /** Three significant digits, thousands separated: 41,200. */
  public static String rate(double perSecond) {
    var rounded =
        BigDecimal.valueOf(perSecond).round(new MathContext(3)).setScale(0, RoundingMode.HALF_UP);
    return perSecond < 100 ? plain(perSecond, 3) : number(rounded.longValueExact());
  }

  /** So many significant digits, as a plain decimal. */
  public static String plain(double value, int digits) {
    return BigDecimal.valueOf(value).round(new MathContext(digits)).toPlainString();
  }

  /** Decimals that a ratio of this size with an interval of this width deserves. */
  public static int ratioDecimals(double ratio, double low, double high) {
    if (ratio >= 10) {
      return 1;
    }
    return high - low < 0.02 || ratio < 0.1 ? 3 : 2;
  }

  /** So many decimals and nothing but them, for programs too: 1.40. */
  public static String decimal(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** So many decimals, thousands separated. */
  public static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** A share as percent, with two significant digits: 0.5 %, 12 %. */
  public static String percent(double share) {
    return share == 0 ? "0 %" : plain(100 * share, 2) + " %";
  }

  /** A whole number, thousands separated. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A count with its noun: 1 round, 2 rounds. */
  public static String count(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }
}
