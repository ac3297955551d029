package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.Arrays;

/**
 * Compares the lengths of what the members of a communicator send and receive in collectives whose
 * counts differ by rank. All members find the same. Tier 3.
 */
final class CollLengths {
    /** Stands for data in place, of which there is no second length. */
    private static final long IN_PLACE = -1;

    private final CollComparison comparison;

    CollLengths(CollComparison comparison) {
        this.comparison = comparison;
    }

    /**
     * Compares every member's elements with the root's count for it.
     *
     * @param own the process's elements
     * @param given whether they are an argument, and not in place
     * @param all the root's elements; null elsewhere
     */
    int rooted(
            String call,
            Buf own,
            boolean given,
            Buf all,
            int[] counts,
            int root,
            CommContext comm) {
        long[] lengths = new long[comm.size()];
        int rc = comparison.allgather(given ? own.size() : IN_PLACE, lengths, comm);
        long[] wanted = all == null ? new long[comm.size()] : bytes(all, counts, comm.size());
        rc = rc == Rc.OK ? comparison.bcast(wanted, root, comm) : rc;
        return rc == Rc.OK
                ? compare(call, own, lengths, wanted, "the root, rank " + root + ",")
                : rc;
    }

    /** Compares every member's elements with the count for it that all members have agreed on. */
    int own(String call, Buf own, boolean given, Buf all, int[] counts, CommContext comm) {
        long[] lengths = new long[comm.size()];
        int rc = comparison.allgather(given ? own.size() : IN_PLACE, lengths, comm);
        long[] wanted = bytes(all, counts, comm.size());
        return rc == Rc.OK ? compare(call, own, lengths, wanted, "every rank") : rc;
    }

    /** Compares what every member sends to each with what that one receives from it. */
    int pairs(
            String call,
            Buf send,
            int[] sendCounts,
            Buf receive,
            int[] receiveCounts,
            CommContext comm) {
        int size = comm.size();
        long[] come = new long[size];
        int rc = comparison.alltoall(bytes(send, sendCounts, size), come, comm);
        if (rc != Rc.OK) {
            return rc;
        }
        long[] wanted = bytes(receive, receiveCounts, size);
        int bad = Arrays.mismatch(come, wanted);
        long[] sources = new long[size];
        rc = comparison.allgather(bad, sources, comm);
        int member = firstOf(sources);
        if (rc != Rc.OK || member < 0) {
            return rc;
        }
        boolean found = member == comm.rank();
        long[] sizes = found ? new long[] {come[bad], wanted[bad]} : new long[2];
        rc = comparison.bcast(sizes, member, comm);
        return rc == Rc.OK
                ? differ(call, receive, (int) sources[member], sizes[0], "rank " + member, sizes[1])
                : rc;
    }

    private static int firstOf(long[] sources) {
        for (int rank = 0; rank < sources.length; rank++) {
            if (sources[rank] >= 0) {
                return rank;
            }
        }
        return -1;
    }

    private static long[] bytes(Buf buf, int[] counts, int members) {
        long size = buf.layout().size();
        return Arrays.stream(counts, 0, members).mapToLong(count -> count * size).toArray();
    }

    private static int compare(
            String call, Buf kind, long[] lengths, long[] wanted, String others) {
        for (int rank = 0; rank < lengths.length; rank++) {
            if (lengths[rank] != IN_PLACE && lengths[rank] != wanted[rank]) {
                return differ(call, kind, rank, lengths[rank], others, wanted[rank]);
            }
        }
        return Rc.OK;
    }

    private static int differ(
            String call, Buf kind, int rank, long bytes, String other, long wanted) {
        BaseType type = ElementKinds.of(kind);
        String text =
                String.format(
                        "the ranks of the communicator differ in their counts: in %s rank %d has"
                                + " %s, but %s counts %s for it",
                        call,
                        rank,
                        ElementKinds.describe(type, bytes),
                        other,
                        ElementKinds.describe(type, wanted));
        return Finding.of(Rc.NOT_SAME, text);
    }
}
