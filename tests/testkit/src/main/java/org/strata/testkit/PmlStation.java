package org.strata.testkit;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One rank of a PML test: its opened Pml, and shorthands that keep the bracket. */
public final class PmlStation implements AutoCloseable {
    private final FakeRank rank;
    private final Pml pml;
    private final CommContext world;
    private int receives;

    PmlStation(FakeRank rank, Pml pml) {
        this.rank = rank;
        this.pml = pml;
        int[] all = IntStream.range(0, rank.job().size()).toArray();
        this.world = comm(0, all);
        call(() -> {
            pml.open();
            pml.addComm(world);
            return null;
        });
    }

    /** Returns the rank it serves. */
    public FakeRank rank() {
        return rank;
    }

    /** Returns the Pml under test. */
    public Pml pml() {
        return pml;
    }

    /** Returns the communicator of all ranks, identity 0. */
    public CommContext world() {
        return world;
    }

    /** Makes this rank's view of a communicator of some ranks, in that order; not yet added. */
    public CommContext comm(long identity, int... members) {
        Proc[] peers = IntStream.of(members).mapToObj(rank::proc).toArray(Proc[]::new);
        int own = IntStream.range(0, members.length).filter(i -> members[i] == rank.rank()).sum();
        return new CommContext(identity, own, peers, rank.rank());
    }

    /** Makes a communicator known. */
    public CommContext add(CommContext comm) {
        return call(() -> {
            pml.addComm(comm);
            return comm;
        });
    }

    /** Runs a call of the Pml inside the bracket. */
    public <T> T call(Supplier<T> call) {
        rank.engine().enter();
        try {
            return call.get();
        } finally {
            rank.engine().exit();
        }
    }

    /** Starts a standard send of native bytes in the world. */
    public PmlRequest isend(long address, long bytes, int to, int tag) {
        return isend(address, bytes, to, tag, SendMode.STANDARD, world);
    }

    /** Starts a send of native bytes. */
    public PmlRequest isend(
            long address, long bytes, int to, int tag, SendMode mode, CommContext comm) {
        return isend(null, address, bytes, DataLayouts.BYTE, to, tag, mode, comm);
    }

    /** Starts a send. */
    public PmlRequest isend(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int to,
            int tag,
            SendMode mode,
            CommContext comm) {
        return isend(new Buf(base, offset, count, layout), to, tag, mode, comm);
    }

    /** Starts a send. */
    public PmlRequest isend(Buf buf, int to, int tag, SendMode mode, CommContext comm) {
        return call(() -> pml.isend(buf, to, tag, mode, comm));
    }

    private static Buf bytes(long address, long bytes) {
        return new Buf(null, address, bytes, DataLayouts.BYTE);
    }

    /** Starts a receive of native bytes in the world. */
    public PmlRequest irecv(long address, long bytes, int from, int tag) {
        return irecv(address, bytes, from, tag, world);
    }

    /** Starts a receive of native bytes. */
    public PmlRequest irecv(long address, long bytes, int from, int tag, CommContext comm) {
        return irecv(null, address, bytes, DataLayouts.BYTE, from, tag, comm);
    }

    /** Starts a receive. */
    public PmlRequest irecv(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int from,
            int tag,
            CommContext comm) {
        return irecv(new Buf(base, offset, count, layout), from, tag, comm);
    }

    /** Starts a receive; every second one of gapless data as {@link Pml#ireceiveGapless} does. */
    public PmlRequest irecv(Buf buf, int from, int tag, CommContext comm) {
        boolean gapless = buf.contiguous() && (++receives & 1) == 0;
        return call(() -> irecv(buf, from, tag, comm, gapless));
    }

    private PmlRequest irecv(Buf buf, int from, int tag, CommContext comm, boolean gapless) {
        PmlRequest started =
                gapless
                        ? pml.ireceiveGapless(
                                buf.base(), buf.start(), buf.size(), buf.owner(), from, tag, comm)
                        : null;
        return started != null ? started : pml.ireceive(buf, from, tag, comm);
    }

    /** Looks for a message in the world. */
    public boolean iprobe(int from, int tag, PmlStatus status) {
        return call(() -> pml.iprobe(from, tag, world, status));
    }

    /** Takes a message of the world out of matching, or returns null. */
    public PmlMessage improbe(int from, int tag, PmlStatus status) {
        return call(() -> pml.improbe(from, tag, world, status));
    }

    /** Starts the receive of a taken message to native memory. */
    public PmlRequest imrecv(long address, long bytes, PmlMessage message) {
        return call(() -> pml.imrecv(bytes(address, bytes), message));
    }

    /** Sends native bytes and waits, on this rank's own thread. */
    public int send(long address, long bytes, int to, int tag, SendMode mode) {
        return call(() -> pml.send(bytes(address, bytes), to, tag, mode, world));
    }

    /** Receives native bytes and waits, on this rank's own thread. */
    public int receive(long address, long bytes, int from, int tag, PmlStatus status) {
        return call(() -> pml.receive(bytes(address, bytes), from, tag, world, status));
    }

    /** Finishes what was accepted. */
    public void flush() {
        flush(() -> false);
    }

    /** Finishes what was accepted unless it is hopeless; returns whether everything is finished. */
    public boolean flush(BooleanSupplier hopeless) {
        return call(() -> pml.flush(hopeless));
    }

    @Override
    public void close() {
        call(() -> {
            pml.close();
            return null;
        });
    }
}
