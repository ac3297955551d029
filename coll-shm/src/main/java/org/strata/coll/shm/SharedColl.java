package org.strata.coll.shm;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
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
    private final PartedReductions parts;

    /**
     * @param next does what shared memory does not
     */
    SharedColl(Coll next, SharedSetUp setUp) {
        this.next = next;
        this.setUp = setUp;
        SharedReduction reduction = new SharedReduction();
        this.cells = new CellCollectives(reduction);
        this.direct = new DirectCollectives(reduction);
        this.parts = new PartedReductions(direct, cells);
    }

    /** Returns the communicator's state, or null when the next component does everything. */
    private SharedState state(CommContext comm) {
        SharedState state = known(comm);
        return state.members != null || setUp.ready(state, comm, next) ? state : null;
    }

    /**
     * As {@link #state(CommContext)}, for a reduction. One whose bits depend on the order of the
     * operands never waits for others to be called before: the next component has another order,
     * and the same call must give the same bits.
     */
    private SharedState state(CommContext comm, ReduceOp op) {
        SharedState state = known(comm);
        boolean ready =
                state.members != null
                        || (op.exact()
                                ? setUp.ready(state, comm, next)
                                : setUp.readyAtOnce(state, comm, next));
        return ready ? state : null;
    }

    private SharedState known(CommContext comm) {
        SharedState state = (SharedState) comm.collData(this);
        if (state == null) {
            state = new SharedState(this);
            comm.addCollData(state);
        }
        return state;
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

    /**
     * Returns whether gather or scatter goes through the cells. What does not fit a cell, or what
     * the rules want direct, goes by messages: long ones are read from their sender's buffer, too.
     */
    private static boolean inCells(
            SharedState state, SharedKind kind, long bytes, long contribution) {
        return way(state, kind, bytes, contribution) == SharedWay.CELLS;
    }

    @Override
    public Coll inter(Coll local) {
        return next.inter(local);
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
        SharedState state = state(comm, op);
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
            if (rc == Rc.NOT_AVAILABLE) {
                rc = parts.reduce(state, input, receive, op, root);
            }
        }
        return rc == Rc.NOT_AVAILABLE ? next.reduce(send, receive, op, root, comm) : rc;
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        SharedState state = state(comm, op);
        Buf input = send != null ? send : receive;
        long bytes = receive.size();
        int rc =
                switch (way(state, SharedKind.ALLREDUCE, bytes, bytes)) {
                    case CELLS -> cells.allreduce(state, input, receive, op, bytes);
                    case SLICES -> cells.allreduceSlices(state, input, receive, op, bytes);
                    case DIRECT -> allreduceDirect(state, input, receive, op, bytes);
                    case NEXT -> Rc.NOT_AVAILABLE;
                };
        return rc == Rc.NOT_AVAILABLE ? next.allreduce(send, receive, op, comm) : rc;
    }

    private int allreduceDirect(
            SharedState state, Buf input, Buf receive, ReduceOp op, long bytes) {
        int rc = direct.allreduce(state, input, receive, op, bytes);
        return rc == Rc.NOT_AVAILABLE ? parts.allreduce(state, input, receive, op) : rc;
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
        SharedState state = state(comm, op);
        int rc = Rc.NOT_AVAILABLE;
        if (state != null) {
            long total = 0;
            long start = 0;
            for (int rank = 0; rank < comm.size(); rank++) {
                start += rank < comm.rank() ? counts[rank] : 0;
                total += counts[rank];
            }
            ScatterCall call = state.scatter.of(SharedKind.REDUCE_SCATTER, op);
            rc = reduceScatter(state, call.on(send, receive, start, counts[comm.rank()], total));
        }
        return rc == Rc.NOT_AVAILABLE ? next.reduceScatter(send, receive, counts, op, comm) : rc;
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        SharedState state = state(comm, op);
        int rc = Rc.NOT_AVAILABLE;
        if (state != null) {
            long own = receive.count();
            ScatterCall call = state.scatter.of(SharedKind.REDUCE_SCATTER_BLOCK, op);
            call.on(send, receive, comm.rank() * own, own, comm.size() * own);
            rc = reduceScatter(state, call);
        }
        return rc == Rc.NOT_AVAILABLE ? next.reduceScatterBlock(send, receive, op, comm) : rc;
    }

    private int reduceScatter(SharedState state, ScatterCall call) {
        long bytes = call.input.size();
        SharedWay way = way(state, call.kind, bytes, bytes);
        if (way == SharedWay.NEXT) {
            return Rc.NOT_AVAILABLE;
        }
        if (way == SharedWay.CELLS) {
            return cells.reduceScatter(state, call);
        }
        int rc = direct.reduceScatter(state, call);
        return rc == Rc.NOT_AVAILABLE ? parts.reduceScatter(state, call) : rc;
    }

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        SharedState state = state(comm);
        long bytes = comm.rank() == root ? receive.size() : send.size();
        return inCells(state, SharedKind.GATHER, bytes, bytes)
                ? RootedCollectives.gather(state, send, receive, root, bytes)
                : next.gather(send, receive, root, comm);
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        SharedState state = state(comm);
        long bytes = comm.rank() == root ? send.size() : receive.size();
        return inCells(state, SharedKind.SCATTER, bytes, bytes * comm.size())
                ? RootedCollectives.scatter(state, send, receive, root, bytes)
                : next.scatter(send, receive, root, comm);
    }

    // What the next component always does.

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        return next.gatherv(send, receive, counts, displacements, root, comm);
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
    public int pairwise(PairwiseMessages messages, CommContext comm) {
        return next.pairwise(messages, comm);
    }

    /** Schedules consist of messages: the next component's. */
    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        return next.record(call, repeatable, comm);
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
