package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;
import java.nio.Buffer;

/**
 * The shortest way of a call: gapless data in an array or in a direct buffer that has been used
 * before; a message that the PML sends or receives without a request, or a non-blocking receive
 * that it starts without a Buf. A few comparisons take the place of the general checks; whatever
 * fails one of them takes the general way, which finds out why. Tier 1.
 *
 * <p>Not with MPI_THREAD_MULTIPLE, whose bracket belongs to the general way.
 */
final class ShortCalls {
    private ShortCalls() {}

    /**
     * Sends in standard mode; returns false when the call had no effect.
     *
     * @param dest a rank of the communicator
     */
    static boolean send(
            MpiRuntime runtime,
            CommContext comm,
            Object buf,
            int count,
            DataLayout layout,
            int dest,
            int tag) {
        long bytes = layout.gaplessBytes(count);
        if (bytes < 0 || runtime.engine.threadMultiple()) {
            return false;
        }
        int rc;
        try {
            if (buf instanceof Buffer) {
                long address = Buffers.knownAddress(buf, bytes, false);
                if (address == 0) {
                    return false;
                }
                rc = runtime.pml.sendShort(null, address, bytes, dest, tag, comm);
                Reference.reachabilityFence(buf);
            } else {
                if (bytes > Buffers.primitiveBytes(buf)) {
                    return false;
                }
                rc = runtime.pml.sendShort(buf, 0, bytes, dest, tag, comm);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return rc == Rc.OK;
    }

    /**
     * Receives; returns the message's bytes, or {@link Pml#NOT_RECEIVED} when the call had no
     * effect but progress.
     *
     * @param source a rank of the communicator, or a wildcard
     */
    static int receive(
            MpiRuntime runtime,
            CommContext comm,
            Object buf,
            int count,
            DataLayout layout,
            int source,
            int tag) {
        long bytes = layout.gaplessBytes(count);
        if (bytes < 0 || source < 0 || runtime.engine.threadMultiple()) {
            return Pml.NOT_RECEIVED;
        }
        try {
            if (buf instanceof Buffer) {
                long address = Buffers.knownAddress(buf, bytes, true);
                if (address == 0) {
                    return Pml.NOT_RECEIVED;
                }
                int received = runtime.pml.receiveShort(null, address, bytes, source, tag, comm);
                Reference.reachabilityFence(buf);
                return received;
            }
            return bytes > Buffers.primitiveBytes(buf)
                    ? Pml.NOT_RECEIVED
                    : runtime.pml.receiveShort(buf, 0, bytes, source, tag, comm);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    /**
     * Starts a receive of any length; returns null when the call had no effect.
     *
     * @param source a rank of the communicator, or ANY_SOURCE
     */
    static PmlRequest startReceive(
            MpiRuntime runtime,
            CommContext comm,
            Object buf,
            int count,
            DataLayout layout,
            int source,
            int tag) {
        long bytes = layout.gaplessBytes(count);
        if (bytes < 0 || runtime.engine.threadMultiple()) {
            return null;
        }
        try {
            if (buf instanceof Buffer) {
                long address = Buffers.knownAddress(buf, bytes, true);
                return address == 0
                        ? null
                        : runtime.pml.ireceiveGapless(null, address, bytes, buf, source, tag, comm);
            }
            return bytes > Buffers.primitiveBytes(buf)
                    ? null
                    : runtime.pml.ireceiveGapless(buf, 0, bytes, buf, source, tag, comm);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
