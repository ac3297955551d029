package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.util.Map;

/**
 * A communicator: a group of processes with a context of its own, so that its messages match only
 * its receives (MPI 3.1 chapter 6). Point-to-point and collective calls are inherited.
 */
public non-sealed class Comm extends Exchanges implements Freeable, Cloneable {
    /** Split type: the processes that share memory, for splitting by type. */
    public static final int TYPE_SHARED = 0;

    private String name = "";
    private Attributes attributes = new Attributes();
    private Map<String, String> hints = Map.of();
    private Request request = MPI.REQUEST_NULL;

    /** How many non-blocking duplications were begun. */
    private int duplications;

    /** Makes a null communicator. */
    Comm() {}

    /** Makes a null communicator that will be a predefined one. */
    Comm(String name) {
        this.name = name;
    }

    @Override
    final String label() {
        if (!name.isEmpty()) {
            return name;
        }
        CommContext context = context();
        return context == null
                ? "MPI_COMM_NULL"
                : "with id " + context.id() + " and " + context.size() + " processes";
    }

    /** Returns the processes by rank. */
    final Proc[] procs() {
        return procs(context());
    }

    /** Returns the processes of a communicator by rank. */
    static Proc[] procs(CommContext context) {
        Proc[] procs = new Proc[context.size()];
        for (int rank = 0; rank < procs.length; rank++) {
            procs[rank] = context.peer(rank);
        }
        return procs;
    }

    /**
     * Makes a new communicator of some members of this one; collective over this one.
     *
     * @param members its processes by rank, null when this process is not among them
     * @param made null communicator that becomes the new one
     * @return {@code made}, still null when this process is no member
     */
    final <T extends Comm> T create(String call, Proc[] members, T made) throws MPIException {
        return create(call, members, made, 0, null);
    }

    /**
     * As the other form, collective over some members of this one.
     *
     * @param key of the agreement on an id, when it is not among all members
     * @param combine how those members agree; null for all members
     */
    final <T extends Comm> T create(
            String call, Proc[] members, T made, long key, ContextIds.Combine combine)
            throws MPIException {
        Library library = library(call);
        int id;
        library.engine.enter();
        try {
            ContextIds ids = library.contexts;
            id = combine == null ? ids.agree(context()) : ids.agree(key, combine);
            if (id >= 0 && members != null) {
                made.setErrorHandler(errorHandler());
                made.become(library, id, members);
            }
        } finally {
            library.engine.exit();
        }
        if (id < 0) {
            String why =
                    id == Rc.NO_MEMORY
                            ? "all context ids are in use"
                            : CollectiveBuffers.failedPeer(context());
            throw Errors.fail(this, id, call, MPI.ANY_SOURCE, why);
        }
        return made;
    }

    /** Becomes a communicator of given processes, this one among them. Inside the bracket. */
    final void become(Library library, int id, Proc[] members) {
        int mine = 0;
        while (members[mine].rank() != library.rank()) {
            mine++;
        }
        CommContext opened = new CommContext(id, mine, members, library.rank());
        library.contexts.take(id);
        library.pml.addComm(opened);
        open(opened);
    }

    /** As {@link #dup}; failure becomes a RuntimeException. */
    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Comm clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e.getMessage(), e);
        }
    }

    /** Returns a null communicator of this kind and topology, to become a duplicate. */
    Comm blank() {
        return new Comm();
    }

    private Comm duplicate(String call, Map<String, String> newHints) throws MPIException {
        library(call);
        return create(call, procs(), heir(newHints));
    }

    private Comm heir(Map<String, String> newHints) {
        Comm made = blank();
        made.attributes = attributes.copy();
        made.hints = newHints;
        made.setErrorHandler(errorHandler());
        return made;
    }

    /**
     * Makes a communicator of the same processes with a context of its own (MPI_Comm_dup, MPI 3.1
     * §6.4.2); collective. Error handler, attributes, topology and info are taken over.
     */
    public Comm dup() throws MPIException {
        return duplicate("MPI_Comm_dup", hints);
    }

    /**
     * As {@link #dup}, with other info (MPI_Comm_dup_with_info, MPI 3.1 §6.4.2).
     *
     * @param info hints for the new communicator
     */
    public Comm dupWithInfo(Info info) throws MPIException {
        return duplicate("MPI_Comm_dup_with_info", Info.pairs(info));
    }

    /**
     * Begins a {@link #dup} (MPI_Comm_idup, MPI 3.1 §6.4.2); collective. The result is null until
     * its request is complete.
     */
    public Comm iDup() throws MPIException {
        Library library = library("MPI_Comm_idup");
        Comm made = heir(hints);
        library.engine.enter();
        try {
            DupRequest dup = new DupRequest(library, context(), made, duplications++);
            dup.start();
            made.request = began(library, dup, null, MPI.UNDEFINED);
        } finally {
            library.engine.exit();
        }
        return made;
    }

    /** Returns the request that completes this result of {@link #iDup}. */
    public final Request getRequest() {
        return request;
    }

    /** Sets hints (MPI 3.1 §6.4.4); this library follows none, but keeps them. */
    public final void setInfo(Info info) throws MPIException {
        library("MPI_Comm_set_info");
        hints = Info.pairs(info);
    }

    /** Returns a new info object with the hints (MPI 3.1 §6.4.4). */
    public final Info getInfo() throws MPIException {
        library("MPI_Comm_get_info");
        return Info.of(hints);
    }

    /** Returns what {@link #getTopology} tells. */
    int topology() {
        return MPI.UNDEFINED;
    }

    @Override
    Neighborhood neighborhood() {
        return null;
    }

    /**
     * Returns the kind of topology: {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH} or
     * {@link MPI#UNDEFINED} (MPI 3.1 §7.5.5).
     */
    public final int getTopology() throws MPIException {
        library("MPI_Topo_test");
        return topology();
    }

    /** Makes a key for attributes of communicators (MPI 3.1 §6.7.2). */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.COMM);
    }

    /**
     * Frees a key (MPI 3.1 §6.7.2).
     *
     * @throws MPIException ERR_KEYVAL
     */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.COMM, keyval, "MPI_Comm_free_keyval");
    }

    /**
     * Sets an attribute (MPI 3.1 §6.7.2).
     *
     * @param keyval from {@link #createKeyval}
     * @param value something serialisable; a copy is kept, and taken over by duplicates
     * @throws MPIException ERR_KEYVAL; with an IOException as cause if it cannot be serialised
     */
    public final void setAttr(int keyval, Object value) throws MPIException {
        library("MPI_Comm_set_attr");
        Keyval.require(Keyval.Kind.COMM, keyval, "MPI_Comm_set_attr");
        attributes.set(keyval, value);
    }

    /**
     * Returns a copy of an attribute, null when it is not set (MPI 3.1 §6.7.2, §8.1.2).
     *
     * @param keyval from {@link #createKeyval}, or one of the predefined keys
     * @throws MPIException ERR_KEYVAL
     */
    public final Object getAttr(int keyval) throws MPIException {
        Library library = library("MPI_Comm_get_attr");
        Object predefined = library.attribute(keyval);
        if (predefined != null) {
            return predefined;
        }
        Keyval.require(Keyval.Kind.COMM, keyval, "MPI_Comm_get_attr");
        return attributes.get(keyval);
    }

    /**
     * Removes an attribute (MPI 3.1 §6.7.2).
     *
     * @throws MPIException ERR_KEYVAL
     */
    public final void deleteAttr(int keyval) throws MPIException {
        library("MPI_Comm_delete_attr");
        Keyval.require(Keyval.Kind.COMM, keyval, "MPI_Comm_delete_attr");
        attributes.delete(keyval);
    }

    /** Returns the number of processes (MPI 3.1 §6.4.1). */
    public final int getSize() throws MPIException {
        library("MPI_Comm_size");
        return context().size();
    }

    /** Returns this process's rank (MPI 3.1 §6.4.1). */
    public final int getRank() throws MPIException {
        library("MPI_Comm_rank");
        return context().rank();
    }

    /**
     * Compares two communicators (MPI 3.1 §6.4.1).
     *
     * @return {@link MPI#IDENT} for the same one, {@link MPI#CONGRUENT} for another of the same
     *     processes in the same order, {@link MPI#SIMILAR} in another order, else {@link
     *     MPI#UNEQUAL}
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        if (comm1 == null || comm2 == null) {
            MPI.check();
            throw Errors.raise(null, MPI.ERR_COMM, "MPI_Comm_compare", "a communicator is null");
        }
        Group group1 = comm1.group("MPI_Comm_compare");
        Group group2 = comm2.group("MPI_Comm_compare");
        if (comm1.context() == comm2.context()) {
            return MPI.IDENT;
        }
        int same = Group.compare(group1, group2);
        return same == MPI.IDENT ? MPI.CONGRUENT : same;
    }

    /**
     * Makes the communicator null (MPI_Comm_free, MPI 3.1 §6.4.3); collective. Communication under
     * way on it goes on.
     *
     * @throws MPIException ERR_COMM if it is predefined
     */
    @Override
    public final void free() throws MPIException {
        release("MPI_Comm_free");
    }

    private void release(String call) throws MPIException {
        Library library = library(call);
        if (context().id() <= ContextIds.SELF) {
            throw Errors.raise(this, MPI.ERR_COMM, call, name + " is predefined");
        }
        library.engine.enter();
        try {
            library.active.sweep();
            close(library);
        } finally {
            library.engine.exit();
        }
    }

    /** Returns whether there is no communicator: a null result of a split, or freed. */
    public final boolean isNull() {
        return context() == null;
    }

    /**
     * Waits until all communication on the communicator is complete, and makes it null
     * (MPI_Comm_disconnect, MPI 3.1 §10.5.4); collective.
     *
     * @throws MPIException ERR_COMM if it is predefined
     */
    public final void disconnect() throws MPIException {
        Library library = library("MPI_Comm_disconnect");
        library.engine.enter();
        try {
            library.engine.waitFor(() -> {
                library.active.sweep();
                return operations() == 0;
            });
        } finally {
            library.engine.exit();
        }
        release("MPI_Comm_disconnect");
    }

    /** Returns the group of its processes (MPI 3.1 §6.3.2). */
    public final Group getGroup() throws MPIException {
        return group("MPI_Comm_group");
    }

    private Group group(String call) throws MPIException {
        library(call);
        int[] members = new int[context().size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = context().peer(rank).rank();
        }
        return new Group(members);
    }

    /** Returns whether it joins two groups (MPI 3.1 §6.6.1). */
    public final boolean isInter() throws MPIException {
        library("MPI_Comm_test_inter");
        return false;
    }

    /**
     * Packs elements behind what an array holds (MPI_Pack, MPI 3.1 §4.2). Send the result with
     * datatype {@link MPI#PACKED}.
     *
     * @param inbuf the elements
     * @param incount number of elements
     * @param type datatype of an element
     * @param outbuf receives them
     * @param position byte in {@code outbuf} to begin at
     * @return byte in {@code outbuf} after the last one written
     * @throws MPIException ERR_TRUNCATE if {@code outbuf} is too short
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        library("MPI_Pack");
        checkElements("MPI_Pack", incount, type);
        DataLayout layout = readable("MPI_Pack", inbuf, incount, type);
        int end = packedEnd("MPI_Pack", outbuf, position, incount * layout.size());
        Exchange.pack(inbuf, incount, layout, outbuf, position);
        return end;
    }

    /**
     * Unpacks elements from an array (MPI_Unpack, MPI 3.1 §4.2).
     *
     * @param inbuf packed elements
     * @param position byte in {@code inbuf} to begin at
     * @param outbuf place for the elements
     * @param outcount number of elements
     * @param type datatype of an element
     * @return byte in {@code inbuf} after the last one read
     * @throws MPIException ERR_TRUNCATE if {@code inbuf} is too short
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        library("MPI_Unpack");
        checkElements("MPI_Unpack", outcount, type);
        DataLayout layout = writable("MPI_Unpack", outbuf, outcount, type);
        int end = packedEnd("MPI_Unpack", inbuf, position, outcount * layout.size());
        Exchange.unpack(inbuf, position, outbuf, outcount, layout);
        return end;
    }

    private int packedEnd(String call, byte[] packed, int position, long bytes)
            throws MPIException {
        if (packed == null || position < 0) {
            String what = packed == null ? "the packed array is null" : "position " + position;
            throw Errors.raise(this, MPI.ERR_ARG, call, what);
        }
        long end = position + bytes;
        if (end > packed.length) {
            String need = bytes + " bytes at position " + position + " need ";
            String detail = need + end + " bytes, the packed array has " + packed.length;
            throw Errors.raise(this, MPI.ERR_TRUNCATE, call, detail);
        }
        return (int) end;
    }

    /**
     * Returns the bytes that packing elements takes (MPI_Pack_size, MPI 3.1 §4.2).
     *
     * @param incount number of elements
     * @param type datatype of an element
     */
    public final int packSize(int incount, Datatype type) throws MPIException {
        library("MPI_Pack_size");
        checkElements("MPI_Pack_size", incount, type);
        long bytes = incount * type.layout().size();
        if (bytes > Integer.MAX_VALUE) {
            throw Errors.raise(this, MPI.ERR_COUNT, "MPI_Pack_size", bytes + " bytes are too many");
        }
        return (int) bytes;
    }

    /**
     * Ends the job (MPI_Abort, MPI 3.1 §8.7); does not return.
     *
     * @param errorcode exit code of the job, its low 8 bits
     */
    public final void abort(int errorcode) throws MPIException {
        Library library = library("MPI_Abort");
        String who = "Rank " + library.rank() + " called abort on communicator " + label();
        library.environment.abort(errorcode, who + " with error code " + errorcode + ".");
    }

    /**
     * Sets what happens when a call on this communicator fails (MPI 3.1 §8.3.1).
     *
     * @param errhandler one of {@code MPI.ERRORS_…}
     */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        library("MPI_Comm_set_errhandler");
        if (errhandler == null) {
            throw Errors.raise(this, MPI.ERR_ARG, "MPI_Comm_set_errhandler", "it is null");
        }
        setErrorHandler(errhandler);
    }

    /** Returns what happens when a call on this communicator fails (MPI 3.1 §8.3.1). */
    public final Errhandler getErrhandler() throws MPIException {
        library("MPI_Comm_get_errhandler");
        return errorHandler();
    }

    /**
     * Does what a failed call would (MPI 3.1 §8.5); returns if the handler is {@link
     * MPI#ERRORS_RETURN}.
     *
     * @param errorCode one of {@code MPI.ERR_…}
     */
    @SuppressWarnings("ThrowableNotThrown") // With ERRORS_RETURN the error is ignored here.
    public void callErrhandler(int errorCode) throws MPIException {
        if (errorHandler().kind != Errhandler.Kind.RETURN) {
            library("MPI_Comm_call_errhandler");
            Errors.raise(this, errorCode, "MPI_Comm_call_errhandler", "raised by the program");
        }
    }

    /** Names the communicator, for messages (MPI 3.1 §6.8). */
    public final void setName(String name) throws MPIException {
        library("MPI_Comm_set_name");
        this.name = Errors.objectName(this, name, "MPI_Comm_set_name");
    }

    /** Returns the name; empty if none was given (MPI 3.1 §6.8). */
    public final String getName() throws MPIException {
        library("MPI_Comm_get_name");
        return name;
    }
}
