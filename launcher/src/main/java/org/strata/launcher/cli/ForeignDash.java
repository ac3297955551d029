package org.strata.launcher.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dashes of text processors where an option begins. Manuals in PDF have them (MPJ Express' guide
 * prints {@code –dev}), and lines that are copied from there look right.
 */
final class ForeignDash {
    private static final Pattern FOREIGN = Pattern.compile("[\\u2010-\\u2015\\u2212]+-*(\\p{L}.*)");

    private ForeignDash() {}

    /** Refuses a word that begins with such a dash. */
    static void refuse(String word) throws UsageException {
        Matcher foreign = FOREIGN.matcher(word);
        if (foreign.matches()) {
            throw new UsageException(
                    "\"%s\" begins with a dash of a text processor (U+%04X), not with \"-\"."
                            .formatted(word, (int) word.charAt(0)),
                    "Type -" + foreign.group(1) + " and look at the other words of the line.");
        }
    }
}
