package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRegistration;
import org.strata.testkit.FakeWire;
import org.strata.testkit.NativeBuffers;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A window over RDMA of rank 0, which reaches the memory of rank 1 by a strict link with atomics.
 * What goes by messages is noted, and not carried out. One thread.
 */
final class RdmaPair implements AutoCloseable {
    /** Bytes of rank 1's memory. */
    static final int BYTES = 4096;

    /** Words whose previous values may be under way. */
    static final int WORD_CELLS = 4;

    /** The largest put or get that is copied. */
    static final int COPY_BYTES = 256;

    final NativeBuffers memory = new NativeBuffers();
    final FakeJob job = FakeJob.of(2);
    final FakeWire wire = new FakeWire(2, FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
    final CommContext comm = new CommContext(3, 0, job.rank(0).procs().toArray(new Proc[0]), 0);

    /** Rank 1's memory, whose displacements are bytes; rank 0's. */
    final long remote = memory.allocate(BYTES);

    final long own = memory.allocate(BYTES);

    /** Rank 1's lock cells; rank 0's. */
    final long cells = idleCells();

    final long ownCells = idleCells();

    final RdmaPeer peer;
    final RdmaWindow window;
    final PlayedAtomics atomics;

    /** The calls of the window over messages, in order, and what they return. */
    final List<String> messages = new ArrayList<>();

    int messageResult = Rc.OK;
    OscFailure messageFailure;

    private final Map<Long, FakeRegistration> keys = new ConcurrentHashMap<>();
    private final AtomicBtl[] btls = new AtomicBtl[2];

    RdmaPair() {
        BtlLink[] links = new BtlLink[2];
        for (int rank = 0; rank < 2; rank++) {
            btls[rank] = PlayedAtomics.of(wire, job.rank(rank), keys);
            Proc other = job.rank(rank).proc(1 - rank);
            links[rank] = new BtlLink(btls[rank], btls[rank].addPeer(other, new StringBuilder()));
        }
        atomics = PlayedAtomics.behind(btls[0]);
        int access =
                Registration.REMOTE_READ | Registration.REMOTE_WRITE | Registration.REMOTE_ATOMIC;
        List<RdmaMembers.Exposure> exposures = new ArrayList<>();
        long handle = expose(links[1], remote, BYTES, access, null);
        long ownHandle = expose(links[0], own, BYTES, access, exposures);
        long cellHandle = expose(links[1], cells, 2 * LockCells.BYTES, access, null);
        FixedMemory theirs = new FixedMemory(remote, BYTES, 1);
        peer = new RdmaPeer(1, links[0], theirs, handle, cells, cellHandle, btls[0]);
        FixedMemory mine = new FixedMemory(own, BYTES, 1);
        RdmaPeer me = new RdmaPeer(0, null, mine, ownHandle, ownCells, 0, btls[0]);
        CopyBlocks lockBlocks = new CopyBlocks(job.rank(0).engine(), 2 * LockCells.BYTES, 2);
        CopyBlocks words = new CopyBlocks(job.rank(0).engine(), Long.BYTES, WORD_CELLS);
        if (!lockBlocks.prepare(links[0]) || !words.prepare(links[0])) {
            throw new AssertionError("blocks cannot be registered");
        }
        RdmaMembers members =
                new RdmaMembers(
                        new RdmaPeer[] {me, peer},
                        exposures,
                        lockBlocks,
                        new RdmaMembers.WordCells(words, words.registration(links[0])),
                        Arena.ofShared());
        RdmaOscConfig config = new RdmaOscConfig(1, COPY_BYTES, 3, true);
        window = new RdmaWindow(comm, job.rank(0).engine(), config, members, noting());
    }

    private long idleCells() {
        long made = memory.allocate(2 * LockCells.BYTES);
        LockCells.write(made, LockCells.IDLE);
        LockCells.write(made + LockCells.BYTES, LockCells.IDLE);
        return made;
    }

    private long expose(
            BtlLink link,
            long address,
            long bytes,
            int access,
            List<RdmaMembers.Exposure> exposures) {
        Registration made = link.rdma.register(link.endpoint, address, bytes, access);
        long handle = memory.allocate(Long.BYTES);
        link.rdma.writeHandle(made, address, handle);
        if (exposures != null) {
            exposures.add(new RdmaMembers.Exposure(link, made));
        }
        return handle;
    }

    private OscWindow noting() {
        Class<?>[] types = {OscWindow.class};
        return (OscWindow)
                Proxy.newProxyInstance(
                        OscWindow.class.getClassLoader(),
                        types,
                        (proxy, method, arguments) -> note(method));
    }

    private Object note(Method method) {
        boolean clean = peer.underWay == 0;
        messages.add(method.getName() + (clean ? "" : ", words under way"));
        if (method.getReturnType() == OscFailure.class) {
            return messageFailure;
        }
        boolean tests = method.getReturnType() == boolean.class;
        return tests ? Boolean.TRUE : method.getReturnType() == int.class ? messageResult : null;
    }

    /** Returns the calls by message since the last time. */
    List<String> taken() {
        List<String> taken = List.copyOf(messages);
        messages.clear();
        return taken;
    }

    /** Returns native memory with some words. */
    Buf words(long... values) {
        long address = memory.allocate(values.length * 8L);
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(address + 8L * i, values[i]);
        }
        return new Buf(null, address, values.length, RdmaWordsTest.WORD);
    }

    static long[] longs(Buf words) {
        return longs(words.offset(), (int) words.count());
    }

    static long[] longs(long address, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = Memory.getLong(address + 8L * i);
        }
        return values;
    }

    /** Returns how many registrations rank 0 has. */
    long registrations() {
        return wire.registrationsOf(0);
    }

    @Override
    public void close() {
        job.close();
        memory.close();
    }
}
