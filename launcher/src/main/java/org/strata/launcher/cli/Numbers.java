package org.strata.launcher.cli;

/** Numbers on the command line. */
final class Numbers {
    private Numbers() {}

    static int parse(String text, String option) throws UsageException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new UsageException(option + " wants a whole number, not \"" + text + "\".");
        }
    }
}
