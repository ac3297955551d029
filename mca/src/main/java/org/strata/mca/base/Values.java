package org.strata.mca.base;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parses parameter values. Every method throws IllegalArgumentException with a reason. */
final class Values {
    private static final Set<String> TRUE =
            Set.of("1", "true", "t", "yes", "y", "on", "enabled", "enable");
    private static final Set<String> FALSE =
            Set.of("0", "false", "f", "no", "n", "off", "disabled", "disable");

    /** Digits that fit into a long with room to spare. */
    private static final int MOST_DIGITS = 18;

    /** Decimal places before the point of any number that makes sense, or zeros behind it. */
    private static final int MOST_PLACES = 1000;

    private static final long UNUSUAL = Long.MIN_VALUE;

    private Values() {}

    static int integer(String text) {
        long usual = usual(text);
        if (usual == (int) usual) {
            return (int) usual;
        }
        BigInteger value = scaled(text, "a whole number");
        if (value.bitLength() > 31) {
            throw new IllegalArgumentException("is outside -2147483648 to 2147483647");
        }
        return value.intValue();
    }

    static long size(String text) {
        long usual = usual(text);
        if (usual >= 0) {
            return usual;
        }
        String wanted = "a size in bytes such as 65536, 64k or 1.5m";
        BigInteger value = scaled(text, wanted);
        if (value.signum() < 0) {
            throw new IllegalArgumentException("is negative, but " + wanted + " is needed");
        }
        if (value.bitLength() > 63) {
            throw new IllegalArgumentException("is larger than any memory");
        }
        return value.longValue();
    }

    static double number(String text) {
        try {
            double value = Double.parseDouble(text.strip());
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw unfit("a number", e);
        }
        throw unfit("a finite number", null);
    }

    static boolean bool(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return true;
        }
        if (FALSE.contains(word)) {
            return false;
        }
        throw unfit("a truth value (true/false, yes/no, on/off, 1/0)", null);
    }

    /** Returns the words between commas, without blanks and without empty words. */
    static List<String> list(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.split(",")) {
            if (!word.isBlank()) {
                words.add(word.strip());
            }
        }
        return List.copyOf(words);
    }

    /** Returns the choice of a name, in upper or lower case, or of a number. */
    static String choice(String text, List<AllowedValue> choices) {
        String word = text.strip();
        List<String> names = choices.stream().map(AllowedValue::name).toList();
        for (String name : names) {
            if (name.equalsIgnoreCase(word)) {
                return name;
            }
        }
        if (names.contains("true")) {
            if (TRUE.contains(word) || FALSE.contains(word)) {
                return String.valueOf(TRUE.contains(word));
            }
        } else if (word.matches("\\d{1,4}")) {
            int number = Integer.parseInt(word);
            for (AllowedValue choice : choices) {
                if (choice.number() == number) {
                    return choice.name();
                }
            }
        }
        throw unfit("one of " + String.join(", ", names), null);
    }

    /**
     * Returns the value of a number as most are written, -1 or 64k, or {@link #UNUSUAL}. It needs
     * no big decimals, whose classes slow down the start of a rank.
     */
    private static long usual(String text) {
        int end = text.length();
        int shift = end == 0 ? 0 : shift(text.charAt(end - 1));
        end -= shift == 0 ? 0 : 1;
        int start = text.startsWith("-") ? 1 : 0;
        if (start == end || end - start > MOST_DIGITS) {
            return UNUSUAL;
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return UNUSUAL;
            }
            value = 10 * value + digit;
        }
        if (value > Long.MAX_VALUE >> shift) {
            return UNUSUAL;
        }
        return start == 0 ? value << shift : -(value << shift);
    }

    private static BigInteger scaled(String text, String wanted) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        try {
            if (word.startsWith("0x")) {
                return new BigInteger(word.substring(2), 16);
            }
            int shift = word.isEmpty() ? 0 : shift(word.charAt(word.length() - 1));
            String digits = shift == 0 ? word : word.substring(0, word.length() - 1).strip();
            BigDecimal number = new BigDecimal(digits);
            // 1e999999999 has as many digits, which would fill the memory.
            if (Math.abs((long) number.precision() - number.scale()) > MOST_PLACES) {
                throw unfit(wanted, null);
            }
            return number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(shift)))
                    .toBigIntegerExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw unfit(wanted, e);
        }
    }

    private static int shift(char suffix) {
        return switch (suffix) {
            case 'k', 'K' -> 10;
            case 'm', 'M' -> 20;
            case 'g', 'G' -> 30;
            default -> 0;
        };
    }

    private static IllegalArgumentException unfit(String wanted, Exception cause) {
        return new IllegalArgumentException("is not " + wanted, cause);
    }
}
