package org.strata.coll.shm;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.shared.Place;

/**
 * Collectives of long messages: members publish where their buffers are, then read and write each
 * other's. Who has exposed memory waits at the end until the others have finished with it. Tier 2.
 *
 * <p>A member that cannot expose its data (there is no room for staging) publishes that. Every
 * member sees it before any data have moved, and the collective is NOT_AVAILABLE at all of them. So
 * it is with members that have called different collectives, or with different lengths: all get
 * TRUNCATED, and nobody uses a published place. In a broadcast each member compares only the root's
 * call with its own, and the root's data may be shorter.
 */
final class DirectCollectives {
    private static final int NOBODY = -1;
    private static final int EVERYBODY = -2;

    private final SharedReduction reduction;

    DirectCollectives(SharedReduction reduction) {
        this.reduction = reduction;
    }

    int bcast(SharedState state, Buf buffer, long bytes, int root) {
        return state.members.rank() == root
                ? bcastAtRoot(state, buffer, bytes)
                : bcastAtOther(state, buffer, bytes, root);
    }

    private static int bcastAtRoot(SharedState state, Buf buffer, long bytes) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        state.reading.forReading(buffer, bytes);
        state.reading.writePlace(members.payload(members.rank()));
        members.publish(SharedKind.BCAST.info(SharedWay.DIRECT, bytes));
        members.finish();
        return state.reading.exposed() ? end(state, Rc.OK) : Rc.NOT_AVAILABLE;
    }

    private static int bcastAtOther(SharedState state, Buf buffer, long bytes, int root) {
        SharedComm members = state.members;
        if (!members.await(root)) {
            return members.failure();
        }
        int rc = receive(state, buffer, bytes, root);
        members.finish();
        return rc;
    }

    /** Reads the root's buffer, if what the root has published is the place of one. */
    private static int receive(SharedState state, Buf buffer, long bytes, int root) {
        long sent = SharedKind.BCAST.bytes(SharedWay.DIRECT, state.members.info(root));
        if (sent < 0) {
            return Rc.TRUNCATED;
        }
        long place = state.members.payload(root);
        if (!Place.existsAt(place)) {
            return Rc.NOT_AVAILABLE;
        }
        long length = Math.min(sent, bytes);
        long from = state.address(root, place, length);
        if (from == 0) {
            return Rc.FATAL;
        }
        buffer.unpack(from, 0, length);
        return sent > bytes ? Rc.TRUNCATED : Rc.OK;
    }

    /** Waits until no member uses this one's memory any more. */
    private static int end(SharedState state, int rc) {
        if (!state.members.awaitFinished()) {
            // Members that are left may still use staged memory: it is not used again.
            return state.members.failure();
        }
        state.reading.end();
        return rc;
    }

    int allgather(SharedState state, Buf send, Buf receive, long bytes) {
        SharedComm members = state.members;
        int rank = members.rank();
        Buf own = send;
        if (send == null) {
            long start = receive.offset() + rank * receive.count() * receive.layout().extent();
            own = state.part.set(receive.base(), start, receive.count(), receive.layout(), null);
        }
        state.reading.forReading(own, bytes);
        int rc = exchange(state, SharedKind.ALLGATHER.info(SharedWay.DIRECT, bytes), bytes, NOBODY);
        if (rc == Rc.OK) {
            for (int i = 0; i < members.size(); i++) {
                int member = (rank + i) % members.size();
                if (member != rank || send != null) {
                    receive.unpack(state.sources[member], member * bytes, bytes);
                }
            }
        }
        members.finish();
        return ended(state, rc);
    }

    int alltoall(SharedState state, Buf send, Buf receive, long bytes) {
        SharedComm members = state.members;
        int rank = members.rank();
        int size = members.size();
        Buf all = send != null ? send : receive;
        all = state.part.set(all.base(), all.offset(), size * all.count(), all.layout(), null);
        if (send != null) {
            state.reading.forReading(all, size * bytes);
        } else {
            state.reading.copyForReading(all, size * bytes);
        }
        int rc =
                exchange(
                        state,
                        SharedKind.ALLTOALL.info(SharedWay.DIRECT, bytes),
                        size * bytes,
                        NOBODY);
        if (rc == Rc.OK) {
            for (int i = 0; i < size; i++) {
                int member = (rank + i) % size;
                receive.unpack(state.sources[member] + rank * bytes, member * bytes, bytes);
            }
        }
        members.finish();
        return ended(state, rc);
    }

    /** Every member reduces its slice, and stores it in the results of all members. */
    int allreduce(SharedState state, Buf input, Buf receive, ReduceOp op, long bytes) {
        Exposure.forBoth(state.reading, input, state.writing, receive, bytes);
        long info = SharedKind.ALLREDUCE.info(SharedWay.DIRECT, bytes);
        int rc = exchange(state, info, bytes, EVERYBODY);
        return reduceSlices(state, rc, input, receive, op, info);
    }

    /** Every member reduces its slice, and stores it in the root's result. */
    int reduce(SharedState state, Buf input, Buf receive, ReduceOp op, int root, long bytes) {
        boolean atRoot = state.members.rank() == root;
        if (atRoot) {
            Exposure.forBoth(state.reading, input, state.writing, receive, bytes);
        } else {
            state.reading.forReading(input, bytes);
            state.writing.none();
        }
        long info = SharedKind.REDUCE.info(SharedWay.DIRECT, bytes);
        int rc = exchange(state, info, bytes, root);
        return reduceSlices(state, rc, input, atRoot ? receive : null, op, info);
    }

    private int reduceSlices(
            SharedState state, int exchanged, Buf input, Buf receive, ReduceOp op, long info) {
        SharedComm members = state.members;
        int rc = exchanged;
        if (rc == Rc.OK) {
            long size = input.layout().size();
            long count = input.count();
            long start = state.sliceStart(members.rank(), count, size);
            long length = state.sliceStart(members.rank() + 1, count, size) - start;
            reduction.into(state.targets, input.layout(), op, state.sources, start, length);
        }
        members.finish();
        if (rc == Rc.NOT_AVAILABLE || rc == Rc.TRUNCATED) {
            // It is so at all members: nobody uses another one's memory.
            release(state);
            return rc;
        }
        return collected(state, rc, receive, info);
    }

    /**
     * Waits until all members have stored their slices, and so have read what they need. A member
     * that could not publishes another word than {@code info}.
     */
    private static int collected(SharedState state, int exchanged, Buf receive, long info) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        members.publish(exchanged == Rc.OK ? info : 0);
        if (!members.awaitAll()) {
            return members.failure();
        }
        int rc = exchanged;
        for (int member = 0; member < members.size(); member++) {
            rc = rc == Rc.OK && members.info(member) != info ? Rc.FATAL : rc;
        }
        if (rc == Rc.OK && receive != null) {
            state.writing.finishWriting(receive, receive.size());
        }
        members.finish();
        release(state);
        return rc;
    }

    private static void release(SharedState state) {
        state.reading.end();
        state.writing.end();
    }

    /** Every member reduces its part of the vector. */
    int reduceScatter(SharedState state, ScatterCall call) {
        long bytes = call.input.size();
        if (call.inPlace) {
            state.reading.copyForReading(call.input, bytes);
        } else {
            state.reading.forReading(call.input, bytes);
        }
        int rc = exchange(state, call.kind.info(SharedWay.DIRECT, bytes), bytes, NOBODY);
        if (rc == Rc.OK) {
            reduction.into(call.result, call.op, state.sources, call.start, call.result.count());
        }
        state.members.finish();
        return ended(state, rc);
    }

    private static int ended(SharedState state, int rc) {
        if (rc == Rc.NOT_AVAILABLE) {
            state.reading.end();
            return rc;
        }
        return end(state, rc);
    }

    /**
     * Publishes this member's memory, and learns where that of the others is.
     *
     * @param written whose memory members write to: a rank, {@link #EVERYBODY} or {@link #NOBODY}
     * @return NOT_AVAILABLE when some member has no memory that others can use
     */
    private static int exchange(SharedState state, long info, long bytes, int written) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        long mine = members.payload(members.rank());
        state.reading.writePlace(mine);
        state.writing.writePlace(mine + Place.BYTES);
        members.publish(info);
        if (!members.awaitAll()) {
            return members.failure();
        }
        int rc = Rc.OK;
        for (int member = 0; member < members.size(); member++) {
            int one = agreed(members, member, info, written);
            rc = rc == Rc.OK || one == Rc.TRUNCATED ? one : rc;
        }
        return rc == Rc.OK ? located(state, bytes, written) : rc;
    }

    /** Returns the same at all members. */
    private static int agreed(SharedComm members, int member, long info, int written) {
        if (members.info(member) != info) {
            return Rc.TRUNCATED;
        }
        long place = members.payload(member);
        boolean usable =
                Place.existsAt(place)
                        && (!isWritten(member, written) || Place.existsAt(place + Place.BYTES));
        return usable ? Rc.OK : Rc.NOT_AVAILABLE;
    }

    private static boolean isWritten(int member, int written) {
        return written == EVERYBODY || written == member;
    }

    private static int located(SharedState state, long bytes, int written) {
        SharedComm members = state.members;
        int rc = Rc.OK;
        for (int member = 0; member < members.size(); member++) {
            long place = members.payload(member);
            boolean own = member == members.rank();
            boolean writes = isWritten(member, written);
            long source = own ? state.reading.address() : state.address(member, place, bytes);
            long target = 0;
            if (writes) {
                long there = place + Place.BYTES;
                target = own ? state.writing.address() : state.address(member, there, bytes);
            }
            state.sources[member] = source;
            state.targets[member] = target;
            rc = source == 0 || (writes && target == 0) ? Rc.FATAL : rc;
        }
        return rc;
    }
}
