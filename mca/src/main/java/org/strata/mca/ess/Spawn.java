package org.strata.mca.ess;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request to start processes (MPI 3.1 §10.3).
 *
 * @param programs what to start
 */
public record Spawn(List<Program> programs) {
    /** The Info keys that mean something here: the reserved ones, and Open MPI's {@code env}. */
    public static final Set<String> HINTS = Set.of("host", "wdir", "path", "soft", "env");

    /** Open MPI's other keys, which a launcher reports. */
    public static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "add-host",
                    "add-hostfile",
                    "bind_to",
                    "display_map",
                    "hostfile",
                    "map_by",
                    "mapper",
                    "npernode",
                    "ompi_non_mpi",
                    "ompi_param",
                    "ompi_prefix",
                    "ompi_preload_binary",
                    "ompi_preload_files",
                    "ompi_stdin_target",
                    "pernode",
                    "personality",
                    "ppr",
                    "rank_by");

    /** Copies the list. */
    public Spawn {
        programs = List.copyOf(programs);
    }

    /**
     * One program.
     *
     * @param command program and arguments
     * @param count how many processes of it
     * @param hints the keys of its Info that are set and known: {@link #HINTS} (MPI 3.1 §10.3.4),
     *     {@link #WITHOUT_EFFECT}
     */
    public record Program(List<String> command, int count, Map<String, String> hints) {
        /** Copies the collections. */
        public Program {
            command = List.copyOf(command);
            hints = Map.copyOf(hints);
        }
    }

    /**
     * What came of it: all programs have been started, or none.
     *
     * @param first number of the first process; the others follow; -1 if nothing was started
     * @param counts processes of each program
     * @param problem why nothing was started; empty if something was
     */
    public record Outcome(int first, List<Integer> counts, String problem) {
        /** Copies the list. */
        public Outcome {
            counts = List.copyOf(counts);
        }

        /** Nothing was started. */
        public static Outcome refused(String problem) {
            return new Outcome(-1, List.of(), problem);
        }

        /** Returns the outcome with numbers of a job whose numbers begin at a base. */
        public Outcome in(int base) {
            return first < 0 ? this : new Outcome(base + first, counts, problem);
        }

        /** Returns the number of processes. */
        public int size() {
            return counts.stream().mapToInt(Integer::intValue).sum();
        }

        /** Returns it as bytes, which {@link #decode} reads. */
        public byte[] encode() {
            byte[] text = problem.getBytes(StandardCharsets.UTF_8);
            int length = (2 + counts.size()) * Integer.BYTES + text.length;
            ByteBuffer bytes = ByteBuffer.allocate(length).putInt(first).putInt(counts.size());
            counts.forEach(bytes::putInt);
            return bytes.put(text).array();
        }

        /** Reads what {@link #encode} has written; anything else is a refusal that says so. */
        public static Outcome decode(byte[] encoded) {
            ByteBuffer bytes = ByteBuffer.wrap(encoded);
            int first = bytes.remaining() < 2 * Integer.BYTES ? -1 : bytes.getInt();
            int programs = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
            if (programs < 0 || programs > bytes.remaining() / Integer.BYTES) {
                return refused("the outcome is damaged: " + encoded.length + " bytes");
            }
            List<Integer> counts = new ArrayList<>();
            for (int i = 0; i < programs; i++) {
                counts.add(bytes.getInt());
            }
            return new Outcome(first, counts, StandardCharsets.UTF_8.decode(bytes).toString());
        }
    }
}
