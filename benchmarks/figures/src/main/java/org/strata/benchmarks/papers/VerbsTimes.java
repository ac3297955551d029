package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;

import org.strata.btl.openib.fast.ReceiveRing;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.btl.openib.fast.RingShape;
import org.strata.btl.openib.fast.Rings;
import org.strata.btl.openib.fast.SendRing;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * The program of P3's figures 1, 4 and 7: ping-pongs by verbs alone, between two processes on the
 * software adapter. The receiver of a write polls the last word of the message, or the word of the
 * second write; that of the others polls its completion queue and posts the receive again.
 *
 * <p>Arguments: those of {@link BlockTimer}, a name for the fabric's files, inline or engine.
 */
final class VerbsTimes {
    private static final int[] SIZES = {16, 64, 256, 1024, 4096};
    private static final int PING_PONGS = 5000;

    /** The first element of a gather list: a header. */
    private static final int HEADER = 8;

    private static final int SOURCE = 0;
    private static final int TARGET = 8192;
    private static final int FLAG = 4096;
    private static final int RING = 16384;
    private static final int MIRROR = 24576;
    private static final int AREA = 32768;

    /** One slot: no more is under way. */
    private static final RingShape SHAPE = new RingShape(RingLayout.FIXED_GUARDED, 1, 8192, 0);

    private static final int DEPTH = 128;
    private static final int SIGNALLED = 32;
    private static final int INLINE = 256;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final Arena arena = Arena.ofShared();
    private final SendWr send = new SendWr(arena, 2);
    private final SendWr flagged = new SendWr(arena, 1);
    private final RecvWr receive = new RecvWr(arena, 1);
    private final WorkCompletions completions = new WorkCompletions(arena, 1);
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionQueue sent;
    private final CompletionQueue received;
    private final BufferArea area;
    private final MemoryRegion region;
    private final QueuePair pair;
    private long remote;
    private int remoteKey;
    private long number;
    private int posted;
    private SendRing outgoing;
    private ReceiveRing incoming;

    /** How a message goes. */
    private enum Way {
        WRITE,
        SEND,
        IMMEDIATE,
        TWO_WRITES,
        GATHER,

        /** A write to a ring of design fixed_guarded, which needs no order of its bytes. */
        GUARDED;

        private boolean consumes() {
            return this == SEND || this == IMMEDIATE;
        }

        private int opcode() {
            return switch (this) {
                case SEND -> WrOpcode.SEND;
                case IMMEDIATE -> WrOpcode.RDMA_WRITE_WITH_IMM;
                case WRITE, TWO_WRITES, GATHER, GUARDED -> WrOpcode.RDMA_WRITE;
            };
        }
    }

    private VerbsTimes(String files, SoftConfig.Mode mode) throws MPIException {
        SoftFabric fabric = SoftFabric.onHost(Path.of("/dev/shm"), files);
        SoftConfig config = SoftConfig.defaults().withMode(mode);
        SoftProvider provider = new SoftProvider(config, fabric, System.err::println);
        context = provider.open(provider.devices().getFirst());
        domain = context.allocPd();
        sent = context.createCq(DEPTH, null);
        received = context.createCq(DEPTH, null);
        area = context.allocate(AREA);
        region = domain.register(area.address(), AREA, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        outgoing = Rings.sender(SHAPE, area.address() + MIRROR);
        incoming = Rings.receiver(SHAPE, area.address() + RING);
        QpInit init = QpInit.rc(domain, sent, received, DEPTH, DEPTH, INLINE).withSge(2, 1);
        pair = context.createQp(init);
        connect();
    }

    private void connect() throws MPIException {
        Gid gid = context.gid(1, context.defaultGidIndex(1));
        long[] mine = {
            pair.number(), gid.subnetPrefix(), gid.interfaceId(), area.address(), region.rkey()
        };
        long[] theirs = new long[mine.length];
        int peer = 1 - rank;
        MPI.COMM_WORLD.sendRecv(
                mine, mine.length, MPI.LONG, peer, 0, theirs, mine.length, MPI.LONG, peer, 0);
        remote = theirs[3];
        remoteKey = (int) theirs[4];
        pair.modify(QpAttributes.toInit(1, Access.LOCAL_WRITE | Access.REMOTE_WRITE));
        Gid to = new Gid(theirs[1], theirs[2]);
        int index = context.defaultGidIndex(1);
        pair.modify(QpAttributes.toRtr((int) theirs[0], context.port(1).lid(), to, index, 0));
        pair.modify(QpAttributes.toRts(0));
        postReceive();
        MPI.COMM_WORLD.barrier();
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        BlockTimer timer = new BlockTimer(args);
        SoftConfig.Mode mode =
                args[3].equals("engine") ? SoftConfig.Mode.ENGINE : SoftConfig.Mode.INLINE;
        VerbsTimes test = new VerbsTimes(args[2], mode);
        for (Way way : Way.values()) {
            timer.warmUp(bytes -> test.pingPong(way, bytes), SIZES[0]);
        }
        for (Way way : Way.values()) {
            for (int bytes : SIZES) {
                timer.measure(way.name(), size -> test.pingPong(way, size), bytes);
            }
        }
        MPI.COMM_WORLD.barrier();
        test.close();
        MPI.Finalize();
    }

    private double pingPong(Way way, int bytes) {
        long start = System.nanoTime();
        for (int i = 0; i < PING_PONGS; i++) {
            number++;
            if (rank == 0) {
                post(way, bytes);
                await(way, bytes);
            } else {
                await(way, bytes);
                post(way, bytes);
            }
        }
        return BlockTimer.micros(start, 2L * PING_PONGS);
    }

    /** One is always posted: no more is under way. */
    private void postReceive() {
        receive.next(null).sge(area.address() + TARGET, FLAG, region.lkey());
        check(pair.postRecv(receive), "postRecv");
    }

    private void post(Way way, int bytes) {
        long source = area.address() + SOURCE;
        int key = region.lkey();
        Memory.putLong(source + bytes - Long.BYTES, number);
        int flags = bytes <= INLINE ? SendFlags.INLINE : 0;
        boolean signalled = ++posted % SIGNALLED == 0;
        int last = signalled ? SendFlags.SIGNALED : 0;
        if (way == Way.GUARDED) {
            outgoing.compose(source, bytes);
            send.next(null).remote(remote + RING + outgoing.offset(), remoteKey);
            send.sge(outgoing.source(), outgoing.length(), key);
            flags = outgoing.length() <= INLINE ? SendFlags.INLINE : 0;
            outgoing.written();
            outgoing.grant(1);
        } else if (way == Way.GATHER) {
            send.next(null).remote(remote + TARGET, remoteKey);
            send.sge(0, source, HEADER, key).sge(1, source + HEADER, bytes - HEADER, key);
            send.sgeCount(2);
        } else {
            send.next(null).remote(remote + TARGET, remoteKey);
            send.sge(source, bytes, key);
        }
        if (way == Way.TWO_WRITES) {
            send.operation(way.opcode(), flags);
            check(pair.postSend(send), "postSend");
            flagged.next(null).remote(remote + TARGET + FLAG, remoteKey);
            flagged.operation(way.opcode(), SendFlags.INLINE | last);
            flagged.sge(source + bytes - Long.BYTES, Long.BYTES, key);
            check(pair.postSend(flagged), "postSend");
        } else {
            send.operation(way.opcode(), flags | last);
            check(pair.postSend(send), "postSend");
        }
        if (signalled) {
            take(sent);
        }
    }

    private void await(Way way, int bytes) {
        if (way.consumes()) {
            take(received);
            postReceive();
            return;
        }
        if (way == Way.GUARDED) {
            while (incoming.poll() == 0) {
                Thread.onSpinWait();
            }
            incoming.release();
            return;
        }
        int at = way == Way.TWO_WRITES ? FLAG : bytes - Long.BYTES;
        long word = area.address() + TARGET + at;
        while (Memory.getLongAcquire(word) != number) {
            Thread.onSpinWait();
        }
    }

    private void take(CompletionQueue queue) {
        while (queue.poll(completions, 1) == 0) {
            Thread.onSpinWait();
        }
        check(completions.status(0) - WcStatus.SUCCESS, "completion");
    }

    private static void check(int rc, String what) {
        if (rc != 0) {
            throw new IllegalStateException(what + ": " + rc);
        }
    }

    private void close() {
        pair.close();
        region.close();
        area.close();
        domain.close();
        sent.close();
        received.close();
        context.close();
        arena.close();
    }
}
