package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what the members of a communicator call: each sends a number of its signature to all,
 * and where those differ, its text. All members find the same, so all of them fail. Tier 3.
 */
final class CollComparison {
    /** Bytes of a signature's text, at most. */
    private static final int TEXT = 512;

    /** Different calls that are shown. */
    private static final int SHOWN = 10;

    private final Coll coll;

    /**
     * @param coll carries the comparison
     */
    CollComparison(Coll coll) {
        this.coll = coll;
    }

    /** Returns OK when all members of the communicator make the same call, rightly. */
    int agree(CollSignature own, CommContext comm) {
        long[] hashes = new long[comm.size()];
        int rc = allgather(own.hash(), hashes, comm);
        if (rc != Rc.OK) {
            return rc;
        }
        if (Arrays.stream(hashes).allMatch(each -> each == hashes[0])) {
            return own.wrong().isEmpty() ? Rc.OK : Finding.of(Rc.TYPE_MISMATCH, own.wrong());
        }
        return differ(own, comm);
    }

    /** Sends a number to all members, and receives theirs. */
    int allgather(long own, long[] all, CommContext comm) {
        return coll.allgather(bytes(new long[] {own}, Long.BYTES), bytes(all, Long.BYTES), comm);
    }

    /** Sends the numbers of the root to all members. */
    int bcast(long[] numbers, int root, CommContext comm) {
        return coll.bcast(bytes(numbers, (long) numbers.length * Long.BYTES), root, comm);
    }

    /** Sends a number to each member, and receives one of each. */
    int alltoall(long[] to, long[] from, CommContext comm) {
        return coll.alltoall(bytes(to, Long.BYTES), bytes(from, Long.BYTES), comm);
    }

    private static Buf bytes(Object array, long count) {
        return new Buf(array, 0, count, DataLayouts.BYTE);
    }

    private int differ(CollSignature own, CommContext comm) {
        byte[] text = Arrays.copyOf(own.encoded().getBytes(StandardCharsets.UTF_8), TEXT);
        byte[] all = new byte[TEXT * comm.size()];
        int rc = coll.allgather(bytes(text, TEXT), bytes(all, TEXT), comm);
        if (rc != Rc.OK) {
            return rc;
        }
        List<CollSignature> calls = new ArrayList<>();
        for (int rank = 0; rank < comm.size(); rank++) {
            String encoded = new String(all, rank * TEXT, TEXT, StandardCharsets.UTF_8);
            calls.add(CollSignature.decoded(encoded.replace("\0", "")));
        }
        return Finding.of(Rc.NOT_SAME, text(calls));
    }

    /** Returns the message: which ranks make which call. */
    static String text(List<CollSignature> calls) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        CollSignature other = calls.getFirst();
        for (int rank = 0; rank < calls.size(); rank++) {
            CollSignature call = calls.get(rank);
            groups.computeIfAbsent(call.describe(), _ -> new ArrayList<>()).add(rank);
            boolean first = other.describe().equals(calls.getFirst().describe());
            other = first ? call : other;
        }
        StringBuilder lines = new StringBuilder("the ranks of the communicator differ in their ");
        lines.append(calls.getFirst().difference(other)).append(':');
        int shown = 0;
        for (Map.Entry<String, List<Integer>> group : groups.entrySet()) {
            if (++shown > SHOWN) {
                lines.append("\n  and ").append(groups.size() - SHOWN).append(" other calls");
                break;
            }
            lines.append("\n  ").append(ranks(group.getValue())).append(": ");
            lines.append(group.getKey());
            String where = calls.get(group.getValue().getFirst()).where();
            lines.append(where.isEmpty() ? "" : " at " + where);
        }
        return lines.toString();
    }

    /** Returns ascending ranks in words: "ranks 0, 2-5". */
    static String ranks(List<Integer> ranks) {
        StringBuilder text = new StringBuilder(ranks.size() == 1 ? "rank " : "ranks ");
        for (int i = 0; i < ranks.size(); i++) {
            int last = i;
            while (last + 1 < ranks.size() && ranks.get(last + 1) == ranks.get(last) + 1) {
                last++;
            }
            text.append(i == 0 ? "" : ", ").append(ranks.get(i));
            if (last > i) {
                text.append(last > i + 1 ? "-" : ", ").append(ranks.get(last));
            }
            i = last;
        }
        return text.toString();
    }
}
