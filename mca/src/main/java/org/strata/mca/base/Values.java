package org.strata.mca.base;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parses parameter values. Every method throws IllegalArgumentException with a reason. */
final class Values {
    private static final Set<String> TRUE =
            Set.of("1", "true", "t", "yes", "y", "on", "enabled", "enable");
    private static final Set<String> FALSE =
            Set.of("0", "false", "f", "no", "n", "off", "disabled", "disable");

    private Values() {}

    static int integer(String text) {
        BigInteger value = scaled(text, "a whole number");
        if (value.bitLength() > 31) {
            throw new IllegalArgumentException("is outside -2147483648 to 2147483647");
        }
        return value.intValue();
    }

    static long size(String text) {
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
        return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
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

    private static BigInteger scaled(String text, String wanted) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        try {
            if (isPlain(word)) {
                return BigInteger.valueOf(Long.parseLong(word));
            }
            if (word.startsWith("0x")) {
                return new BigInteger(word.substring(2), 16);
            }
            int shift = word.isEmpty() ? 0 : shift(word.charAt(word.length() - 1));
            String digits = shift == 0 ? word : word.substring(0, word.length() - 1).strip();
            if (isPlain(digits)) {
                return BigInteger.valueOf(Long.parseLong(digits)).shiftLeft(shift);
            }
            return new BigDecimal(digits)
                    .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(shift)))
                    .toBigIntegerExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw unfit(wanted, e);
        }
    }

    /**
     * Returns whether a word consists of digits: parsing it needs no decimals, whose classes would
     * slow down the start of a rank.
     */
    private static boolean isPlain(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return !word.isEmpty() && word.length() <= 18;
    }

    private static int shift(char suffix) {
        return switch (suffix) {
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            default -> 0;
        };
    }

    private static IllegalArgumentException unfit(String wanted, Exception cause) {
        return new IllegalArgumentException("is not " + wanted, cause);
    }
}
