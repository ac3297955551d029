package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder;
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

    /** Writes of each length whose bytes a reader polls. */
    private static final int WRITES = System.getProperty("long") == null ? 500 : 2000;

    private static final int SPINS = 100;

    /** Bytes of a request of {@link VerbsSide#rc}, at most. */
    private static final int MOST_INLINE = 128;

    private final AtomicInteger posted = new AtomicInteger();

    @Test
    void theDeviceHasWhatItShould() {
        assertThat(VerbsFeature.of(a.context.attributes())).isEqualTo(features());
    }

    /** What the pair and the memory promise together is what the fixture expects. */
    @Test
    void theOrderOfWritesIsWhatItShouldBe() {
        Pair pair = new Pair();
        DataOrder byPair = pair.qb.dataOrder();
        DataOrder byMemory = b.region.dataOrder();
        assertThat(byMemory.covers(byPair.extent()) ? byPair.extent() : byMemory.extent())
                .as("%s; %s", byPair, byMemory)
                .isEqualTo(order());
        assertThat(byPair.source()).isNotBlank().doesNotContain("\n");
        assertThat(byMemory.source()).isNotBlank().doesNotContain("\n");
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
     * Who polls the last byte of an RDMA write finds all the others. Where the provider promises
     * {@link #wholeWords}, nobody ever sees a part of an aligned word, the last one included (P3,
     * P4 of the papers).
     */
    @ParameterizedTest
    @CsvSource({
        "0, 1", "0, 7", "1, 7", "0, 8", "0, 13", "3, 13", "0, 24", "3, 61", "0, 128", "0, 200",
        "0, 201", "7, 201", "1, 1031", "0, 4096"
    })
    void theLastByteOfAWriteComesLast(int from, int length) throws Exception {
        needs(DataOrder.Extent.LAST_BYTE);
        Pair pair = new Pair();
        AtomicInteger read = new AtomicInteger();
        Thread writer = new Thread(() -> writeRounds(pair.qa, from, length, read));
        writer.start();
        try {
            for (int round = 1; round <= WRITES; round++) {
                awaitLastByte(from, length, (byte) round);
                for (int i = from; i < from + length; i++) {
                    assertThat(Memory.getByte(b.at(i))).as("byte %d", i).isEqualTo((byte) round);
                }
                read.setRelease(round);
            }
        } finally {
            // Also after a failure: the sides are about to be closed.
            read.setRelease(WRITES);
            writer.join();
        }
    }

    /**
     * Writes so many bytes that are all the same, differ from round to round, and wait to be read.
     */
    private void writeRounds(QueuePair qp, int from, int length, AtomicInteger read) {
        boolean inline = length <= Math.min(a.context.attributes().maxInline(), MOST_INLINE);
        for (int round = 1; round <= WRITES && read.getAcquire() < WRITES; round++) {
            for (int i = 0; i < length; i++) {
                Memory.putByte(a.at(i), (byte) round);
            }
            a.send.remote(b.at(from), b.region.rkey());
            int flags = SendFlags.SIGNALED | (inline && round % 2 == 0 ? SendFlags.INLINE : 0);
            a.postSend(qp, 1, WrOpcode.RDMA_WRITE, flags, 0, length);
            a.next(a.sendCq);
            for (int looks = 1; read.getAcquire() < round; looks++) {
                pause(looks);
            }
        }
    }

    private void awaitLastByte(int from, int length, byte expected) {
        int last = from + length - 1;
        long end = System.nanoTime() + 60_000_000_000L;
        for (int looks = 1; lastByte(last) != expected; looks++) {
            if (wholeWords()) {
                expectWholeWords(from, length);
            }
            b.sendCq.poll(b.wcs, 0);
            pause(looks);
            assertThat(System.nanoTime()).as("no write within 60 s").isLessThan(end);
        }
    }

    /** The other thread may need this one's core. */
    private static void pause(int looks) {
        if (looks % SPINS == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private byte lastByte(int offset) {
        int shift = offset % Long.BYTES * Byte.SIZE;
        return (byte) (Memory.getLongAcquire(b.at(offset / Long.BYTES * Long.BYTES)) >>> shift);
    }

    /** Every byte of a write is the same. */
    private void expectWholeWords(int from, int length) {
        int end = from + length & -Long.BYTES;
        for (int at = from + Long.BYTES - 1 & -Long.BYTES; at < end; at += Long.BYTES) {
            long word = Memory.getLongAcquire(b.at(at));
            if (word != (word & 0xff) * 0x0101_0101_0101_0101L) {
                throw new AssertionError(
                        "%d bytes: the word at %d is torn: %x".formatted(length, at, word));
            }
        }
    }
}
