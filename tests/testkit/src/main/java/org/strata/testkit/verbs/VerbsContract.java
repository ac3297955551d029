package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What every verbs provider must do. A provider's own test is a subclass that opens devices:
 *
 * <pre>{@code
 * final class SoftInlineVerbsContractTest extends VerbsContract {
 *     private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
 *
 *     @Override
 *     protected Context open(int side) {
 *         return new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
 *     }
 * }
 * }</pre>
 *
 * <p>A fixture names the {@link #features} that its device lacks; their tests are skipped with a
 * reason.
 */
public abstract class VerbsContract extends VerbsQueueContract {
    private static final int THREADS = 3;
    private static final int MESSAGES = 400;
    private static final int WINDOW = 16;

    private final AtomicInteger posted = new AtomicInteger();

    @Test
    void theDeviceHasWhatItShould() {
        assertThat(VerbsFeature.of(a.context.attributes())).isEqualTo(features());
    }

    /**
     * Three threads send over one pair, two poll the receiver's queue: nothing is lost or twice.
     */
    @Test
    void threadsShareAPair() throws Exception {
        Pair pair = new Pair();
        int total = THREADS * MESSAGES;
        AtomicInteger received = new AtomicInteger();
        AtomicInteger completed = new AtomicInteger();
        AtomicLong sum = new AtomicLong();
        for (int i = 0; i < WINDOW; i++) {
            b.postRecv(pair.qb, i, i * 64, 64);
        }
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int from = t * MESSAGES;
            tasks.add(() -> sendMany(pair.qa, from, completed, total));
        }
        for (int t = 0; t < 2; t++) {
            tasks.add(() -> receiveMany(pair.qb, received, sum, total));
        }
        run(tasks);
        assertThat(received.get()).isEqualTo(total);
        assertThat(completed.get()).isEqualTo(total);
        assertThat(sum.get()).isEqualTo((long) total * (total - 1) / 2);
    }

    private static void run(List<Callable<Void>> tasks)
            throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    private Void sendMany(QueuePair qp, int from, AtomicInteger completed, int total) {
        try (Arena arena = Arena.ofShared()) {
            SendWr wr = new SendWr(arena, 1);
            WorkCompletions wcs = new WorkCompletions(arena, 4);
            wr.operation(WrOpcode.SEND_WITH_IMM, SendFlags.SIGNALED);
            for (int i = 0; i < MESSAGES; i++) {
                awaitRoom(completed, wcs);
                wr.wrId(from + i).immediate(from + i).sge(a.at(0), 8, a.region.lkey());
                assertThat(qp.postSend(wr)).isEqualTo(Rc.OK);
            }
            long end = System.nanoTime() + 60_000_000_000L;
            while (completed.get() < total && System.nanoTime() < end) {
                completed.addAndGet(succeeded(a.sendCq.poll(wcs, 4), wcs));
            }
        }
        return null;
    }

    /** No queue tells how full it is: who posts counts, and polls in time. */
    private void awaitRoom(AtomicInteger completed, WorkCompletions wcs) {
        int mine = posted.incrementAndGet();
        while (mine - completed.get() > WINDOW && !Thread.currentThread().isInterrupted()) {
            completed.addAndGet(succeeded(a.sendCq.poll(wcs, 4), wcs));
        }
    }

    private static int succeeded(int count, WorkCompletions wcs) {
        for (int i = 0; i < count; i++) {
            assertThat(wcs.status(i)).isZero();
        }
        return count;
    }

    private Void receiveMany(QueuePair qp, AtomicInteger received, AtomicLong sum, int total) {
        try (Arena arena = Arena.ofShared()) {
            RecvWr wr = new RecvWr(arena, 1);
            WorkCompletions wcs = new WorkCompletions(arena, 4);
            long end = System.nanoTime() + 60_000_000_000L;
            while (received.get() < total && System.nanoTime() < end) {
                int count = b.recvCq.poll(wcs, 4);
                for (int i = 0; i < count; i++) {
                    assertThat(wcs.opcode(i)).isEqualTo(WcOpcode.RECV);
                    sum.addAndGet(wcs.immediate(i));
                    int slot = (int) wcs.wrId(i);
                    wr.wrId(slot).sge(b.at(slot * 64), 64, b.region.lkey());
                    assertThat(qp.postRecv(wr)).isEqualTo(Rc.OK);
                }
                received.addAndGet(count);
            }
        }
        return null;
    }

    /**
     * Who polls the last byte of an RDMA write finds all the others, and never sees a part of an
     * aligned word (P3, P4 of the papers).
     */
    @Test
    void theLastByteOfAWriteComesLast() throws Exception {
        Pair pair = new Pair();
        int length = 200;
        int rounds = 2000;
        Thread writer =
                new Thread(() -> {
                    for (int round = 1; round <= rounds; round++) {
                        for (int i = 0; i < length; i++) {
                            Memory.putByte(a.at(i), (byte) round);
                        }
                        a.send.remote(b.at(0), b.region.rkey());
                        int opcode = WrOpcode.RDMA_WRITE;
                        a.postSend(pair.qa, 1, opcode, SendFlags.SIGNALED, 0, length);
                        a.next(a.sendCq);
                        while (Memory.getIntAcquire(b.at(1024)) != round && !Thread.interrupted()) {
                            Thread.yield();
                        }
                    }
                });
        writer.start();
        long end = System.nanoTime() + 60_000_000_000L;
        for (int round = 1; round <= rounds; round++) {
            while (lastByte(length) != (byte) round && System.nanoTime() < end) {
                assertThat(isTorn(0)).as("the first word is torn").isFalse();
                b.sendCq.poll(b.wcs, 0);
                Thread.yield();
            }
            assertThat(isTorn(length - 8)).as("the last word is torn").isFalse();
            for (int i = 0; i < length; i++) {
                assertThat(Memory.getByte(b.at(i))).isEqualTo((byte) round);
            }
            Memory.putIntRelease(b.at(1024), round);
        }
        writer.join();
    }

    /** Every byte of a write is the same. */
    private boolean isTorn(int offset) {
        long word = Memory.getLongAcquire(b.at(offset));
        return word != (word & 0xff) * 0x0101_0101_0101_0101L;
    }

    private byte lastByte(int length) {
        // The word that holds the last byte; 200 is a multiple of 8.
        return (byte) (Memory.getLongAcquire(b.at(length - 8)) >>> 56);
    }
}
