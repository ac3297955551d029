package org.strata.coll.shm;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/**
 * The collectives of one rank: selects a way by the rules, and hands on what shared memory does not
 * do. Tier 1.
 *
 * <p>All members must select the same way. What decides is therefore known to all of them: the
 * communicator, the collective, and a length; never where one's own buffers are.
 */
final class SharedColl implements Coll {
    private final Coll next;
    private final SharedSetUp setUp;
    private final CellCollectives cells;
    private final DirectCollectives direct;

    /**
     * @param next does what shared memory does not
     */
    SharedColl(Coll next, SharedSetUp setUp) {
        this.next = next;
        this.setUp = setUp;
        SharedReduction reduction = new SharedReduction();
        this.cells = new CellCollectives(reduction);
        this.direct = new DirectCollectives(reduction);
    }

    /** Returns the communicator's state, or null when the next component does everything. */
    private SharedState state(CommContext comm) {
        SharedState state = (SharedState) comm.collData(this);
        if (state == null) {
            state = new SharedState(this);
            comm.addCollData(state);
        }
        return state.members != null || setUp.ready(state, comm, next) ? state : null;
    }

    /**
     * Selects a way.
     *
     * @param bytes what the rules measure the collective by
     * @param contribution the longest contribution of a member; one that fits no cell goes direct
     */
    private static SharedWay way(
            SharedState state, SharedKind kind, long bytes, long contribution) {
        if (state == null || bytes == 0) {
            return SharedWay.NEXT;
        }
        SharedWay way = state.rules.way(kind, bytes);
        if (way == SharedWay.SLICES && kind != SharedKind.ALLREDUCE) {
            way = SharedWay.CELLS;
        }
        boolean fits = contribution <= state.members.cellBytes() || way == SharedWay.NEXT;
        return fits ? way : SharedWay.DIRECT;
    }

    @Override
    public int barrier(CommContext comm) {
        SharedState state = state(comm);
        return state == null || state.rules.way(SharedKind.BARRIER, 0) == SharedWay.NEXT
                ? next.barrier(comm)
                : cells.barrier(state);
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        SharedState state = state(comm);
        long bytes = buffer.size();
        SharedWay way = way(state, SharedKind.BCAST, bytes, bytes);
        if (way == SharedWay.CELLS) {
            return cells.bcast(state, buffer, bytes, root);
        }
        int rc = Rc.NOT_AVAILABLE;
        if (way == SharedWay.DIRECT) {
            rc = direct.bcast(state, buffer, bytes, root);
        }
        return rc == Rc.NOT_AVAILABLE ? next.bcast(buffer, root, comm) : rc;
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        SharedState state = state(comm);
        Buf input = send != null ? send : receive;
        long bytes = input.size();
        // Pieces of the vector go through the cells: only an element must fit.
        SharedWay way = way(state, SharedKind.REDUCE, bytes, input.layout().size());
        if (way == SharedWay.CELLS) {
            return cells.reduce(state, input, receive, op, root, bytes);
        }
        int rc = Rc.NOT_AVAILABLE;
        if (way == SharedWay.DIRECT) {
            rc = direct.reduce(state, input, receive, op, root, bytes);
        }
        return rc == Rc.NOT_AVAILABLE ? next.reduce(send, receive, op, root, comm) : rc;
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        SharedState state = state(comm);
        Buf input = send != null ? send : receive;
        long bytes = receive.size();
        int rc =
                switch (way(state, SharedKind.ALLREDUCE, bytes, bytes)) {
                    case CELLS -> cells.allreduce(state, input, receive, op, bytes);
                    case SLICES -> cells.allreduceSlices(state, input, receive, op, bytes);
                    case DIRECT -> direct.allreduce(state, input, receive, op, bytes);
                    case NEXT -> Rc.NOT_AVAILABLE;
                };
        return rc == Rc.NOT_AVAILABLE ? next.allreduce(send, receive, op, comm) : rc;
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        SharedState state = state(comm);
        long bytes = receive.size();
        SharedWay way = way(state, SharedKind.ALLGATHER, bytes * comm.size(), bytes);
        if (way == SharedWay.CELLS) {
            return cells.allgather(state, send, receive, bytes);
        }
        int rc = Rc.NOT_AVAILABLE;
        if (way == SharedWay.DIRECT) {
            rc = direct.allgather(state, send, receive, bytes);
        }
        return rc == Rc.NOT_AVAILABLE ? next.allgather(send, receive, comm) : rc;
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        SharedState state = state(comm);
        long bytes = receive.size();
        SharedWay way = way(state, SharedKind.ALLTOALL, bytes, bytes * comm.size());
        if (way == SharedWay.CELLS) {
            return cells.alltoall(state, send, receive, bytes);
        }
        int rc = Rc.NOT_AVAILABLE;
        if (way == SharedWay.DIRECT) {
            rc = direct.alltoall(state, send, receive, bytes);
        }
        return rc == Rc.NOT_AVAILABLE ? next.alltoall(send, receive, comm) : rc;
    }

    @Override
    public int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm) {
        SharedState state = state(comm);
        long total = 0;
        long start = 0;
        for (int rank = 0; rank < comm.size(); rank++) {
            start += rank < comm.rank() ? counts[rank] : 0;
            total += counts[rank];
        }
        SharedKind kind = SharedKind.REDUCE_SCATTER;
        int own = counts[comm.rank()];
        int rc = reduceScatter(state, kind, send, receive, op, start, own, total);
        return rc == Rc.NOT_AVAILABLE ? next.reduceScatter(send, receive, counts, op, comm) : rc;
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        SharedState state = state(comm);
        long own = receive.count();
        long start = comm.rank() * own;
        SharedKind kind = SharedKind.REDUCE_SCATTER_BLOCK;
        int rc = reduceScatter(state, kind, send, receive, op, start, own, comm.size() * own);
        return rc == Rc.NOT_AVAILABLE ? next.reduceScatterBlock(send, receive, op, comm) : rc;
    }

    /**
     * @param start the first element of this member's part
     * @param own elements of the part
     * @param total elements of all parts
     */
    private int reduceScatter(
            SharedState state,
            SharedKind kind,
            Buf send,
            Buf receive,
            ReduceOp op,
            long start,
            long own,
            long total) {
        long bytes = total * receive.layout().size();
        SharedWay way = way(state, kind, bytes, bytes);
        if (way == SharedWay.NEXT) {
            return Rc.NOT_AVAILABLE;
        }
        Buf data = send != null ? send : receive;
        Buf input = state.input.set(data.base(), data.offset(), total, data.layout(), null);
        Buf result = state.part.set(receive.base(), receive.offset(), own, receive.layout(), null);
        return way == SharedWay.DIRECT
                ? direct.reduceScatter(state, input, send == null, result, op, kind, start, bytes)
                : cells.reduceScatter(state, input, result, op, kind, start, bytes);
    }

    // What the next component always does.

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        return next.gather(send, receive, root, comm);
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        return next.gatherv(send, receive, counts, displacements, root, comm);
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        return next.scatter(send, receive, root, comm);
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        return next.scatterv(send, counts, displacements, receive, root, comm);
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        return next.allgatherv(send, receive, counts, displacements, comm);
    }

    @Override
    public int alltoallv(
            Buf send,
            int[] sendCounts,
            int[] sendDisplacements,
            Buf receive,
            int[] receiveCounts,
            int[] receiveDisplacements,
            CommContext comm) {
        return next.alltoallv(
                send,
                sendCounts,
                sendDisplacements,
                receive,
                receiveCounts,
                receiveDisplacements,
                comm);
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return next.scan(send, receive, op, comm);
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return next.exscan(send, receive, op, comm);
    }

    @Override
    public void removeComm(CommContext comm) {
        SharedState state = (SharedState) comm.collData(this);
        if (state != null && state.members != null) {
            setUp.retire(state.members);
        }
        next.removeComm(comm);
    }

    @Override
    public void close() {
        setUp.close();
        next.close();
    }
}
