package org.strata.launcher.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes amounts for people. */
final class Amounts {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
    private static final double NANOS = 1e9;

    /** Whole numbers up to here are exact as a double. */
    private static final double EXACT = 1e15;

    private Amounts() {}

    /** Returns seconds: "58 s", "0.31 s", "4.2 ms". */
    static String time(double nanos) {
        double seconds = nanos / NANOS;
        if (seconds >= 100) {
            return fixed(seconds, 0) + " s";
        } else if (seconds >= 0.1) {
            return fixed(seconds, seconds >= 10 ? 1 : 2) + " s";
        } else if (seconds >= 1e-3) {
            return fixed(seconds * 1e3, 1) + " ms";
        }
        return seconds == 0 ? "0 s" : fixed(seconds * 1e6, 0) + " µs";
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
        return fixed(left, exact ? 0 : 1) + space + PREFIXES[prefix] + unit;
    }

    /** Returns a share: "12 %". */
    static String percent(double share) {
        double percent = 100 * share;
        if (percent > 0 && percent < 0.05) {
            return "< 0.1 %";
        }
        return fixed(percent, percent > 0 && percent < 9.95 ? 1 : 0) + " %";
    }

    /** Returns a ratio with two digits: "0.74". */
    static String ratio(double ratio) {
        return fixed(ratio, 2);
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

    /**
     * Returns a number with so many digits behind the point, as {@code %.2f} does. A formatter
     * would first load what the JDK knows of the world's languages, which takes 10 ms of every job.
     */
    static String fixed(double number, int digits) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.toString(number);
        }
        double unit = Math.pow(10, digits);
        if (Math.abs(number) * unit > EXACT) {
            BigDecimal exact = BigDecimal.valueOf(number);
            return exact.setScale(digits, RoundingMode.HALF_UP).toPlainString();
        }
        // Half a unit is rounded up, as people do: 1.025 is a little less as a double.
        long units = Math.round(Math.abs(number) * unit * (1 + 1e-12));
        String text = Long.toString(units);
        if (digits > 0) {
            text = "0".repeat(Math.max(0, digits + 1 - text.length())) + text;
            int point = text.length() - digits;
            text = text.substring(0, point) + "." + text.substring(point);
        }
        return (number < 0 && units > 0 ? "-" : "") + text;
    }
}
