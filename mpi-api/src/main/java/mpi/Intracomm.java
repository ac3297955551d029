package mpi;

import org.strata.mca.coll.Coll;

import java.nio.Buffer;

/** A communicator of one group of processes (MPI 3.1 §6.4). */
public class Intracomm extends Comm {
    Intracomm(Communicator comm) {
        super(comm);
    }

    /** Makes a duplicate that {@code opening} makes usable. */
    Intracomm(Communicator comm, Request opening) {
        super(comm, opening);
    }

    // ---- Duplicating and making communicators (MPI 3.1 §6.4.2).

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return new Intracomm(DuplicationCalls.dup(comm));
    }

    @Override
    public Intracomm iDup() throws MPIException {
        Communicator made = DuplicationCalls.heir(comm);
        return new Intracomm(made, DuplicationCalls.begin(comm, made));
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        return new Intracomm(DuplicationCalls.dupWithInfo(comm, info));
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
        return new Intracomm(CreationCalls.split(comm, colour, key));
    }

    /**
     * Makes one communicator of the processes that share memory (MPI_Comm_split_type, MPI 3.1
     * §6.4.2); collective.
     *
     * @param splitType {@link Comm#TYPE_SHARED}, or {@link MPI#UNDEFINED} to get a null
     *     communicator
     * @param key ranks are ordered by key, then by rank in this communicator
     * @param info hints, which this library ignores
     * @throws MPIException ERR_ARG for another type
     */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        Info.pairs(info, "MPI_Comm_split_type");
        return new Intracomm(CreationCalls.splitType(comm, splitType, key));
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
        return new Intracomm(CreationCalls.ofGroup(comm, group));
    }

    /**
     * Makes a communicator of some members (MPI_Comm_create_group, MPI 3.1 §6.4.2); collective over
     * the group only.
     *
     * @param group its members, the same at all of them
     * @param tag distinguishes calls that several threads make at the same time
     * @return the new communicator, null for processes that are not in the group
     * @throws MPIException ERR_GROUP if the group is null or has others than members, ERR_TAG
     */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        return new Intracomm(CreationCalls.ofGroup(comm, group, tag));
    }

    // ---- Making communicators with a topology (MPI 3.1 §7.5).

    /**
     * Makes a grid of the first processes (MPI_Cart_create, MPI 3.1 §7.5.1); collective.
     *
     * @param dims number of processes along each dimension
     * @param periods whether each dimension closes to a ring
     * @param reorder whether ranks may change; this library keeps them
     * @return the grid, null for processes that are not in it
     * @throws MPIException ERR_DIMS if a side is not positive, ERR_ARG if the grid is larger than
     *     this communicator
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
            throws MPIException {
        return new CartComm(CartCalls.create(comm, dims, periods));
    }

    /**
     * Makes a graph of the first processes (MPI_Graph_create, MPI 3.1 §7.5.3); collective.
     *
     * @param index number of edges of the nodes up to each node
     * @param edges the nodes that the edges lead to, node by node
     * @param reorder whether ranks may change; this library keeps them
     * @return the graph, null for processes that are not in it
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
            throws MPIException {
        return new GraphComm(GraphCalls.create(comm, index, edges));
    }

    /**
     * Makes a distributed graph (MPI_Dist_graph_create, MPI 3.1 §7.5.4); collective. Each process
     * names any edges.
     *
     * @param sources nodes that edges begin at
     * @param degrees number of edges of each source
     * @param destinations the nodes that the edges lead to, source by source
     * @param weights weight of each edge
     * @param info hints, which this library ignores
     * @param reorder whether ranks may change; this library keeps them
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
        Info.pairs(info, "MPI_Dist_graph_create");
        return new GraphComm(
                GraphCalls.createDistributed(comm, sources, degrees, destinations, weights, true));
    }

    /**
     * As {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, without weights.
     *
     * @param sources nodes that edges begin at
     * @param degrees number of edges of each source
     * @param destinations the nodes that the edges lead to, source by source
     * @param info hints, which this library ignores
     * @param reorder whether ranks may change; this library keeps them
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        Info.pairs(info, "MPI_Dist_graph_create");
        return new GraphComm(
                GraphCalls.createDistributed(comm, sources, degrees, destinations, null, false));
    }

    /**
     * Makes a distributed graph (MPI_Dist_graph_create_adjacent, MPI 3.1 §7.5.4); collective. Each
     * process names the edges from and to itself.
     *
     * @param sources nodes that edges to this process begin at
     * @param sourceWeights weights of those edges
     * @param destinations nodes that edges from this process lead to
     * @param destWeights weights of those edges
     * @param info hints, which this library ignores
     * @param reorder whether ranks may change; this library keeps them
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
        Info.pairs(info, "MPI_Dist_graph_create_adjacent");
        return new GraphComm(
                GraphCalls.createAdjacent(
                        comm, sources, sourceWeights, destinations, destWeights, true));
    }

    /**
     * As {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, without
     * weights.
     *
     * @param sources nodes that edges to this process begin at
     * @param destinations nodes that edges from this process lead to
     * @param info hints, which this library ignores
     * @param reorder whether ranks may change; this library keeps them
     * @throws MPIException ERR_ARG
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
        Info.pairs(info, "MPI_Dist_graph_create_adjacent");
        return new GraphComm(
                GraphCalls.createAdjacent(comm, sources, null, destinations, null, false));
    }

    // ---- Scans (MPI 3.1 §5.11).

    /**
     * Combines the elements of all members up to this one, place by place (MPI_Scan, MPI 3.1
     * §5.11.1).
     *
     * @param sendbuf this process's elements
     * @param recvbuf receives the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.combine(comm, "MPI_Scan", Coll::scan, sendbuf, recvbuf, count, type, op)
                .run();
    }

    /**
     * As {@link #scan(Object, Object, int, Datatype, Op)}, in place.
     *
     * @param recvbuf this process's elements, which the results replace
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.combine(
                        comm,
                        "MPI_Scan",
                        Coll::scan,
                        CollectiveBuffers.IN_PLACE,
                        recvbuf,
                        count,
                        type,
                        op)
                .run();
    }

    /**
     * Combines the elements of all members before this one, place by place (MPI_Exscan, MPI 3.1
     * §5.11.2). Rank 0 gets no results: its receive buffer stays as it is.
     *
     * @param sendbuf this process's elements
     * @param recvbuf receives the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.combine(comm, "MPI_Exscan", Coll::exscan, sendbuf, recvbuf, count, type, op)
                .run();
    }

    /**
     * As {@link #exScan(Object, Object, int, Datatype, Op)}, in place.
     *
     * @param buf this process's elements, which the results replace
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.combine(
                        comm,
                        "MPI_Exscan",
                        Coll::exscan,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .run();
    }

    // ---- Non-blocking scans (MPI 3.1 §5.12).

    /**
     * Starts what {@link #scan(Object, Object, int, Datatype, Op)} does (MPI_Iscan, MPI 3.1
     * §5.12.11).
     */
    public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iScan((Object) sendbuf, (Object) recvbuf, count, type, op);
    }

    /** As {@link #iScan(Buffer, Buffer, int, Datatype, Op)}, also with arrays. An extension. */
    public final Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm, "MPI_Iscan", Coll::scan, sendbuf, recvbuf, count, type, op)
                .start();
    }

    /** Starts what {@link #scan(Object, int, Datatype, Op)} does (MPI_Iscan, MPI 3.1 §5.12.11). */
    public final Request iScan(Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iScan((Object) recvbuf, count, type, op);
    }

    /** As {@link #iScan(Buffer, int, Datatype, Op)}, also with arrays. An extension. */
    public final Request iScan(Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(recvbuf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Iscan",
                        Coll::scan,
                        CollectiveBuffers.IN_PLACE,
                        recvbuf,
                        count,
                        type,
                        op)
                .start();
    }

    /**
     * Starts what {@link #exScan(Object, Object, int, Datatype, Op)} does (MPI_Iexscan, MPI 3.1
     * §5.12.12).
     */
    public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iExScan((Object) sendbuf, (Object) recvbuf, count, type, op);
    }

    /** As {@link #iExScan(Buffer, Buffer, int, Datatype, Op)}, also with arrays. An extension. */
    public final Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm, "MPI_Iexscan", Coll::exscan, sendbuf, recvbuf, count, type, op)
                .start();
    }

    /**
     * Starts what {@link #exScan(Object, int, Datatype, Op)} does (MPI_Iexscan, MPI 3.1 §5.12.12).
     */
    public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iExScan((Object) buf, count, type, op);
    }

    /** As {@link #iExScan(Buffer, int, Datatype, Op)}, also with arrays. An extension. */
    public final Request iExScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Iexscan",
                        Coll::exscan,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .start();
    }

    // ---- Persistent scans (MPI 4.0 §6.13), an extension.

    /**
     * Makes a request that starts {@link #scan(Object, Object, int, Datatype, Op)} (MPI_Scan_init).
     * An extension.
     */
    public final Prequest scanInit(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm, "MPI_Scan_init", Coll::scan, sendbuf, recvbuf, count, type, op)
                .init();
    }

    /**
     * Makes a request that starts {@link #scan(Object, int, Datatype, Op)} (MPI_Scan_init). An
     * extension.
     */
    public final Prequest scanInit(Object recvbuf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(recvbuf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Scan_init",
                        Coll::scan,
                        CollectiveBuffers.IN_PLACE,
                        recvbuf,
                        count,
                        type,
                        op)
                .init();
    }

    /**
     * Makes a request that starts {@link #exScan(Object, Object, int, Datatype, Op)}
     * (MPI_Exscan_init). An extension.
     */
    public final Prequest exScanInit(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm, "MPI_Exscan_init", Coll::exscan, sendbuf, recvbuf, count, type, op)
                .init();
    }

    /**
     * Makes a request that starts {@link #exScan(Object, int, Datatype, Op)} (MPI_Exscan_init). An
     * extension.
     */
    public final Prequest exScanInit(Object buf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Exscan_init",
                        Coll::exscan,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .init();
    }

    // ---- Other processes (MPI 3.1 §10.3, §10.4).

    /**
     * Starts processes (MPI_Comm_spawn, MPI 3.1 §10.3.2); collective. They find this communicator's
     * members by {@link Intercomm#getParent}. Arguments but {@code root} and {@code errcodes} count
     * at the root only.
     *
     * @param command the program; {@code java} stands for a Java program
     * @param argv its arguments; null for none
     * @param maxprocs number of processes
     * @param info hints: {@code host}, {@code wdir}, {@code path}, {@code soft}, {@code file}
     * @param root rank whose arguments count
     * @param errcodes receives an error class for each process; may be null
     * @return the communicator with the processes, as the other group
     * @throws MPIException ERR_SPAWN, with the reason; then nothing has been started
     */
    public final Intercomm spawn(
            String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
            throws MPIException {
        SpawnCalls.Request request =
                new SpawnCalls.Request(
                        new String[] {command},
                        new String[][] {argv},
                        new int[] {maxprocs},
                        new Info[] {info});
        return new Intercomm(SpawnCalls.spawn(comm, "MPI_Comm_spawn", request, root, errcodes));
    }

    /**
     * As {@link #spawn}, with several programs, whose processes have one MPI_COMM_WORLD
     * (MPI_Comm_spawn_multiple, MPI 3.1 §10.3.3).
     *
     * @param commands the programs
     * @param argv the arguments of each; null for none
     * @param maxprocs number of processes of each
     * @param info hints for each; null for none
     * @param root rank whose arguments count
     * @param errcodes receives an error class for each process; may be null
     */
    public final Intercomm spawnMultiple(
            String[] commands,
            String[][] argv,
            int[] maxprocs,
            Info[] info,
            int root,
            int[] errcodes)
            throws MPIException {
        SpawnCalls.Request request = new SpawnCalls.Request(commands, argv, maxprocs, info);
        String call = "MPI_Comm_spawn_multiple";
        return new Intercomm(SpawnCalls.spawn(comm, call, request, root, errcodes));
    }

    /** Opens a port, to which others connect by its name (MPI_Open_port, MPI 3.1 §10.4.2). */
    public static String openPort() throws MPIException {
        return PortCalls.open();
    }

    /**
     * As {@link #openPort()}.
     *
     * @param info hints, which this library ignores
     */
    public static String openPort(Info info) throws MPIException {
        Info.pairs(info, "MPI_Open_port");
        return PortCalls.open();
    }

    /**
     * Closes a port (MPI_Close_port, MPI 3.1 §10.4.2).
     *
     * @throws MPIException ERR_PORT unless this process has it open
     */
    public static void closePort(String name) throws MPIException {
        PortCalls.close(name);
    }

    /**
     * Waits for a group of processes that connects (MPI_Comm_accept, MPI 3.1 §10.4.2); collective.
     *
     * @param port name of a port that the root has opened; counts at the root only
     * @param root rank whose port it is
     * @return the communicator with the other group
     * @throws MPIException ERR_PORT
     */
    public final Intercomm accept(String port, int root) throws MPIException {
        return new Intercomm(PortCalls.accept(comm, port, root));
    }

    /**
     * As {@link #accept(String, int)}.
     *
     * @param info hints, which this library ignores
     */
    public final Intercomm accept(String port, Info info, int root) throws MPIException {
        Info.pairs(info, "MPI_Comm_accept");
        return accept(port, root);
    }

    /**
     * Connects to a group of processes that accepts (MPI_Comm_connect, MPI 3.1 §10.4.3);
     * collective.
     *
     * @param port name of the port; counts at the root only
     * @param root rank whose {@code port} counts
     * @return the communicator with the other group
     * @throws MPIException ERR_PORT
     */
    public final Intercomm connect(String port, int root) throws MPIException {
        return new Intercomm(PortCalls.connect(comm, port, root));
    }

    /**
     * As {@link #connect(String, int)}.
     *
     * @param info hints, which this library ignores
     */
    public final Intercomm connect(String port, Info info, int root) throws MPIException {
        Info.pairs(info, "MPI_Comm_connect");
        return connect(port, root);
    }

    /**
     * Publishes a port under a name (MPI_Publish_name, MPI 3.1 §10.4.4); mpirun keeps it.
     *
     * @throws MPIException ERR_SERVICE if the name is in use
     */
    public static void publishName(String service, String port) throws MPIException {
        PortCalls.publish(service, port);
    }

    /**
     * As {@link #publishName(String, String)}.
     *
     * @param info hints, which this library ignores
     */
    public static void publishName(String service, Info info, String port) throws MPIException {
        Info.pairs(info, "MPI_Publish_name");
        PortCalls.publish(service, port);
    }

    /**
     * Withdraws a published port (MPI_Unpublish_name, MPI 3.1 §10.4.4).
     *
     * @throws MPIException ERR_SERVICE if it is not published under that name
     */
    public static void unpublishName(String service, String port) throws MPIException {
        PortCalls.unpublish(service, port);
    }

    /**
     * As {@link #unpublishName(String, String)}.
     *
     * @param info hints, which this library ignores
     */
    public static void unpublishName(String service, Info info, String port) throws MPIException {
        Info.pairs(info, "MPI_Unpublish_name");
        PortCalls.unpublish(service, port);
    }

    /**
     * Returns the port that is published under a name (MPI_Lookup_name, MPI 3.1 §10.4.4).
     *
     * @throws MPIException ERR_NAME if there is none
     */
    public static String lookupName(String service) throws MPIException {
        return PortCalls.lookUp(service);
    }

    /**
     * As {@link #lookupName(String)}.
     *
     * @param info hints, which this library ignores
     */
    public static String lookupName(String service, Info info) throws MPIException {
        Info.pairs(info, "MPI_Lookup_name");
        return PortCalls.lookUp(service);
    }
}
