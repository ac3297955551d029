package mpi;

import java.security.SecureRandom;

/**
 * The name of a port (MPI 3.1 §10.4.2): the federation, the number of the process that has opened
 * it, and a random number, without which nobody can connect.
 *
 * @param federation the name of the federation
 * @param process number of the process
 * @param port the port's channel
 */
record PortName(String federation, int process, long port) {
    private static final String SCHEME = "strata";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns a channel that nobody can guess. */
    static long newChannel() {
        // Channels from 0 belong to spawns.
        return RANDOM.nextLong() | Long.MIN_VALUE;
    }

    /** Reads a name; null when it is none. */
    static PortName parse(String text) {
        String[] words = text == null ? new String[0] : text.split(":", -1);
        if (words.length != 4 || !words[0].equals(SCHEME)) {
            return null;
        }
        try {
            long port = Long.parseUnsignedLong(words[3], 16);
            return port >= 0 ? null : new PortName(words[1], Integer.parseInt(words[2]), port);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return SCHEME + ":" + federation + ":" + process + ":" + Long.toHexString(port);
    }
}
