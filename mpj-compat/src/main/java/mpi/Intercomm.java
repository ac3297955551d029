package mpi;

/** A communicator of two groups: messages go from a process of one to a process of the other. */
public class Intercomm extends Comm {
    private final org.strata.mpi.Intercomm inter;

    Intercomm(org.strata.mpi.Intercomm core) {
        super(core);
        this.inter = core;
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Object clone() throws MPIException {
        return new Intercomm(Core.get(inter::dup));
    }

    /** Returns the size of the other group. */
    public int Remote_size() throws MPIException {
        return Core.get(inter::getRemoteSize);
    }

    /** Returns the other group. */
    public Group Remote_group() throws MPIException {
        return new Group(Core.get(inter::getRemoteGroup));
    }

    /** Makes an intra-communicator of both groups; collective. */
    public Intracomm Merge(boolean high) throws MPIException {
        return new Intracomm(Core.get(() -> inter.merge(high)));
    }
}
