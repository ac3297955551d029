package org.strata.launcher.cli;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ranks whose JVMs a debugger can attach to ({@code --jdwp}).
 *
 * @param port that of rank 0; rank r has this one + r. 0: none can be debugged
 * @param suspend whether they wait for the debugger before they begin
 * @param ranks the ranks; null for all
 */
public record Debuggers(int port, boolean suspend, BitSet ranks) {
    /** No rank. */
    public static final Debuggers NONE = new Debuggers(0, false, null);

    private static final String OPTION = "--jdwp";
    private static final String RANKS = "rank=";
    private static final int LARGEST_PORT = 65535;

    /** No rank has a larger number than the largest port. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    /** Reads {@code PORT[,suspend][,rank=LIST]}; commas of the list are commas of the option. */
    static Debuggers parse(String text) throws UsageException {
        if (text == null) {
            return NONE;
        }
        String[] words = text.split(",", -1);
        int port = Numbers.parse(words[0], OPTION);
        if (port < 1 || port > LARGEST_PORT) {
            throw new UsageException(OPTION + " wants a port from 1 to 65535, not " + port + ".");
        }
        boolean suspend = false;
        StringBuilder list = null;
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals("suspend")) {
                suspend = true;
            } else if (words[i].startsWith(RANKS)) {
                list = new StringBuilder(words[i].substring(RANKS.length()));
            } else if (list != null && words[i].matches("[\\d-]+")) {
                list.append(',').append(words[i]);
            } else {
                throw new UsageException(
                        OPTION + " knows no \"" + words[i] + "\".",
                        "Example: --jdwp 5005,suspend,rank=0,4-7");
            }
        }
        return new Debuggers(port, suspend, list == null ? null : ranks(list.toString()));
    }

    private static BitSet ranks(String list) throws UsageException {
        BitSet ranks = new BitSet();
        for (String range : list.split(",", -1)) {
            Matcher ends = RANGE.matcher(range);
            if (!ends.matches()) {
                throw new UsageException(
                        OPTION + " wants ranks such as rank=0,4-7, not \"" + list + "\".");
            }
            int from = Integer.parseInt(ends.group(1));
            int to = ends.group(2) == null ? from : Integer.parseInt(ends.group(2));
            ranks.set(from, Math.max(from, to) + 1);
        }
        return ranks;
    }

    /** Returns whether a rank can be debugged. */
    public boolean include(int rank) {
        return port != 0 && (ranks == null || ranks.get(rank));
    }

    /** Returns the port of a rank. */
    public int portOf(int rank) {
        return port + rank;
    }

    /**
     * Checks that every rank has a port.
     *
     * @param size number of ranks
     * @throws UsageException when one has none
     */
    public void check(int size) throws UsageException {
        for (int rank = 0; rank < size; rank++) {
            if (include(rank) && portOf(rank) > LARGEST_PORT) {
                throw new UsageException(
                        OPTION
                                + " "
                                + port
                                + ": rank "
                                + rank
                                + " would have port "
                                + portOf(rank)
                                + ", and the largest is "
                                + LARGEST_PORT
                                + ".");
            }
        }
    }

    /** Returns the option of a rank's JVM; empty for none, and for a port that there is not. */
    public String option(int rank) {
        if (!include(rank) || portOf(rank) > LARGEST_PORT) {
            return "";
        }
        return "-agentlib:jdwp=transport=dt_socket,server=y,quiet=y,suspend="
                + (suspend ? "y" : "n")
                + ",address=127.0.0.1:"
                + portOf(rank);
    }
}
