package org.strata.io.posix;

import org.strata.mca.coll.Coll;
import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.ProgressEngine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Exchanges among the members of a file's communicator, by blocking collective calls. */
final class BlockingExchanges {
    static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final CommContext comm;
    private final Coll coll;
    private final ProgressEngine engine;

    BlockingExchanges(CommContext comm, Coll coll, ProgressEngine engine) {
        this.comm = comm;
        this.coll = coll;
        this.engine = engine;
    }

    /** An operation on the file that may fail. */
    @FunctionalInterface
    interface Attempt {
        void run() throws IoFailure;
    }

    boolean isFirst() {
        return comm.rank() == 0;
    }

    private interface Collective {
        int run();
    }

    private void run(Collective call) throws IoFailure {
        int rc;
        engine.enter();
        try {
            rc = call.run();
        } finally {
            engine.exit();
        }
        if (rc != Rc.OK) {
            throw new IoFailure(rc, null);
        }
    }

    void barrier() throws IoFailure {
        run(() -> coll.barrier(comm));
    }

    /** Returns the numbers of all members, by rank. */
    long[] gather(long... mine) throws IoFailure {
        long[] all = new long[mine.length * comm.size()];
        System.arraycopy(mine, 0, all, comm.rank() * mine.length, mine.length);
        run(() -> coll.allgather(null, new Buf(all, 0, mine.length, LONG), comm));
        return all;
    }

    /** Returns the numbers of rank 0. */
    long[] first(long... mine) throws IoFailure {
        long[] numbers = mine.clone();
        run(() -> coll.bcast(new Buf(numbers, 0, numbers.length, LONG), 0, comm));
        return numbers;
    }

    /** Fails at every member if the numbers are not the same at all. */
    void requireSame(String what, long... mine) throws IoFailure {
        long[] all = gather(mine);
        for (int rank = 1; rank < comm.size(); rank++) {
            int at = rank * mine.length;
            if (!Arrays.equals(all, 0, mine.length, all, at, at + mine.length)) {
                String text = "the ranks pass different " + what + ": rank 0 passes ";
                String theirs = text(all, at, mine.length);
                throw new IoFailure(
                        Rc.NOT_SAME,
                        text + text(all, 0, mine.length) + ", rank " + rank + " " + theirs);
            }
        }
    }

    private static String text(long[] all, int from, int count) {
        long[] numbers = Arrays.copyOfRange(all, from, from + count);
        return count == 1 ? "" + numbers[0] : Arrays.toString(numbers);
    }

    /** Attempts something at every member; if it fails at one, it fails alike at all. */
    void together(Attempt attempt) throws IoFailure {
        IoFailure mine = null;
        try {
            attempt.run();
        } catch (IoFailure e) {
            mine = e;
        }
        agree(mine);
    }

    /** Attempts something at rank 0; if it fails, it fails alike at all. */
    void atFirst(Attempt attempt) throws IoFailure {
        together(() -> {
            if (isFirst()) {
                attempt.run();
            }
        });
    }

    /** Throws the failure of the lowest rank that has one. */
    private void agree(IoFailure mine) throws IoFailure {
        byte[] text = bytes(mine);
        long[] all = gather(mine == null ? Rc.OK : mine.rc(), text.length);
        for (int rank = 0; rank < comm.size(); rank++) {
            if (all[2 * rank] != Rc.OK) {
                byte[] theirs = rank == comm.rank() ? text : new byte[(int) all[2 * rank + 1]];
                int root = rank;
                Buf buf = new Buf(theirs, 0, theirs.length, DataLayouts.BYTE);
                run(() -> coll.bcast(buf, root, comm));
                String message = new String(theirs, StandardCharsets.UTF_8);
                String whose = rank == comm.rank() ? "" : " (at rank " + rank + ")";
                throw new IoFailure((int) all[2 * rank], message + whose);
            }
        }
    }

    private static byte[] bytes(IoFailure failure) {
        String text = failure == null || failure.getMessage() == null ? "" : failure.getMessage();
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
