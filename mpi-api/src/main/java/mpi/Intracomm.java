package mpi;

import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.Arrays;

/** A communicator of one group (MPI 3.1 §6.4). */
public class Intracomm extends Comm {
    /** Makes a null communicator. */
    Intracomm() {}

    /** Makes a null communicator that will be a predefined one. */
    Intracomm(String name) {
        super(name);
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    @Override
    Comm blank() {
        return new Intracomm();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return (Intracomm) super.dup();
    }

    @Override
    public Intracomm iDup() throws MPIException {
        return (Intracomm) super.iDup();
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        return (Intracomm) super.dupWithInfo(info);
    }

    /**
     * Makes one communicator of the processes that name the same colour (MPI_Comm_split, MPI 3.1
     * §6.4.2); collective.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED} to get a null communicator
     * @param key ranks are ordered by key, then by rank in this communicator
     * @throws MPIException ERR_ARG for another negative colour
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        return splitInto("MPI_Comm_split", colour, key, new Intracomm());
    }

    /** Splits; {@code made} becomes the new communicator. */
    final <T extends Intracomm> T splitInto(String call, int colour, int key, T made)
            throws MPIException {
        Library library = library(call);
        if (colour < 0 && colour != MPI.UNDEFINED) {
            throw Errors.raise(this, MPI.ERR_ARG, call, "colour " + colour + " is negative");
        }
        int[] choices = new int[2 * context().size()];
        choices[2 * context().rank()] = colour;
        choices[2 * context().rank() + 1] = key;
        int rc;
        library.engine.enter();
        try {
            var ints = DataLayouts.basic(Integer.BYTES, Integer.BYTES);
            rc = library.coll.allgather(null, new Buf(choices, 0, 2, ints), context());
        } finally {
            library.engine.exit();
        }
        CollectiveBuffers.finish(this, call, rc, null, null);
        Proc[] members = colour == MPI.UNDEFINED ? null : sameColour(choices, colour);
        return create(call, members, made);
    }

    /**
     * Makes one communicator of the processes that share memory (MPI_Comm_split_type, MPI 3.1
     * §6.4.2); collective.
     *
     * @param splitType {@link Comm#TYPE_SHARED}, or {@link MPI#UNDEFINED} to get a null
     *     communicator
     * @param key ranks are ordered by key, then by rank in this communicator
     * @param info hints; none is followed
     * @throws MPIException ERR_ARG for another type
     */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        String call = "MPI_Comm_split_type";
        Library library = library(call);
        if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
            throw Errors.raise(this, MPI.ERR_ARG, call, "unknown type " + splitType);
        }
        String host = library.proc(library.rank()).host();
        int first = 0;
        while (!context().peer(first).host().equals(host)) {
            first++;
        }
        return splitInto(
                call, splitType == MPI.UNDEFINED ? splitType : first, key, new Intracomm());
    }

    /** Returns the members with a colour by key, then rank; choices are (colour, key) pairs. */
    private Proc[] sameColour(int[] choices, int colour) {
        int count = 0;
        long[] order = new long[context().size()];
        for (int rank = 0; rank < context().size(); rank++) {
            if (choices[2 * rank] == colour) {
                order[count++] = (long) choices[2 * rank + 1] << 32 | rank;
            }
        }
        Arrays.sort(order, 0, count);
        Proc[] members = new Proc[count];
        for (int i = 0; i < count; i++) {
            members[i] = context().peer((int) order[i]);
        }
        return members;
    }

    /**
     * Makes a communicator of some members (MPI_Comm_create, MPI 3.1 §6.4.2); collective over all
     * members.
     *
     * @param group its members, the same at all of them
     * @return the new communicator, null for processes that are not in the group
     * @throws MPIException ERR_GROUP if the group is null or has others than members
     */
    public final Intracomm create(Group group) throws MPIException {
        Proc[] members = membersOf(group, "MPI_Comm_create");
        return create("MPI_Comm_create", members, new Intracomm());
    }

    /**
     * Makes a communicator of some members (MPI_Comm_create_group, MPI 3.1 §6.4.2); collective over
     * the group only.
     *
     * @param group its members, the same at all of them
     * @param tag tells calls apart that several threads make at the same time
     * @return the new communicator, null for processes that are not in the group
     * @throws MPIException ERR_GROUP if the group is null or has others than members, ERR_TAG
     */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        String call = "MPI_Comm_create_group";
        Library library = library(call);
        if (tag < 0 || tag > library.maxTag) {
            throw Errors.raise(this, MPI.ERR_TAG, call, "tag " + tag);
        }
        Proc[] members = membersOf(group, call);
        if (members == null) {
            return new Intracomm();
        }
        int[] ranks = new int[members.length];
        int me = 0;
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = rankOf(members[i]);
            me = ranks[i] == context().rank() ? i : me;
        }
        return create(
                call,
                members,
                new Intracomm(),
                ContextIds.key(context().id(), tag),
                new GroupAgreement(library.pml, context(), ranks, me, tag));
    }

    /** Returns a group's processes, null when this process is not among them. */
    private Proc[] membersOf(Group group, String call) throws MPIException {
        Library library = library(call);
        if (group == null || group.isNull()) {
            throw Errors.raise(this, MPI.ERR_GROUP, call, "the group is null or was freed");
        }
        Proc[] members = group.procs(library, call);
        boolean member = false;
        for (Proc proc : members) {
            if (rankOf(proc) < 0) {
                String detail = "rank " + proc.rank() + " of MPI_COMM_WORLD is not in ";
                throw Errors.raise(this, MPI.ERR_GROUP, call, detail + label());
            }
            member |= proc.rank() == library.rank();
        }
        return member ? members : null;
    }

    /** Returns a process's rank in this communicator, -1 for none. */
    private int rankOf(Proc proc) {
        for (int rank = 0; rank < context().size(); rank++) {
            if (context().peer(rank) == proc) {
                return rank;
            }
        }
        return -1;
    }

    /**
     * Makes a grid of the first processes (MPI_Cart_create, MPI 3.1 §7.5.1); collective.
     *
     * @param dims number of processes along each dimension
     * @param periods whether each dimension closes to a ring
     * @param reorder whether ranks may change; they do not
     * @return the grid, null for processes that are not in it
     * @throws MPIException ERR_DIMS if the grid is larger than this communicator, ERR_ARG
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
            throws MPIException {
        library("MPI_Cart_create");
        Grid grid = Grid.of(this, "MPI_Cart_create", dims, periods);
        return create("MPI_Cart_create", firstProcs(grid.size()), new CartComm(grid));
    }

    private Proc[] firstProcs(int count) {
        return context().rank() < count ? Arrays.copyOf(procs(), count) : null;
    }

    /**
     * Makes a graph of the first processes (MPI_Graph_create, MPI 3.1 §7.5.3); collective.
     *
     * @param index number of edges of the nodes up to each node
     * @param edges the nodes that the edges lead to, node by node
     * @param reorder whether ranks may change; they do not
     * @return the graph, null for processes that are not in it
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
            throws MPIException {
        library("MPI_Graph_create");
        GraphParms graph = Graphs.of(this, "MPI_Graph_create", index, edges);
        Proc[] members = firstProcs(index.length);
        return create("MPI_Graph_create", members, new GraphComm(graph));
    }

    /**
     * Makes a distributed graph (MPI_Dist_graph_create, MPI 3.1 §7.5.4); collective. Each process
     * names any edges.
     *
     * @param sources nodes that edges begin at
     * @param degrees number of edges of each source
     * @param destinations the nodes that the edges lead to, source by source
     * @param weights weight of each edge
     * @param info hints; none is followed
     * @param reorder whether ranks may change; they do not
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createDistGraph(
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights,
            Info info,
            boolean reorder)
            throws MPIException {
        String call = "MPI_Dist_graph_create";
        library(call);
        if (weights == null) {
            throw Errors.raise(this, MPI.ERR_ARG, call, "the weights are null");
        }
        int[] edges = Graphs.triplets(this, call, sources, degrees, destinations, weights);
        DistGraphNeighbors mine = Graphs.exchange(this, call, edges, true);
        return create(call, procs(), new GraphComm(mine));
    }

    /** As the other form, without weights. */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        String call = "MPI_Dist_graph_create";
        library(call);
        int[] edges = Graphs.triplets(this, call, sources, degrees, destinations, null);
        DistGraphNeighbors mine = Graphs.exchange(this, call, edges, false);
        return create(call, procs(), new GraphComm(mine));
    }

    /**
     * Makes a distributed graph (MPI_Dist_graph_create_adjacent, MPI 3.1 §7.5.4); collective. Each
     * process names the edges from and to itself.
     *
     * @param sources nodes that edges to this process begin at
     * @param sourceWeights weights of those edges
     * @param destinations nodes that edges from this process lead to
     * @param destWeights weights of those edges
     * @param info hints; none is followed
     * @param reorder whether ranks may change; they do not
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights,
            Info info,
            boolean reorder)
            throws MPIException {
        String call = "MPI_Dist_graph_create_adjacent";
        library(call);
        DistGraphNeighbors mine =
                Graphs.adjacent(
                        this, call, sources, sourceWeights, destinations, destWeights, true);
        return create(call, procs(), new GraphComm(mine));
    }

    /** As the other form, without weights. */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
        String call = "MPI_Dist_graph_create_adjacent";
        library(call);
        DistGraphNeighbors mine =
                Graphs.adjacent(this, call, sources, null, destinations, null, false);
        return create(call, procs(), new GraphComm(mine));
    }

    /**
     * Combines the elements of all members up to this one, place by place (MPI_Scan, MPI 3.1
     * §5.11.1).
     *
     * @param sendbuf this process's elements
     * @param recvbuf place for the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Scan");
        Buf send = CollectiveBuffers.from(this, "MPI_Scan", sendbuf, count, 1, type);
        Buf receive = CollectiveBuffers.into(this, "MPI_Scan", recvbuf, count, 1, type);
        reduce(
                library,
                "MPI_Scan",
                type,
                op,
                operation -> library.coll.scan(send, receive, operation, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, in place.
     *
     * @param recvbuf this process's elements, replaced by the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        Library library = library("MPI_Scan");
        Buf receive = CollectiveBuffers.into(this, "MPI_Scan", recvbuf, count, 1, type);
        reduce(
                library,
                "MPI_Scan",
                type,
                op,
                operation -> library.coll.scan(null, receive, operation, context()));
        CollectiveBuffers.keep(recvbuf, null);
    }

    /**
     * Combines the elements of all members before this one, place by place (MPI_Exscan, MPI 3.1
     * §5.11.2). Rank 0 gets no results: its receive buffer stays as it is.
     *
     * @param sendbuf this process's elements
     * @param recvbuf place for the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Library library = library("MPI_Exscan");
        Buf send = CollectiveBuffers.from(this, "MPI_Exscan", sendbuf, count, 1, type);
        Buf receive = CollectiveBuffers.into(this, "MPI_Exscan", recvbuf, count, 1, type);
        reduce(
                library,
                "MPI_Exscan",
                type,
                op,
                operation -> library.coll.exscan(send, receive, operation, context()));
        CollectiveBuffers.keep(sendbuf, recvbuf);
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements, replaced by the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        Library library = library("MPI_Exscan");
        Buf receive = CollectiveBuffers.into(this, "MPI_Exscan", buf, count, 1, type);
        reduce(
                library,
                "MPI_Exscan",
                type,
                op,
                operation -> library.coll.exscan(null, receive, operation, context()));
        CollectiveBuffers.keep(buf, null);
    }
}
