package org.strata.coll.base;

import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.Completion;

import java.util.Arrays;

/**
 * One collective call of one rank: the settings of its algorithm, its messages, its temporary
 * memory and its result. An algorithm uses nothing else of the stack below.
 *
 * <p>A blocking call executes each method at once. The call of a non-blocking or persistent
 * collective records the methods in a schedule, which progress executes later. An algorithm must
 * therefore not read the data: what it does depends on ranks, counts and layouts only.
 *
 * <p>An algorithm runs to its end even after a message has failed: the other ranks wait for this
 * rank's messages, and would hang. The first failure is the result of the call.
 */
public abstract class Call {
    /** The data of a signal: an empty message. */
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final Scratch scratch;
    private final CommContext comm;
    private final AlgorithmSettings settings;
    private ScratchBlock blocks;
    private Completion[] started;
    private int startedCount;

    /**
     * @param scratch allocates temporary memory
     * @param comm the communicator
     * @param settings what a rule or the user set for the algorithm
     */
    protected Call(Scratch scratch, CommContext comm, AlgorithmSettings settings) {
        this.scratch = scratch;
        this.comm = comm;
        this.settings = settings;
    }

    /** Returns this process's rank in the communicator. */
    public final int rank() {
        return comm.rank();
    }

    /** Returns the number of ranks. */
    public final int size() {
        return comm.size();
    }

    /** Returns the communicator. */
    protected final CommContext comm() {
        return comm;
    }

    /** Returns the allocator of temporary memory. */
    protected final Scratch scratch() {
        return scratch;
    }

    /** Returns the bytes per piece of a message that the algorithm cuts; 0: it does not. */
    public final long segment() {
        return settings.segment();
    }

    /** Returns the number of chains, the base of a tree or the partners at a time. */
    public final int fanout(int usual) {
        return settings.fanout() > 0 ? settings.fanout() : usual;
    }

    /** Keeps the first failure: of a collective that this call is composed of. */
    public abstract void note(int result);

    /** Ends the algorithm; returns an Rc code. */
    public abstract int finish();

    /** Releases all temporary memory. */
    public final void releaseMemory() {
        while (blocks != null) {
            ScratchBlock next = blocks.next;
            scratch.release(blocks);
            blocks = next;
        }
    }

    /** Sends a message and waits until the buffer may be reused. */
    public abstract void send(Buf b, int to);

    /** Receives a message. */
    public abstract void receive(Buf b, int from);

    /** Sends to one rank while receiving from another, or the same. */
    public final void exchange(Buf out, int to, Buf in, int from) {
        Completion receive = beginReceive(in, from);
        send(out, to);
        end(receive);
    }

    /** Sends an empty message. */
    public final void signal(int to) {
        send(NOTHING, to);
    }

    /** Receives an empty message. */
    public final void await(int from) {
        receive(NOTHING, from);
    }

    /** Sends an empty message to one rank while receiving one from another, or the same. */
    public final void exchangeSignals(int to, int from) {
        exchange(NOTHING, to, NOTHING, from);
    }

    /** Starts a send that {@link #end} completes. */
    public final Completion beginSend(Buf b, int to) {
        return beginSend(b, to, 0);
    }

    /** Starts a receive that {@link #end} completes. */
    public final Completion beginReceive(Buf b, int from) {
        return beginReceive(b, from, 0);
    }

    /**
     * Starts a send on a channel.
     *
     * @param channel messages match on the same channel only; most algorithms use channel 0 alone
     */
    protected abstract Completion beginSend(Buf b, int to, int channel);

    /** Starts a receive on a channel. */
    protected abstract Completion beginReceive(Buf b, int from, int channel);

    /** Waits for what a {@code begin} method of this call returned; null is complete. */
    public abstract void end(Completion message);

    /** Starts a send that {@link #finishStarted} waits for. */
    public final void startSend(Buf b, int to) {
        startSend(b, to, 0);
    }

    /** Starts a receive that {@link #finishStarted} waits for. */
    public final void startReceive(Buf b, int from) {
        startReceive(b, from, 0);
    }

    /** Starts a send on a channel that {@link #finishStarted} waits for. */
    public final void startSend(Buf b, int to, int channel) {
        keep(beginSend(b, to, channel));
    }

    /** Starts a receive on a channel that {@link #finishStarted} waits for. */
    public final void startReceive(Buf b, int from, int channel) {
        keep(beginReceive(b, from, channel));
    }

    private void keep(Completion message) {
        if (started == null) {
            started = new Completion[8];
        } else if (startedCount == started.length) {
            started = Arrays.copyOf(started, 2 * startedCount);
        }
        started[startedCount++] = message;
    }

    /** Waits for every send and receive that was started. */
    public final void finishStarted() {
        for (int i = 0; i < startedCount; i++) {
            end(started[i]);
            started[i] = null;
        }
        startedCount = 0;
    }

    /** Returns temporary memory for elements, with the gaps and bounds of their layout. */
    public final Buf temp(long count, DataLayout layout) {
        long all = count * layout.extent();
        long first = Math.min(0, Math.min(layout.touchedStart(count), layout.lowerBound()));
        first = Math.min(first, layout.lowerBound() + all);
        long end = Math.max(layout.touchedEnd(count), layout.lowerBound() + Math.max(all, 0));
        long address = allocate(Math.max(end, all) - first);
        return new Buf(null, address - first, count, layout);
    }

    /** Returns temporary memory for packed data. */
    public final Buf tempBytes(long bytes) {
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
        return new Buf().set(b.base(), b.offset() + start, b.size(), DataLayouts.BYTE, b.owner());
    }

    /** Copies local data between any two layouts; a source that is too long is an error. */
    public abstract void copy(Buf from, Buf to);

    /** Computes {@code inout = in op inout}; {@code in} holds the data of the lower ranks. */
    public final void reduce(ReduceOp op, Buf in, Buf inout) {
        if (inout.count() > 0) {
            combine(op, in, inout);
        }
    }

    /** Does what {@link #reduce} does, for at least one element. */
    protected abstract void combine(ReduceOp op, Buf in, Buf inout);
}
