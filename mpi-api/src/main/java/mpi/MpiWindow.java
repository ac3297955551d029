package mpi;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscWindow;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A window, of which a {@link Win} is the program's handle. It has a communicator for itself, whose
 * error handler, name and attributes are the window's, and which is null when the window is.
 *
 * <p>The calls on it are in the classes {@code MpiWindow*Calls}, by theme.
 */
final class MpiWindow {
    final Communicator comm;
    final Epochs epochs;
    private final Flavor flavor;
    private final Extents extents;

    /** Bytes of this member's window as the program said: its buffer may have fewer. */
    private final long declaredBytes;

    private Map<String, String> hints;
    private OscWindow osc;

    /** This member's memory, which it keeps alive; null for a dynamic or shared window. */
    private Buffer memory;

    /**
     * The memory of the members.
     *
     * @param bytes by rank: how many bytes of a member's window can be accessed
     * @param units by rank: bytes of a displacement of 1
     */
    record Extents(long[] bytes, int[] units) {}

    MpiWindow(
            Communicator comm,
            Flavor flavor,
            Extents extents,
            long declaredBytes,
            Map<String, String> hints,
            OscWindow osc,
            Buffer memory) {
        this.comm = comm;
        this.flavor = flavor;
        this.extents = extents;
        this.declaredBytes = declaredBytes;
        this.hints = hints;
        this.osc = osc;
        this.memory = memory;
        this.epochs = new Epochs(comm.context().size());
    }

    OscWindow osc() {
        return osc;
    }

    int rank() {
        return comm.context().rank();
    }

    int size() {
        return comm.context().size();
    }

    boolean isDynamic() {
        return flavor == Flavor.DYNAMIC;
    }

    boolean isShared() {
        return flavor == Flavor.SHARED;
    }

    long declaredBytes() {
        return declaredBytes;
    }

    /** Returns the bytes of a member's window. */
    long bytes(int member) {
        return extents.bytes()[member];
    }

    /** Returns the bytes of a displacement of 1 in a member's window. */
    int unit(int member) {
        return extents.units()[member];
    }

    /** Returns this member's memory if the API knows it, or null. */
    ByteBuffer memory() {
        return memory instanceof ByteBuffer bytes ? bytes : null;
    }

    /** Returns the address of this member's memory; 0 for none. */
    long address() {
        if (isShared()) {
            return osc.memoryOf(rank()).address();
        }
        return memory == null ? 0 : Buffers.offset(memory);
    }

    Map<String, String> hints() {
        return hints;
    }

    /** Sets some hints; the others keep their values. */
    void setHints(Map<String, String> pairs) {
        hints = Communicator.merged(hints, pairs);
    }

    /** Returns whether a member's window holds elements; dynamic windows are not known here. */
    boolean holds(int member, int displacement, long count, DataLayout layout) {
        if (isDynamic()) {
            return true;
        }
        if (layout.reachOverflows(count)) {
            return false;
        }
        long place = (long) displacement * unit(member);
        long start = place + layout.touchedStart(count);
        long end = place + layout.touchedEnd(count);
        return start == end || (start >= 0 && end <= bytes(member));
    }

    /** Makes the window null; inside the bracket. */
    void close(MpiRuntime runtime) {
        osc.close();
        osc = null;
        memory = null;
        comm.close(runtime);
    }

    /**
     * Ends a call that waited for a target, or all.
     *
     * @param rc of the stack
     * @param target the member, or ANY_SOURCE
     */
    void finish(String call, int rc, int target) throws MPIException {
        if (rc != Rc.OK) {
            throw Errors.fail(comm, rc, call, target, "a member of the window is lost");
        }
        OscFailure failure = osc == null ? null : osc.takeFailure();
        if (failure != null) {
            int error =
                    failure.kind() == OscFailure.Kind.RANGE ? ErrorTexts.RMA_RANGE : MPI.ERR_TYPE;
            throw Errors.raise(comm, error, call, failure.toString());
        }
    }
}
