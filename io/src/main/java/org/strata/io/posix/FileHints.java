package org.strata.io.posix;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The hints in use for a file (MPI 3.1 §13.2.8, and ROMIO's names for what the standard lacks).
 *
 * @param buffering when collective accesses go through few ranks
 * @param cbNodes how many those are
 * @param cbBufferSize bytes that each of them transfers at a time
 * @param readBufferSize bytes of a read from which short runs are picked
 */
record FileHints(Buffering buffering, int cbNodes, long cbBufferSize, long readBufferSize) {
    private static final String BUFFERING = "collective_buffering";
    private static final String CB_NODES = "cb_nodes";
    private static final String CB_BUFFER_SIZE = "cb_buffer_size";
    private static final String READ_BUFFER_SIZE = "ind_rd_buffer_size";
    private static final long LEAST_BUFFER = 4096;
    private static final long MOST_BUFFER = 1 << 30;

    /** When collective accesses go through few ranks. */
    enum Buffering {
        /** Where ranks interleave short runs. */
        AUTOMATIC,
        TRUE,
        FALSE
    }

    /**
     * Returns these hints with the program's instead, where their values are usable: MPI ignores
     * the others.
     *
     * @param ranks of the communicator
     */
    FileHints with(Map<String, String> hints, int ranks) {
        return new FileHints(
                switch (hints.getOrDefault(BUFFERING, "")) {
                    case "true" -> Buffering.TRUE;
                    case "false" -> Buffering.FALSE;
                    case "automatic" -> Buffering.AUTOMATIC;
                    default -> buffering;
                },
                (int) number(hints, CB_NODES, 1, ranks, cbNodes),
                number(hints, CB_BUFFER_SIZE, LEAST_BUFFER, MOST_BUFFER, cbBufferSize),
                number(hints, READ_BUFFER_SIZE, LEAST_BUFFER, MOST_BUFFER, readBufferSize));
    }

    /** Returns a hint's number, moved into the bounds; the default where it is none. */
    private static long number(
            Map<String, String> hints, String key, long least, long most, long otherwise) {
        try {
            long value = Long.parseLong(hints.getOrDefault(key, "").strip());
            return value <= 0 ? otherwise : Math.clamp(value, least, most);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** Returns what all members must have in common, as numbers to send. */
    long[] common() {
        return new long[] {buffering.ordinal(), cbNodes, cbBufferSize};
    }

    /** Returns these hints with what all members have in common, from {@link #common}. */
    FileHints with(long[] common) {
        Buffering all = Buffering.values()[(int) common[0]];
        return new FileHints(all, (int) common[1], common[2], readBufferSize);
    }

    Map<String, String> toMap() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(BUFFERING, buffering.toString().toLowerCase(Locale.ROOT));
        all.put(CB_NODES, "" + cbNodes);
        all.put(CB_BUFFER_SIZE, "" + cbBufferSize);
        all.put(READ_BUFFER_SIZE, "" + readBufferSize);
        return all;
    }
}
