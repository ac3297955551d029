package mpi;

import java.util.Arrays;

/**
 * A communicator of one group, with its collective operations. Offsets count array elements;
 * displacements of blocks count extents of the datatype, from the offset on. A send buffer may be
 * the receive buffer.
 */
public class Intracomm extends Comm {
    private final org.strata.mpi.Intracomm intra;

    Intracomm(org.strata.mpi.Intracomm core) {
        super(core);
        this.intra = core;
    }

    // ---- Making communicators

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Object clone() throws MPIException {
        return new Intracomm(Core.get(intra::dup));
    }

    private static Intracomm made(org.strata.mpi.Intracomm core) {
        return core.isNull() ? null : new Intracomm(core);
    }

    /**
     * Makes one communicator of the processes that name the same colour; collective.
     *
     * @param color 0 or more, or {@link MPI#UNDEFINED} to get null
     * @param key ranks are ordered by key, then by rank in this communicator
     */
    public Intracomm Split(int color, int key) throws MPIException {
        return made(Core.get(() -> intra.split(Numbers.color(color), key)));
    }

    /** Makes a communicator of some members, null for others; collective over all members. */
    public Intracomm Create(Group group) throws MPIException {
        return made(Core.get(() -> intra.create(group == null ? null : group.core)));
    }

    /** Makes a grid of the first processes, null for others; collective. */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder)
            throws MPIException {
        org.strata.mpi.CartComm made = Core.get(() -> intra.createCart(dims, periods, reorder));
        return made.isNull() ? null : new Cartcomm(made);
    }

    /** Makes a graph of the first processes, null for others; collective. */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        org.strata.mpi.GraphComm made = Core.get(() -> intra.createGraph(index, edges, reorder));
        return made.isNull() ? null : new Graphcomm(made);
    }

    // ---- Collective operations

    /** Waits until all members have called it. */
    public void Barrier() throws MPIException {
        Core.run(intra::barrier);
    }

    /** Sends the root's items to all members. */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root)
            throws MPIException {
        if (isObject(type)) {
            new ObjectCollectives(this).bcast(buf, offset, count, type, root);
            return;
        }
        StagedArray data = StagedArray.target(buf, offset, count, type);
        Core.run(() -> intra.bcast(data.buffer, count, type.core(), root));
        data.finish();
    }

    private static boolean isObject(Datatype type) {
        return type != null && type.isObject();
    }

    private static org.strata.mpi.Datatype core(Datatype type) {
        return type == null ? null : type.core();
    }

    /** Collects items of each member at the root, in rank order. */
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        if (isObject(sendtype)) {
            int[] counts = even(recvcount);
            new ObjectCollectives(this)
                    .gather(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            counts,
                            places(counts),
                            recvtype,
                            root);
            return;
        }
        boolean atRoot = root == Rank();
        StagedArray in =
                StagedArray.source(
                        sendbuf, sendoffset, sendcount, sendtype, atRoot ? recvbuf : null);
        StagedArray out =
                atRoot
                        ? StagedArray.target(
                                recvbuf, recvoffset, (long) recvcount * Size(), recvtype)
                        : StagedArray.NONE;
        Core.run(() ->
                intra.gather(
                        in.buffer,
                        sendcount,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        core(recvtype),
                        root));
        out.finish();
    }

    private int[] even(int count) {
        int[] counts = new int[Size()];
        Arrays.fill(counts, count);
        return counts;
    }

    private static int[] places(int[] counts) {
        int[] places = new int[counts.length];
        for (int i = 1; i < places.length; i++) {
            long place = (long) places[i - 1] + counts[i - 1];
            if (place != (int) place) {
                String detail = counts[0] + " for each of " + counts.length + " processes";
                throw MPIException.bad("MPI_ERR_COUNT", detail + " are more than 2^31 objects");
            }
            places[i] = (int) place;
        }
        return places;
    }

    /** As {@link #Gather}, with a count and a place for each member. */
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        if (isObject(sendtype)) {
            new ObjectCollectives(this)
                    .gather(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            displs,
                            recvtype,
                            root);
            return;
        }
        boolean atRoot = root == Rank();
        StagedArray in =
                StagedArray.source(
                        sendbuf, sendoffset, sendcount, sendtype, atRoot ? recvbuf : null);
        if (!atRoot) {
            Core.run(() -> intra.gatherv(in.buffer, sendcount, sendtype.core(), root));
            return;
        }
        StagedArray out =
                StagedArray.target(Size(), recvbuf, recvoffset, recvcount, displs, recvtype);
        Core.run(() ->
                intra.gatherv(
                        in.buffer,
                        sendcount,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        displs,
                        recvtype.core(),
                        root));
        out.finish();
    }

    /** Sends each member an equal part of the root's items, in rank order. */
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        if (isObject(recvtype)) {
            int[] counts = even(sendcount);
            new ObjectCollectives(this)
                    .scatter(
                            sendbuf,
                            sendoffset,
                            counts,
                            places(counts),
                            sendtype,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            recvtype,
                            root);
            return;
        }
        StagedArray in =
                root == Rank()
                        ? StagedArray.source(
                                sendbuf, sendoffset, (long) sendcount * Size(), sendtype, recvbuf)
                        : StagedArray.NONE;
        StagedArray out = StagedArray.target(recvbuf, recvoffset, recvcount, recvtype);
        Core.run(() ->
                intra.scatter(
                        in.buffer,
                        sendcount,
                        core(sendtype),
                        out.buffer,
                        recvcount,
                        recvtype.core(),
                        root));
        out.finish();
    }

    /** As {@link #Scatter}, with a count and a place for each member. */
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        if (isObject(recvtype)) {
            new ObjectCollectives(this)
                    .scatter(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            displs,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            recvtype,
                            root);
            return;
        }
        StagedArray out = StagedArray.target(recvbuf, recvoffset, recvcount, recvtype);
        if (root == Rank()) {
            StagedArray in =
                    StagedArray.source(
                            Size(), sendbuf, sendoffset, sendcount, displs, sendtype, recvbuf);
            Core.run(() ->
                    intra.scatterv(
                            in.buffer,
                            sendcount,
                            displs,
                            sendtype.core(),
                            out.buffer,
                            recvcount,
                            recvtype.core(),
                            root));
        } else {
            Core.run(() -> intra.scatterv(out.buffer, recvcount, recvtype.core(), root));
        }
        out.finish();
    }

    /** Collects items of each member at all members, in rank order. */
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        if (isObject(sendtype)) {
            int[] counts = even(recvcount);
            new ObjectCollectives(this)
                    .allgather(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            counts,
                            places(counts),
                            recvtype);
            return;
        }
        StagedArray in = StagedArray.source(sendbuf, sendoffset, sendcount, sendtype, recvbuf);
        StagedArray out =
                StagedArray.target(recvbuf, recvoffset, (long) recvcount * Size(), recvtype);
        Core.run(() ->
                intra.allGather(
                        in.buffer,
                        sendcount,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        recvtype.core()));
        out.finish();
    }

    /** As {@link #Allgather}, with a count and a place for each member. */
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        if (isObject(sendtype)) {
            new ObjectCollectives(this)
                    .allgather(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            displs,
                            recvtype);
            return;
        }
        StagedArray in = StagedArray.source(sendbuf, sendoffset, sendcount, sendtype, recvbuf);
        StagedArray out =
                StagedArray.target(Size(), recvbuf, recvoffset, recvcount, displs, recvtype);
        Core.run(() ->
                intra.allGatherv(
                        in.buffer,
                        sendcount,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        displs,
                        recvtype.core()));
        out.finish();
    }

    /** Sends each member a part of this process's items, and receives one from each. */
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        if (isObject(sendtype)) {
            int[] sends = even(sendcount);
            int[] receives = even(recvcount);
            new ObjectCollectives(this)
                    .alltoall(
                            sendbuf,
                            sendoffset,
                            sends,
                            places(sends),
                            sendtype,
                            recvbuf,
                            recvoffset,
                            receives,
                            places(receives),
                            recvtype);
            return;
        }
        int size = Size();
        StagedArray in =
                StagedArray.source(sendbuf, sendoffset, (long) sendcount * size, sendtype, recvbuf);
        StagedArray out =
                StagedArray.target(recvbuf, recvoffset, (long) recvcount * size, recvtype);
        Core.run(() ->
                intra.allToAll(
                        in.buffer,
                        sendcount,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        recvtype.core()));
        out.finish();
    }

    /** As {@link #Alltoall}, with counts and places for each member. */
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        if (isObject(sendtype)) {
            new ObjectCollectives(this)
                    .alltoall(
                            sendbuf,
                            sendoffset,
                            sendcount,
                            sdispls,
                            sendtype,
                            recvbuf,
                            recvoffset,
                            recvcount,
                            rdispls,
                            recvtype);
            return;
        }
        StagedArray in =
                StagedArray.source(
                        Size(), sendbuf, sendoffset, sendcount, sdispls, sendtype, recvbuf);
        StagedArray out =
                StagedArray.target(Size(), recvbuf, recvoffset, recvcount, rdispls, recvtype);
        Core.run(() ->
                intra.allToAllv(
                        in.buffer,
                        sendcount,
                        sdispls,
                        sendtype.core(),
                        out.buffer,
                        recvcount,
                        rdispls,
                        recvtype.core()));
        out.finish();
    }

    // ---- Reductions

    /** Combines items of all members, place by place, at the root. */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        Op.require(op);
        boolean atRoot = root == Rank();
        if (isObject(datatype)) {
            new ObjectCollectives(this)
                    .reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
            return;
        }
        StagedArray in =
                StagedArray.source(sendbuf, sendoffset, count, datatype, atRoot ? recvbuf : null);
        StagedArray out =
                atRoot
                        ? StagedArray.target(recvbuf, recvoffset, count, datatype)
                        : StagedArray.NONE;
        Op.Reduction by = op.on(datatype);
        Core.run(() ->
                intra.reduce(in.buffer, out.buffer, by.count(count), by.type(), by.op(), root));
        out.finish();
    }

    /** Combines items of all members, place by place, at all members. */
    public void Allreduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        Op.require(op);
        if (isObject(datatype)) {
            new ObjectCollectives(this)
                    .allreduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
            return;
        }
        StagedArray in = StagedArray.source(sendbuf, sendoffset, count, datatype, recvbuf);
        StagedArray out = StagedArray.target(recvbuf, recvoffset, count, datatype);
        Op.Reduction by = op.on(datatype);
        Core.run(() -> intra.allReduce(in.buffer, out.buffer, by.count(count), by.type(), by.op()));
        out.finish();
    }

    /** Combines items of all members, place by place; each gets its block of the results. */
    public void Reduce_scatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        Op.require(op);
        if (recvcounts == null || recvcounts.length < Size()) {
            throw MPIException.bad("MPI_ERR_ARG", "fewer counts than processes");
        }
        if (isObject(datatype)) {
            new ObjectCollectives(this)
                    .reduceScatter(
                            sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op);
            return;
        }
        int[] counts = Arrays.copyOf(recvcounts, Size());
        long total = Arrays.stream(counts).asLongStream().sum();
        StagedArray in = StagedArray.source(sendbuf, sendoffset, total, datatype, recvbuf);
        StagedArray out = StagedArray.target(recvbuf, recvoffset, counts[Rank()], datatype);
        Op.Reduction by = op.on(datatype);
        Core.run(() ->
                intra.reduceScatter(in.buffer, out.buffer, by.counts(counts), by.type(), by.op()));
        out.finish();
    }

    /** Combines items of all members up to this one, place by place. */
    public void Scan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        Op.require(op);
        if (isObject(datatype)) {
            new ObjectCollectives(this)
                    .scan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
            return;
        }
        StagedArray in = StagedArray.source(sendbuf, sendoffset, count, datatype, recvbuf);
        StagedArray out = StagedArray.target(recvbuf, recvoffset, count, datatype);
        Op.Reduction by = op.on(datatype);
        Core.run(() -> intra.scan(in.buffer, out.buffer, by.count(count), by.type(), by.op()));
        out.finish();
    }
}
