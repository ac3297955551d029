package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;

import java.util.List;

/** The words, or Open MPI's number, of {@code btl_openib_flags}. */
final class Flags {
    /** Upper layers may put. */
    static final int PUT = BtlAttributes.FLAG_PUT;

    /** Upper layers may get. */
    static final int GET = BtlAttributes.FLAG_GET;

    private static final int KNOWN = BtlAttributes.FLAG_SEND | PUT | GET;

    private Flags() {}

    /** Returns the union; words that are none count nothing. */
    static int of(List<String> words) {
        return words.stream().mapToInt(Flags::word).filter(f -> f > 0).reduce(0, (a, b) -> a | b);
    }

    /** Returns a word's flags, or -1 when it is none. */
    static int word(String word) {
        return switch (word) {
            case "send" -> BtlAttributes.FLAG_SEND;
            case "put" -> PUT;
            case "get" -> GET;
            default -> word.matches("\\d{1,6}") ? Integer.parseInt(word) & KNOWN : -1;
        };
    }
}
