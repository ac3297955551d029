package org.strata.launcher.report;

import java.util.Locale;

/** Writes amounts for people. */
final class Amounts {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
    private static final double NANOS = 1e9;

    private Amounts() {}

    /** Returns seconds: "58 s", "0.31 s", "4.2 ms". */
    static String time(double nanos) {
        double seconds = nanos / NANOS;
        if (seconds >= 100) {
            return format("%.0f s", seconds);
        } else if (seconds >= 0.1) {
            return format(seconds >= 10 ? "%.1f s" : "%.2f s", seconds);
        } else if (seconds >= 1e-3) {
            return format("%.1f ms", seconds * 1e3);
        }
        return seconds == 0 ? "0 s" : format("%.0f µs", seconds * 1e6);
    }

    /** Returns bytes with a decimal prefix: "3.3 MB". */
    static String bytes(double bytes) {
        return scaled(bytes, " ", "B");
    }

    /** Returns a number with a decimal prefix: "412 k". */
    static String count(double number) {
        return scaled(number, number < 1000 ? "" : " ", "");
    }

    private static String scaled(double number, String space, String unit) {
        double left = number;
        int prefix = 0;
        while (left >= 999.5 && prefix < PREFIXES.length - 1) {
            left /= 1000;
            prefix++;
        }
        boolean exact = prefix == 0 || left >= 99.5;
        return format(exact ? "%.0f%s%s%s" : "%.1f%s%s%s", left, space, PREFIXES[prefix], unit);
    }

    /** Returns a share: "12 %". */
    static String percent(double share) {
        double percent = 100 * share;
        if (percent > 0 && percent < 0.05) {
            return "< 0.1 %";
        }
        return format(percent > 0 && percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    }

    /** Returns a ratio with two digits: "0.74". */
    static String ratio(double ratio) {
        return format("%.2f", ratio);
    }

    /** Returns the least size of a class: "0", "1", "2-3", "1 KiB-2 KiB". */
    static String sizes(int bits) {
        if (bits <= 1) {
            return bits == 0 ? "empty" : "1 B";
        }
        return "from " + binary(1L << (bits - 1));
    }

    private static String binary(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long left = bytes;
        while (left >= 1024 && unit < units.length - 1) {
            left >>= 10;
            unit++;
        }
        return left + " " + units[unit];
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
