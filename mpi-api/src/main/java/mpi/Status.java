package mpi;

import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.jit.CompiledInto;

/**
 * The outcome of a receive, probe or completed request (MPI 3.1 §3.2.5). A new object per call, 40
 * bytes.
 */
public final class Status {
    /** The PML's status of a receive from MPI_PROC_NULL (MPI 3.1 §3.11). */
    static final PmlStatus PROC_NULL = new PmlStatus();

    static {
        PROC_NULL.source = MPI.PROC_NULL;
        PROC_NULL.tag = MPI.ANY_TAG;
    }

    private int source = MPI.ANY_SOURCE;
    private int tag = MPI.ANY_TAG;
    private int error;
    private int index;
    private long bytes;
    private boolean cancelled;

    /** Makes an empty status (MPI 3.1 §3.7.3). */
    Status() {}

    /** Returns the status of a receive from MPI_PROC_NULL (MPI 3.1 §3.11). */
    static Status ofProcNull() {
        return of(PROC_NULL);
    }

    /** Returns a copy of the PML's status. */
    @CompiledInto("A status that nobody looks at is never made.")
    static Status of(PmlStatus found) {
        Status status = new Status();
        status.set(found);
        return status;
    }

    /** Copies the PML's status. */
    @CompiledInto("A status that nobody looks at is never made.")
    void set(PmlStatus found) {
        source = found.source;
        tag = found.tag;
        bytes = found.bytes;
        cancelled = found.cancelled;
        error = found.error == Rc.OK ? MPI.SUCCESS : Errors.classOf(found.error);
    }

    void setIndex(int index) {
        this.index = index;
    }

    private static DataLayout layout(Datatype type, String call) throws MPIException {
        MPI.check();
        if (type == null || type.isNull()) {
            throw Errors.raise(null, MPI.ERR_TYPE, call, "the datatype is null or was freed");
        }
        return type.layout();
    }

    /**
     * Returns how many whole elements were received (MPI 3.1 §3.2.5).
     *
     * @param datatype the datatype of the receive
     * @return {@link MPI#UNDEFINED} when the message is no multiple of it or has too many
     */
    public int getCount(Datatype datatype) throws MPIException {
        long size = layout(datatype, "MPI_Get_count").size();
        if (size == 0) {
            return bytes == 0 ? 0 : MPI.UNDEFINED;
        }
        long count = bytes / size;
        return count * size == bytes && count <= Integer.MAX_VALUE ? (int) count : MPI.UNDEFINED;
    }

    /** Returns whether the request was cancelled (MPI 3.1 §3.8.4). */
    public boolean isCancelled() throws MPIException {
        MPI.check();
        return cancelled;
    }

    /**
     * Returns how many basic elements were received (MPI 3.1 §4.1.11).
     *
     * @param datatype the datatype of the receive
     * @return {@link MPI#UNDEFINED} when a basic element is cut or there are too many
     */
    public int getElements(Datatype datatype) throws MPIException {
        long elements = elements(datatype, "MPI_Get_elements");
        return elements <= Integer.MAX_VALUE ? (int) elements : MPI.UNDEFINED;
    }

    /**
     * Returns how many basic elements were received (MPI 3.1 §4.1.11).
     *
     * @param datatype the datatype of the receive
     * @return {@link MPI#UNDEFINED} when a basic element is cut
     */
    public Count getElementsX(Datatype datatype) throws MPIException {
        return new Count(elements(datatype, "MPI_Get_elements_x"));
    }

    private long elements(Datatype datatype, String call) throws MPIException {
        long elements = layout(datatype, call).basicElementsIn(bytes);
        return elements < 0 ? MPI.UNDEFINED : elements;
    }

    /**
     * Sets the result of {@link #getElements} (MPI 3.1 §12.3).
     *
     * @param datatype what the elements belong to
     * @param count basic elements
     */
    public void setElements(Datatype datatype, int count) throws MPIException {
        setElements(datatype, count, "MPI_Status_set_elements");
    }

    /**
     * Sets the result of {@link #getElementsX} (MPI 3.1 §12.3).
     *
     * @param datatype what the elements belong to
     * @param count basic elements
     */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        String call = "MPI_Status_set_elements_x";
        if (count == null) {
            throw Errors.raise(null, MPI.ERR_ARG, call, "the count is null");
        }
        setElements(datatype, count.getCount(), call);
    }

    private void setElements(Datatype datatype, long count, String call) throws MPIException {
        DataLayout layout = layout(datatype, call);
        if (count < 0) {
            throw Errors.raise(null, MPI.ERR_COUNT, call, "count " + count + " is negative");
        }
        bytes = layout.bytesOfBasicElements(count);
    }

    /** Sets the result of {@link #isCancelled} (MPI 3.1 §12.3). */
    public void setCancelled(boolean flag) throws MPIException {
        MPI.check();
        cancelled = flag;
    }

    /** Returns the sender's rank in the communicator. */
    public int getSource() {
        return source;
    }

    /** Returns the message's tag. */
    public int getTag() {
        return tag;
    }

    /** Returns the error class of a request among several (MPI 3.1 §3.7.5). */
    public int getError() {
        return error;
    }

    /**
     * Returns which request of the array this status belongs to, when it came from a call that
     * completes any or some of several; {@link MPI#UNDEFINED} when none was active.
     */
    public int getIndex() {
        return index;
    }
}
