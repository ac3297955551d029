package org.strata.mca.base;

/**
 * The bounds of a numeric parameter, from its tag: {@code min=64 max=1g}.
 *
 * @param min the least value, or empty
 * @param max the greatest value, or empty
 */
public record Bounds(String min, String max) {
    /** No bounds. */
    public static final Bounds NONE = new Bounds("", "");

    /** Checks a value; throws IllegalArgumentException with words that continue "VALUE …". */
    void check(ParameterType type, String value) {
        if (!min.isEmpty() && number(type, value) < number(type, min)) {
            throw new IllegalArgumentException("is less than " + min + ", the least that works");
        }
        if (!max.isEmpty() && number(type, value) > number(type, max)) {
            throw new IllegalArgumentException("is more than " + max + ", the most that works");
        }
    }

    private static double number(ParameterType type, String text) {
        return switch (type) {
            case INT -> Values.integer(text);
            case SIZE -> Values.size(text);
            default -> Values.number(text);
        };
    }

    /** Returns the range in words: {@code "64 to 1g"}; empty when every value is allowed. */
    public String words() {
        if (min.isEmpty()) {
            return max.isEmpty() ? "" : "at most " + max;
        }
        return max.isEmpty() ? "at least " + min : min + " to " + max;
    }
}
