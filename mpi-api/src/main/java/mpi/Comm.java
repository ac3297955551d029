package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

/**
 * A communicator: a group of processes with a context of its own, so that its messages match only
 * its receives (MPI 3.1 chapter 6). Point-to-point and collective calls are inherited.
 */
public non-sealed class Comm extends Reductions implements Freeable, Cloneable {
    /** Split type: the processes that share memory, for splitting by type. */
    public static final int TYPE_SHARED = 0;

    private String name = "";

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
        Proc[] procs = new Proc[context().size()];
        for (int rank = 0; rank < procs.length; rank++) {
            procs[rank] = context().peer(rank);
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
        Library library = library(call);
        int id;
        library.engine.enter();
        try {
            id = library.contexts.agree(context());
            if (id >= 0 && members != null) {
                openAs(library, id, members, made);
            }
        } finally {
            library.engine.exit();
        }
        if (id < 0) {
            String why = id == Rc.NO_RESOURCE ? "all context ids are in use" : null;
            throw Errors.fail(this, id, call, MPI.ANY_SOURCE, why);
        }
        return made;
    }

    private void openAs(Library library, int id, Proc[] members, Comm made) {
        int mine = 0;
        while (members[mine].rank() != library.rank()) {
            mine++;
        }
        CommContext context = new CommContext(id, mine, members, library.rank());
        library.contexts.take(id);
        library.pml.addComm(context);
        made.setErrorHandler(errorHandler());
        made.open(context);
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

    /**
     * Makes a communicator of the same processes with a context of its own (MPI_Comm_dup, MPI 3.1
     * §6.4.2); collective. The error handler is taken over.
     */
    public Comm dup() throws MPIException {
        library("MPI_Comm_dup");
        return create("MPI_Comm_dup", procs(), new Comm());
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
