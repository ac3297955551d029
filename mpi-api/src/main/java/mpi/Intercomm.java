package mpi;

/**
 * A communicator of two groups of processes (MPI 3.1 §6.6): every message goes from a process of
 * one to a process of the other. {@link #getRank}, {@link #getSize} and {@link #getGroup} tell of
 * the own group; ranks of senders, receivers and roots are those of the other one.
 *
 * <p><b>Collective calls</b> (MPI 3.1 §5.2.3). The root of a rooted one passes {@link MPI#ROOT},
 * the others of its group {@link MPI#PROC_NULL}, the members of the other group the root's rank. In
 * the others, each group gets what the other one contributes. Arrays of counts and displacements
 * have one entry per rank of the other group, those of a reduce-scatter one per rank of the own
 * group. There is no "in place": forms without a send buffer report ERR_ARG, other than rooted
 * ones.
 */
public final class Intercomm extends Comm {
    Intercomm(Communicator comm) {
        super(comm);
    }

    /** Makes a duplicate that {@code opening} makes usable. */
    Intercomm(Communicator comm, Request opening) {
        super(comm, opening);
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Intercomm clone() {
        return (Intercomm) super.clone();
    }

    @Override
    public Intercomm dup() throws MPIException {
        return new Intercomm(DuplicationCalls.dup(comm));
    }

    @Override
    public Intercomm iDup() throws MPIException {
        Communicator made = DuplicationCalls.heir(comm);
        return new Intercomm(made, DuplicationCalls.begin(comm, made));
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        return new Intercomm(DuplicationCalls.dupWithInfo(comm, info));
    }

    /** Returns the size of the other group (MPI_Comm_remote_size, MPI 3.1 §6.6.1). */
    public int getRemoteSize() throws MPIException {
        return InterCalls.remoteSize(comm);
    }

    /** Returns the other group (MPI_Comm_remote_group, MPI 3.1 §6.6.1). */
    public Group getRemoteGroup() throws MPIException {
        return InterCalls.remoteGroup(comm);
    }

    /**
     * Makes an intra-communicator of both groups (MPI_Intercomm_merge, MPI 3.1 §6.6.2); collective.
     *
     * @param high whether the own group gets the higher ranks; the same in all of the group. Where
     *     both groups say the same, the library decides.
     */
    public Intracomm merge(boolean high) throws MPIException {
        return new Intracomm(InterCalls.merge(comm, high));
    }

    /**
     * Returns the communicator with the processes that spawned this one's world
     * (MPI_Comm_get_parent, MPI 3.1 §10.3.2); a null one if none did.
     */
    public static Intercomm getParent() throws MPIException {
        MPI.check();
        return new Intercomm(Communicator.PARENT);
    }
}
