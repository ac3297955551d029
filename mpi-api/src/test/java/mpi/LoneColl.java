package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Collectives of communicators in which only this process calls: everything is a local copy. */
final class LoneColl implements Coll {
    /** What MPI_Bcast, and so every creation of a communicator of several, returns. */
    int bcastCode = Rc.OK;

    /** The next name that another process, number 3, gives to a communicator. */
    private long named = CommId.self(3) + 1;

    private static int copy(Buf from, Buf to) {
        if (from != null && to != null) {
            long sent = from.count() * from.layout().size();
            long bytes = Math.min(sent, to.count() * to.layout().size());
            try (Arena arena = Arena.ofConfined()) {
                long scratch = Memory.allocate(arena, Math.max(1, bytes), 8);
                from.layout().pack(from.base(), from.offset(), 0, scratch, bytes);
                to.layout().unpack(scratch, to.base(), to.offset(), 0, bytes);
            }
        }
        return Rc.OK;
    }

    private static Buf block(Buf all, int[] counts, int[] displacements) {
        return all == null ? null : all.at(displacements[0], counts[0]);
    }

    @Override
    public int barrier(CommContext comm) {
        return Rc.OK;
    }

    @Override
    public int bcast(Buf buffer, int root, CommContext comm) {
        if (comm.rank() != root && buffer.base() instanceof long[] words && words.length == 1) {
            words[0] = named++;
        }
        return bcastCode;
    }

    @Override
    public int reduce(Buf send, Buf receive, ReduceOp op, int root, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int allreduce(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int gather(Buf send, Buf receive, int root, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int gatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, int root, CommContext comm) {
        return copy(send, block(receive, counts, displacements));
    }

    @Override
    public int scatter(Buf send, Buf receive, int root, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int scatterv(
            Buf send, int[] counts, int[] displacements, Buf receive, int root, CommContext comm) {
        return copy(block(send, counts, displacements), receive);
    }

    @Override
    public int allgather(Buf send, Buf receive, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int allgatherv(
            Buf send, Buf receive, int[] counts, int[] displacements, CommContext comm) {
        return copy(send, block(receive, counts, displacements));
    }

    @Override
    public int alltoall(Buf send, Buf receive, CommContext comm) {
        return copy(send, receive);
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
        Buf from = block(send, sendCounts, sendDisplacements);
        return copy(from, block(receive, receiveCounts, receiveDisplacements));
    }

    @Override
    public int reduceScatter(Buf send, Buf receive, int[] counts, ReduceOp op, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int reduceScatterBlock(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int scan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return copy(send, receive);
    }

    @Override
    public int exscan(Buf send, Buf receive, ReduceOp op, CommContext comm) {
        return Rc.OK;
    }

    @Override
    public int pairwise(PairwiseMessages messages, CommContext comm) {
        List<PairwiseMessages.Entry> sends = new ArrayList<>(messages.sends());
        for (PairwiseMessages.Entry receive : messages.receives()) {
            PairwiseMessages.Entry send =
                    sends.stream()
                            .filter(s -> s.channel() == receive.channel())
                            .findFirst()
                            .orElseThrow();
            sends.remove(send);
            copy(send.buf(), receive.buf());
        }
        return Rc.OK;
    }

    @Override
    public CollRequest record(CollCall call, boolean repeatable, CommContext comm) {
        return new Recorded(call, comm);
    }

    /** A recorded call, which is executed when it is started. */
    private final class Recorded extends CollRequest {
        private final CollCall call;
        private final CommContext comm;

        Recorded(CollCall call, CommContext comm) {
            this.call = call;
            this.comm = comm;
        }

        @Override
        public void start() {
            begin(new Buf(), comm);
            error = call.on(LoneColl.this);
            finish();
        }

        @Override
        public int refusal() {
            return Rc.OK;
        }

        @Override
        public void discard() {}

        @Override
        public Throwable thrown() {
            return null;
        }

        @Override
        protected void recycle() {}
    }
}
