package org.strata.coll.base;

import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.ProgressEngine;

import java.util.Arrays;

/**
 * One collective call of one rank: the settings of its algorithm, its messages, its temporary
 * memory and its result. An algorithm uses nothing else of the stack below.
 *
 * <p>An algorithm runs to its end even after a message has failed: the other ranks wait for this
 * rank's messages, and would hang. The first failure is the result of the call.
 */
public final class Call {
    private static final SendMode STANDARD = SendMode.STANDARD;

    /** The data of a signal: an empty message. */
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final Pml pml;
    private final ProgressEngine engine;
    private final Scratch scratch;
    private final CommContext comm;
    private final int tag;
    private final AlgorithmSettings settings;
    private int rc = Rc.OK;
    private ScratchBlock blocks;
    private PmlRequest[] started;
    private int startedCount;

    /**
     * @param pml carries the messages
     * @param engine makes progress while the call waits
     * @param scratch allocates temporary memory
     * @param comm the communicator
     * @param tag negative, the same in all members, different for every collective
     * @param settings what a rule or the user set for the algorithm
     */
    public Call(
            Pml pml,
            ProgressEngine engine,
            Scratch scratch,
            CommContext comm,
            int tag,
            AlgorithmSettings settings) {
        this.pml = pml;
        this.engine = engine;
        this.scratch = scratch;
        this.comm = comm;
        this.tag = tag;
        this.settings = settings;
    }

    /** Returns this process's rank in the communicator. */
    public int rank() {
        return comm.rank();
    }

    /** Returns the number of ranks. */
    public int size() {
        return comm.size();
    }

    /** Returns the bytes per piece of a message that the algorithm cuts; 0: it does not. */
    public long segment() {
        return settings.segment();
    }

    /** Returns the number of chains, the base of a tree or the partners at a time. */
    public int fanout(int usual) {
        return settings.fanout() > 0 ? settings.fanout() : usual;
    }

    /** Keeps the first failure: of a message, or of a collective that this call is composed of. */
    public void note(int result) {
        if (result != Rc.OK && rc == Rc.OK) {
            rc = result;
        }
    }

    /** Releases all temporary memory and returns the result of the call. */
    public int finish() {
        while (blocks != null) {
            ScratchBlock next = blocks.next;
            scratch.release(blocks);
            blocks = next;
        }
        return rc;
    }

    /** Sends a message and waits until the buffer may be reused. */
    public void send(Buf b, int to) {
        note(pml.send(b, to, tag, STANDARD, comm));
    }

    /** Receives a message. */
    public void receive(Buf b, int from) {
        note(pml.receive(b, from, tag, comm, null));
    }

    /** Sends to one rank while receiving from another, or the same. */
    public void exchange(Buf out, int to, Buf in, int from) {
        PmlRequest receive = beginReceive(in, from);
        send(out, to);
        end(receive);
    }

    /** Sends an empty message. */
    public void signal(int to) {
        note(pml.send(NOTHING, to, tag, STANDARD, comm));
    }

    /** Receives an empty message. */
    public void await(int from) {
        note(pml.receive(NOTHING, from, tag, comm, null));
    }

    /** Sends an empty message to one rank while receiving one from another, or the same. */
    public void exchangeSignals(int to, int from) {
        PmlRequest receive = pml.ireceive(NOTHING, from, tag, comm);
        signal(to);
        end(receive);
    }

    /** Starts a send that {@link #end} completes. */
    public PmlRequest beginSend(Buf b, int to) {
        return pml.isend(b, to, tag, STANDARD, comm);
    }

    /** Starts a receive that {@link #end} completes. */
    public PmlRequest beginReceive(Buf b, int from) {
        return pml.ireceive(b, from, tag, comm);
    }

    /** Waits for a request and releases it; null is complete. */
    public void end(PmlRequest request) {
        if (request != null) {
            engine.waitFor(request);
            note(request.error);
            request.release();
        }
    }

    /** Starts a send that {@link #finishStarted} waits for. */
    public void startSend(Buf b, int to) {
        keep(beginSend(b, to));
    }

    /** Starts a receive that {@link #finishStarted} waits for. */
    public void startReceive(Buf b, int from) {
        keep(beginReceive(b, from));
    }

    private void keep(PmlRequest request) {
        if (started == null) {
            started = new PmlRequest[8];
        } else if (startedCount == started.length) {
            started = Arrays.copyOf(started, 2 * startedCount);
        }
        started[startedCount++] = request;
    }

    /** Waits for every send and receive that was started. */
    public void finishStarted() {
        for (int i = 0; i < startedCount; i++) {
            end(started[i]);
            started[i] = null;
        }
        startedCount = 0;
    }

    /** Returns temporary memory for elements, with the gaps and bounds of their layout. */
    public Buf temp(long count, DataLayout layout) {
        long all = count * layout.extent();
        long first = Math.min(0, Math.min(layout.touchedStart(count), layout.lowerBound()));
        first = Math.min(first, layout.lowerBound() + all);
        long end = Math.max(layout.touchedEnd(count), layout.lowerBound() + Math.max(all, 0));
        long address = allocate(Math.max(end, all) - first);
        return new Buf(null, address - first, count, layout);
    }

    /** Returns temporary memory for packed data. */
    public Buf tempBytes(long bytes) {
        return new Buf(null, allocate(bytes), bytes, DataLayouts.BYTE);
    }

    private long allocate(long bytes) {
        ScratchBlock block = scratch.allocate(bytes);
        block.next = blocks;
        blocks = block;
        return block.address();
    }

    /** Returns the bytes of a gapless buffer in their place, or null when there are gaps. */
    public static Buf inPlaceBytes(Buf b) {
        DataLayout layout = b.layout();
        if (!layout.contiguous(b.count())) {
            return null;
        }
        long start = layout.touchedStart(b.count());
        return new Buf(b.base(), b.offset() + start, b.size(), DataLayouts.BYTE);
    }

    /** Copies local data between any two layouts; a source that is too long is an error. */
    public void copy(Buf from, Buf to) {
        note(LocalCopy.copy(scratch, from, to));
    }

    /** Computes {@code inout = in op inout}; {@code in} holds the data of the lower ranks. */
    public void reduce(ReduceOp op, Buf in, Buf inout) {
        if (inout.count() > 0) {
            op.apply(in.base(), in.offset(), inout.base(), inout.offset(), inout.count());
        }
    }
}
