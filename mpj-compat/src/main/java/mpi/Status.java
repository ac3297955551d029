package mpi;

/** The outcome of a receive, a probe or a completed request. */
public class Status implements Freeable {
    /** Rank of the sender. */
    public int source = MPI.ANY_SOURCE;

    /** Tag of the message. */
    public int tag = MPI.ANY_TAG;

    /**
     * Index of the request in the array, after the calls that complete any or some of several;
     * {@link MPI#UNDEFINED} when none was active.
     */
    public int index;

    /** Items received, counted by the receive's datatype; UNDEFINED after a probe. */
    public int count;

    /** Bytes of the message. */
    public int countInBytes;

    private final org.strata.mpi.Status core;

    /** Number of objects; -1 in other messages. */
    private final int objects;

    /** Makes an empty status. */
    public Status() {
        this(null, null, -1);
    }

    /**
     * Makes a status of the bindings' one.
     *
     * @param core the bindings' status; null for an empty one
     * @param type the receive's datatype, or null
     * @param objects number of objects received; -1 for other messages
     */
    Status(org.strata.mpi.Status core, Datatype type, int objects) {
        this.core = core;
        this.objects = objects;
        if (core != null) {
            source = Numbers.rank(core.getSource());
            tag = Numbers.tagOf(core.getTag());
            countInBytes = Numbers.count(Core.get(() -> core.getCount(org.strata.mpi.MPI.BYTE)));
            count = type == null ? MPI.UNDEFINED : items(type);
        }
    }

    /**
     * Returns the number of items received.
     *
     * @param datatype the receive's datatype
     * @return {@link MPI#UNDEFINED} when the message is no multiple of an item, and for {@link
     *     MPI#OBJECT} after a probe: only the receive finds the number
     */
    public int Get_count(Datatype datatype) throws MPIException {
        return core == null ? 0 : items(datatype);
    }

    private int items(Datatype datatype) {
        if (datatype.isObject()) {
            int size = datatype.Size();
            boolean whole = objects >= 0 && size > 0 && objects % size == 0;
            return whole ? objects / size : MPI.UNDEFINED;
        }
        return Numbers.count(Core.get(() -> core.getCount(datatype.core())));
    }

    /** Returns the number of array elements received; UNDEFINED as in {@link #Get_count}. */
    public int Get_elements(Datatype datatype) throws MPIException {
        if (core == null) {
            return 0;
        }
        if (datatype.isObject()) {
            return objects >= 0 ? objects : MPI.UNDEFINED;
        }
        return Numbers.count(Core.get(() -> core.getElements(datatype.core())));
    }

    /** Returns whether the request was cancelled. */
    public boolean Test_cancelled() throws MPIException {
        return core != null && Core.get(core::isCancelled);
    }

    /** Does nothing. */
    @Override
    public void free() {}
}
