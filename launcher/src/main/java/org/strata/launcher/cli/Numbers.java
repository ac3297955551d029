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

    /** Returns a number of processes; 0, which Open MPI takes for none given, without a text. */
    static int count(String text, String option) throws UsageException {
        return text == null || parse(text, option) == 0 ? 0 : positive(text, option);
    }

    /** Returns a number of processes, of which there must be one at least. */
    static int positive(String text, String option) throws UsageException {
        int count = parse(text, option);
        if (count < 1) {
            throw new UsageException(option + " wants at least 1 process, not " + text + ".");
        }
        return count;
    }
}
