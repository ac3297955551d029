package mpi;

import org.strata.mca.coll.Buf;
import org.strata.mca.proc.Proc;
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
    public Intracomm dup() throws MPIException {
        library("MPI_Comm_dup");
        return create("MPI_Comm_dup", procs(), new Intracomm());
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
        String call = "MPI_Comm_split";
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
        return create(call, members, new Intracomm());
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

    /** Returns a group's processes, null when this process is not among them. */
    private Proc[] membersOf(Group group, String call) throws MPIException {
        Library library = library(call);
        if (group == null || group.isNull()) {
            throw Errors.raise(this, MPI.ERR_GROUP, call, "the group is null or was freed");
        }
        Proc[] members = group.procs(library, call);
        boolean member = false;
        for (Proc proc : members) {
            if (!contains(proc)) {
                String detail = "rank " + proc.rank() + " of MPI_COMM_WORLD is not in ";
                throw Errors.raise(this, MPI.ERR_GROUP, call, detail + label());
            }
            member |= proc.rank() == library.rank();
        }
        return member ? members : null;
    }

    private boolean contains(Proc proc) {
        for (int rank = 0; rank < context().size(); rank++) {
            if (context().peer(rank) == proc) {
                return true;
            }
        }
        return false;
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
