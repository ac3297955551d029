package mpi;

import java.util.function.Supplier;

/** A communicator: messages between two processes, and what all communicators have. */
public class Comm {
    final org.strata.mpi.Comm core;

    /** Ranks in MPI.COMM_WORLD of those that messages go to; made at first use. */
    private int[] worldRanks;

    Comm(org.strata.mpi.Comm core) {
        this.core = core;
    }

    static Comm require(Comm comm) {
        if (comm == null) {
            throw MPIException.bad("MPI_ERR_COMM", "the communicator is null");
        }
        return comm;
    }

    /** Returns the rank in MPI.COMM_WORLD of a process that messages go to. */
    final int worldRank(int rank) {
        if (worldRanks == null) {
            worldRanks = Core.get(this::findWorldRanks);
        }
        if (rank < 0 || rank >= worldRanks.length) {
            String size = "a group of " + worldRanks.length;
            throw MPIException.bad("MPI_ERR_RANK", "rank " + rank + " is not in " + size);
        }
        return worldRanks[rank];
    }

    private int[] findWorldRanks() throws org.strata.mpi.MPIException {
        org.strata.mpi.Group group =
                core instanceof org.strata.mpi.Intercomm inter
                        ? inter.getRemoteGroup()
                        : core.getGroup();
        int[] ranks = new int[group.getSize()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i;
        }
        org.strata.mpi.Group world = org.strata.mpi.MPI.COMM_WORLD.getGroup();
        return org.strata.mpi.Group.translateRanks(group, ranks, world);
    }

    // ---- Processes

    /** Returns the number of processes in the group. */
    public int Size() throws MPIException {
        return Core.get(core::getSize);
    }

    /** Returns this process's rank. */
    public int Rank() throws MPIException {
        return Core.get(core::getRank);
    }

    /** Returns the group of processes. */
    public Group Group() throws MPIException {
        return new Group(Core.get(core::getGroup));
    }

    /** Returns IDENT, CONGRUENT (another context), SIMILAR (in another order) or UNEQUAL. */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        org.strata.mpi.Comm one = require(comm1).core;
        org.strata.mpi.Comm two = require(comm2).core;
        return MPI.comparison(Core.get(() -> org.strata.mpi.Comm.compare(one, two)));
    }

    /** Returns a duplicate with a context of its own; collective. */
    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Object clone() throws MPIException {
        return new Comm(Core.get(core::dup));
    }

    /** Makes the communicator null; collective. */
    public void Free() throws MPIException {
        Core.run(core::free);
    }

    /** Returns whether the communicator was freed. */
    public boolean Is_null() throws MPIException {
        return core.isNull();
    }

    /** Returns whether this is an inter-communicator. */
    public boolean Test_inter() throws MPIException {
        return Core.get(core::isInter);
    }

    /**
     * Makes an inter-communicator of two groups; collective over both. Their leaders find each
     * other on this communicator.
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
            throws MPIException {
        org.strata.mpi.Comm local = require(local_comm).core;
        return new Intercomm(
                Core.get(() -> core.createIntercomm(local, local_leader, remote_leader, tag)));
    }

    /** Returns the kind of topology: {@link MPI#GRAPH}, {@link MPI#CART} or UNDEFINED. */
    public int Topo_test() throws MPIException {
        return Numbers.topology(Core.get(core::getTopology));
    }

    /** Returns an attribute, such as {@link MPI#TAG_UB}; null when it is not set. */
    public Object Attr_get(int keyval) throws MPIException {
        Object value = Core.get(() -> core.getAttr(keyval));
        boolean rank = keyval == MPI.HOST || keyval == MPI.IO;
        return rank && value instanceof Integer number ? Numbers.rank(number) : value;
    }

    /** Removes an attribute. */
    public void Attr_delete(int keyval) throws MPIException {
        Core.run(() -> core.deleteAttr(keyval));
    }

    /** Sets what happens when a call on this communicator fails. */
    public void Errhandler_set(Errhandler errhandler) throws MPIException {
        Core.run(() -> core.setErrhandler(errhandler == null ? null : errhandler.core));
    }

    /** Returns what happens when a call on this communicator fails. */
    public Errhandler Errhandler_get() throws MPIException {
        return Errhandler.of(Core.get(core::getErrhandler));
    }

    /** Ends the job; does not return. */
    public void Abort(int errorcode) throws MPIException {
        Core.run(() -> core.abort(errorcode));
    }

    // ---- Blocking sends and receives

    private void send(
            SendKind kind, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (type != null && type.isObject()) {
            byte[] body = ObjectMessages.body(buf, offset, count, type);
            MPI.objects().send(kind, this, body, count * type.Size(), dest, tag);
            return;
        }
        Core.check();
        try {
            kind.send(core, UserElements.of(buf, offset, count, type), Numbers.dest(dest), tag);
        } catch (org.strata.mpi.MPIException e) {
            throw MPIException.of(e);
        }
    }

    /** Sends items in standard mode. */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send(SendKind.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /** Sends items from the attached buffer. */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send(SendKind.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /** Sends items, and waits until a receive has matched. */
    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send(SendKind.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /** Sends items to a receive that has been posted already. */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        send(SendKind.READY, buf, offset, count, datatype, dest, tag);
    }

    /** Receives items. */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        if (datatype != null && datatype.isObject()) {
            ObjectMessages objects = MPI.objects();
            ObjectReceive receive = new ObjectReceive(objects, buf, offset, count, datatype);
            return objects.receive(this, receive, source, tag);
        }
        UserElements into = UserElements.of(buf, offset, count, datatype);
        Core.check();
        try {
            return new Status(
                    core.recv(
                            into.buffer(),
                            into.count(),
                            into.type(),
                            Numbers.source(source),
                            Numbers.tag(tag)),
                    datatype,
                    -1);
        } catch (org.strata.mpi.MPIException e) {
            throw MPIException.of(e);
        }
    }

    /** Sends and receives at the same time. */
    public Status Sendrecv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        if (sendtype != null && recvtype != null && !sendtype.isObject() && !recvtype.isObject()) {
            UserElements out = UserElements.of(sendbuf, sendoffset, sendcount, sendtype);
            UserElements in = UserElements.of(recvbuf, recvoffset, recvcount, recvtype);
            return new Status(
                    Core.get(() -> exchange(out, dest, sendtag, in, source, recvtag)),
                    recvtype,
                    -1);
        }
        Request receive = Irecv(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        Request send = Isend(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        Status status = receive.Wait();
        send.Wait();
        return status;
    }

    private org.strata.mpi.Status exchange(
            UserElements out, int dest, int sendtag, UserElements in, int source, int recvtag)
            throws org.strata.mpi.MPIException {
        return core.sendRecv(
                out.buffer(),
                out.count(),
                out.type(),
                Numbers.dest(dest),
                sendtag,
                in.buffer(),
                in.count(),
                in.type(),
                Numbers.source(source),
                Numbers.tag(recvtag));
    }

    /** Sends items, and replaces them by received ones. */
    public Status Sendrecv_replace(
            Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        if (datatype != null && datatype.isObject()) {
            return Sendrecv(
                    buf, offset, count, datatype, dest, sendtag, buf, offset, count, datatype,
                    source, recvtag);
        }
        UserElements both = UserElements.of(buf, offset, count, datatype);
        return new Status(
                Core.get(() ->
                        core.sendRecvReplace(
                                both.buffer(),
                                both.count(),
                                both.type(),
                                Numbers.dest(dest),
                                sendtag,
                                Numbers.source(source),
                                Numbers.tag(recvtag))),
                datatype,
                -1);
    }

    // ---- Non-blocking sends and receives

    private Request start(
            SendKind kind, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (type != null && type.isObject()) {
            byte[] body = ObjectMessages.body(buf, offset, count, type);
            return MPI.objects().start(kind, this, body, count * type.Size(), dest, tag);
        }
        UserElements what = UserElements.started(buf, offset, count, type);
        return new Request(Core.get(() -> kind.start(core, what, Numbers.dest(dest), tag)), type);
    }

    /** Starts to send items in standard mode. */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return start(SendKind.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /** Starts what {@link #Bsend} does. */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return start(SendKind.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /** Starts what {@link #Ssend} does. */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return start(SendKind.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /** Starts what {@link #Rsend} does. */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return start(SendKind.READY, buf, offset, count, datatype, dest, tag);
    }

    /** Starts to receive items. */
    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        if (datatype != null && datatype.isObject()) {
            ObjectMessages objects = MPI.objects();
            ObjectReceive receive = new ObjectReceive(objects, buf, offset, count, datatype);
            return objects.start(this, receive, source, tag);
        }
        UserElements into = UserElements.started(buf, offset, count, datatype);
        return new Request(
                Core.get(() ->
                        core.iRecv(
                                into.buffer(),
                                into.count(),
                                into.type(),
                                Numbers.source(source),
                                Numbers.tag(tag))),
                datatype);
    }

    // ---- Persistent sends and receives

    private Prequest init(
            SendKind kind, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (type != null && type.isObject()) {
            UserElements.check(buf, offset, count, type);
            Supplier<Request> starter = () -> start(kind, buf, offset, count, type, dest, tag);
            return new Prequest(starter);
        }
        UserElements what = UserElements.started(buf, offset, count, type);
        return new Prequest(Core.get(() -> kind.init(core, what, Numbers.dest(dest), tag)), type);
    }

    /** Makes a persistent request of {@link #Send}. */
    public Prequest Send_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return init(SendKind.STANDARD, buf, offset, count, datatype, dest, tag);
    }

    /** Makes a persistent request of {@link #Bsend}. */
    public Prequest Bsend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return init(SendKind.BUFFERED, buf, offset, count, datatype, dest, tag);
    }

    /** Makes a persistent request of {@link #Ssend}. */
    public Prequest Ssend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return init(SendKind.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
    }

    /** Makes a persistent request of {@link #Rsend}. */
    public Prequest Rsend_init(
            Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return init(SendKind.READY, buf, offset, count, datatype, dest, tag);
    }

    /** Makes a persistent request of {@link #Recv}. */
    public Prequest Recv_init(
            Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        if (datatype != null && datatype.isObject()) {
            UserElements.check(buf, offset, count, datatype);
            return new Prequest(() -> Irecv(buf, offset, count, datatype, source, tag));
        }
        UserElements into = UserElements.started(buf, offset, count, datatype);
        return new Prequest(
                Core.get(() ->
                        core.recvInit(
                                into.buffer(),
                                into.count(),
                                into.type(),
                                Numbers.source(source),
                                Numbers.tag(tag))),
                datatype);
    }

    // ---- Probes

    /** Waits for a message, without receiving it. */
    public Status Probe(int source, int tag) throws MPIException {
        return new Status(
                Core.get(() -> core.probe(Numbers.source(source), Numbers.tag(tag))), null, -1);
    }

    /** Looks for a message; returns null if there is none. */
    public Status Iprobe(int source, int tag) throws MPIException {
        org.strata.mpi.Status found =
                Core.get(() -> core.iProbe(Numbers.source(source), Numbers.tag(tag)));
        return found == null ? null : new Status(found, null, -1);
    }

    // ---- Packing

    private static UserElements packable(Object buf, int offset, int count, Datatype type) {
        if (type != null && type.isObject()) {
            throw MPIException.bad("MPI_ERR_TYPE", "objects have no packed size: send MPI.OBJECT");
        }
        return UserElements.of(buf, offset, count, type);
    }

    /** Returns the bytes that items take when packed. */
    public int Pack_size(int incount, Datatype datatype) throws MPIException {
        if (datatype == null || datatype.isObject()) {
            packable(null, 0, 0, datatype);
        }
        return Core.get(() -> core.packSize(incount, datatype.core()));
    }

    /** Packs items into an array from a byte on; returns the byte behind them. */
    public int Pack(
            Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
            throws MPIException {
        UserElements in = packable(inbuf, offset, incount, datatype);
        return Core.get(() -> core.pack(in.buffer(), in.count(), in.type(), outbuf, position));
    }

    /** Unpacks items from an array from a byte on; returns the byte behind them. */
    public int Unpack(
            byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
            throws MPIException {
        UserElements out = packable(outbuf, offset, outcount, datatype);
        return Core.get(() -> core.unpack(inbuf, position, out.buffer(), out.count(), out.type()));
    }
}
