package org.strata.ess.rendezvous;

import org.strata.ess.base.SecretFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the environment says of a job: who this process is, and where the ranks meet.
 *
 * @param host name or address of rank 0's host
 * @param port on which rank 0 listens there
 * @param rank of this process
 * @param size number of ranks
 * @param secret what only the job's ranks know; 16 bytes at least
 */
record MeetingPoint(String host, int port, int rank, int size, byte[] secret) {
    static final String ADDRESS = "STRATA_RENDEZVOUS";
    static final String SECRET_FILE = SecretFile.VARIABLE;
    private static final String MASTER = "MASTER_ADDR";
    private static final String MASTER_PORT = "MASTER_PORT";
    private static final List<String> RANKS =
            List.of("STRATA_RANK", "RANK", "JOB_COMPLETION_INDEX");
    private static final List<String> SIZES = List.of("STRATA_SIZE", "WORLD_SIZE");

    private static final int MOST_RANKS = 1 << 16;
    private static final int MOST_PORTS = 65_535;

    /**
     * Returns whether the environment describes such a job. Other software sets MASTER_ADDR, too:
     * with a secret for Strata it is meant for us.
     */
    static boolean isIn(Map<String, String> environment) {
        return environment.containsKey(ADDRESS)
                || (environment.containsKey(MASTER) && environment.containsKey(SECRET_FILE));
    }

    /**
     * Reads the environment and the secret.
     *
     * @throws IOException when something is missing or damaged; its message names the variable
     */
    static MeetingPoint from(Map<String, String> environment) throws IOException {
        String address = environment.get(ADDRESS);
        if (address == null) {
            address = environment.get(MASTER) + ":" + text(environment, List.of(MASTER_PORT));
        }
        int colon = address.lastIndexOf(':');
        if (colon < 1) {
            throw new IOException(ADDRESS + " = " + address + " is not HOST:PORT");
        }
        String host = address.substring(0, colon);
        boolean literal = host.startsWith("[") && host.endsWith("]");
        int port = number(ADDRESS, address.substring(colon + 1), 1, MOST_PORTS);
        int size = number(SIZES, environment, 1, MOST_RANKS);
        int rank = number(RANKS, environment, 0, size - 1);
        return new MeetingPoint(
                literal ? host.substring(1, host.length() - 1) : host,
                port,
                rank,
                size,
                secret(SecretFile.in(environment)));
    }

    private static String text(Map<String, String> environment, List<String> names)
            throws IOException {
        for (String name : names) {
            String value = environment.get(name);
            if (value != null) {
                return value;
            }
        }
        throw new IOException("the environment has no " + String.join(" and no ", names));
    }

    private static int number(List<String> names, Map<String, String> environment, int from, int to)
            throws IOException {
        return number(String.join(" or ", names), text(environment, names), from, to);
    }

    private static int number(String name, String text, int from, int to) throws IOException {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IOException(name + " = " + text + " is not a number", e);
        }
        throw new IOException(name + " = " + text + " is not between " + from + " and " + to);
    }

    private static byte[] secret(Path file) throws IOException {
        if (file == null) {
            throw new IOException(
                    "the environment has no "
                            + SECRET_FILE
                            + ": without a secret anybody who reaches the port could join. Give all"
                            + " ranks the same file of random bytes, as made by: head -c 32"
                            + " /dev/urandom > secret");
        }
        return SecretFile.read(file);
    }
}
