package org.strata.coll.shm;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.Arrays;

/**
 * Collectives whose contributions fit the members' cells: each member copies its contribution to
 * its cell, and reads those that it needs from the others' cells. Tier 1.
 *
 * <p>A member gets TRUNCATED when another one whose contribution it reads has called a different
 * collective, or with a length that goes another way, or with a different length; in a broadcast it
 * may be shorter than the receiver's. What is read never exceeds a cell.
 */
final class CellCollectives {
    private final SharedReduction reduction;

    CellCollectives(SharedReduction reduction) {
        this.reduction = reduction;
    }

    int barrier(SharedState state) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        long info = SharedKind.BARRIER.info(SharedWay.CELLS, 0);
        members.publish(info);
        members.prefetchNext();
        return completed(state, info);
    }

    /** Awaits all contributions; returns OK when they are of the same collective and length. */
    private static int awaited(SharedState state, long info) {
        SharedComm members = state.members;
        if (!members.awaitAll()) {
            return members.failure();
        }
        for (int member = 0; member < members.size(); member++) {
            if (members.info(member) != info) {
                return Rc.TRUNCATED;
            }
        }
        return Rc.OK;
    }

    /** As {@link #awaited}, for a step whose contributions are not read. */
    private static int completed(SharedState state, long info) {
        int rc = awaited(state, info);
        state.members.finish();
        return rc;
    }

    int bcast(SharedState state, Buf buffer, long bytes, int root) {
        SharedComm members = state.members;
        int rc = Rc.OK;
        if (members.rank() == root) {
            if (!members.claim()) {
                return members.failure();
            }
            buffer.pack(0, members.payload(root), bytes);
            members.publish(SharedKind.BCAST.info(SharedWay.CELLS, bytes));
        } else {
            if (!members.await(root)) {
                return members.failure();
            }
            long sent = SharedKind.BCAST.bytes(SharedWay.CELLS, members.info(root));
            rc = sent < 0 || sent > bytes ? Rc.TRUNCATED : Rc.OK;
            buffer.unpack(members.payload(root), 0, Math.clamp(sent, 0, bytes));
        }
        members.finish();
        return rc;
    }

    int allgather(SharedState state, Buf send, Buf receive, long bytes) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        int rank = members.rank();
        long mine = members.payload(rank);
        if (send != null) {
            send.pack(0, mine, bytes);
        } else {
            receive.pack(rank * bytes, mine, bytes);
        }
        long info = SharedKind.ALLGATHER.info(SharedWay.CELLS, bytes);
        members.publish(info);
        members.prefetchNext(bytes);
        if (send != null) {
            receive.unpack(mine, rank * bytes, bytes);
        }
        int rc = awaited(state, info);
        if (rc == Rc.OK) {
            for (int member = 0; member < members.size(); member++) {
                if (member != rank) {
                    receive.unpack(members.payload(member), member * bytes, bytes);
                }
            }
        }
        members.finish();
        return rc;
    }

    int alltoall(SharedState state, Buf send, Buf receive, long bytes) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        int rank = members.rank();
        Buf data = send != null ? send : receive;
        data.pack(0, members.payload(rank), bytes * members.size());
        long info = SharedKind.ALLTOALL.info(SharedWay.CELLS, bytes);
        members.publish(info);
        members.prefetchNext(bytes * members.size());
        int rc = awaited(state, info);
        if (rc == Rc.OK) {
            for (int member = 0; member < members.size(); member++) {
                long from = members.payload(member) + rank * bytes;
                receive.unpack(from, member * bytes, bytes);
            }
        }
        members.finish();
        return rc;
    }

    /** Publishes the vector, awaits all, and notes where they are. */
    private static int exchange(SharedState state, Buf input, long info, long bytes) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        input.pack(0, members.payload(members.rank()), bytes);
        members.publish(info);
        members.prefetchNext(bytes);
        int rc = awaited(state, info);
        locate(state);
        return rc;
    }

    private static void locate(SharedState state) {
        SharedComm members = state.members;
        for (int member = 0; member < members.size(); member++) {
            state.sources[member] = members.payload(member);
        }
    }

    /** Every member reduces the whole vector. */
    int allreduce(SharedState state, Buf input, Buf receive, ReduceOp op, long bytes) {
        long info = SharedKind.ALLREDUCE.info(SharedWay.CELLS, bytes);
        int rc = exchange(state, input, info, bytes);
        if (rc == Rc.OK) {
            reduction.into(receive, op, state.sources, 0, receive.count());
        }
        state.members.finish();
        return rc;
    }

    /** Every member reduces its slice, then collects the slices of all. */
    int allreduceSlices(SharedState state, Buf input, Buf receive, ReduceOp op, long bytes) {
        SharedComm members = state.members;
        long info = SharedKind.ALLREDUCE.info(SharedWay.SLICES, bytes);
        int rc = exchange(state, input, info, bytes);
        if (rc != Rc.OK) {
            // Members that disagree all get TRUNCATED here: none begins the second step.
            members.finish();
            return rc;
        }
        reduceSlice(state, receive, op);
        members.finish();
        members.publish(info);
        rc = awaited(state, info);
        if (rc == Rc.OK) {
            collectSlices(state, receive);
        }
        members.finish();
        return rc;
    }

    /** Reduces this member's slice into its cell of the next step, in the slice's place. */
    private void reduceSlice(SharedState state, Buf receive, ReduceOp op) {
        SharedComm members = state.members;
        long result = members.claimNext();
        long size = receive.layout().size();
        long count = receive.count();
        long start = state.sliceStart(members.rank(), count, size);
        long length = state.sliceStart(members.rank() + 1, count, size) - start;
        if (receive.layout().contiguous()) {
            Buf slice = state.part.set(null, result + start * size, length, receive.layout(), null);
            reduction.into(slice, op, state.sources, start, length);
        } else {
            Arrays.fill(state.targets, 0);
            state.targets[members.rank()] = result;
            reduction.into(state.targets, receive.layout(), op, state.sources, start, length);
        }
    }

    private static void collectSlices(SharedState state, Buf receive) {
        SharedComm members = state.members;
        long size = receive.layout().size();
        for (int member = 0; member < members.size(); member++) {
            long start = state.sliceStart(member, receive.count(), size) * size;
            long end = state.sliceStart(member + 1, receive.count(), size) * size;
            receive.unpack(members.payload(member) + start, start, end - start);
        }
    }

    /**
     * The root reduces the vector, in pieces that fit a cell; the others do not wait, but for a
     * free cell.
     */
    int reduce(SharedState state, Buf input, Buf receive, ReduceOp op, int root, long bytes) {
        long size = input.layout().size();
        long piece = state.members.cellBytes() / size * size;
        int rc = Rc.OK;
        for (long done = 0; done < bytes; done += piece) {
            int one =
                    reducePiece(
                            state, input, receive, op, root, done, Math.min(piece, bytes - done));
            rc = rc == Rc.OK ? one : rc;
        }
        return rc;
    }

    private int reducePiece(
            SharedState state,
            Buf input,
            Buf receive,
            ReduceOp op,
            int root,
            long from,
            long bytes) {
        SharedComm members = state.members;
        if (!members.claim()) {
            return members.failure();
        }
        input.pack(from, members.payload(members.rank()), bytes);
        long info = SharedKind.REDUCE.info(SharedWay.CELLS, bytes);
        members.publish(info);
        int rc = Rc.OK;
        if (members.rank() == root) {
            rc = awaited(state, info);
            locate(state);
            if (rc == Rc.OK) {
                long size = receive.layout().size();
                long at = receive.offset() + from / size * receive.layout().extent();
                Buf part = state.part.set(receive.base(), at, bytes / size, receive.layout(), null);
                reduction.into(part, op, state.sources, 0, bytes / size);
            }
        }
        members.finish();
        return rc;
    }

    /** Every member reduces its part of the vector. */
    int reduceScatter(SharedState state, ScatterCall call) {
        long bytes = call.input.size();
        int rc = exchange(state, call.input, call.kind.info(SharedWay.CELLS, bytes), bytes);
        if (rc == Rc.OK) {
            reduction.into(call.result, call.op, state.sources, call.start, call.result.count());
        }
        state.members.finish();
        return rc;
    }

    /** As {@link #reduceScatter}, for a vector of any length, in pieces that fit a cell. */
    int reduceInPieces(SharedState state, ScatterCall call) {
        long total = call.input.count();
        long step = state.members.cellBytes() / call.input.layout().size();
        int rc = Rc.OK;
        for (long from = 0; from < total && rc == Rc.OK; from += step) {
            rc = reduceScatter(state, call.part(from, Math.min(step, total - from)));
        }
        return rc;
    }
}
