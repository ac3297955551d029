package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What the parts of {@link PmlContract} share. */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PmlFixture {
    /** A size that is sent at once by any sensible configuration. */
    static final int SMALL = 24;

    /** A size that needs a rendezvous in any sensible configuration. */
    static final int LARGE = 300_001;

    private static final int GUARD = 32;
    private static final byte UNTOUCHED = 0x3c;

    @RegisterExtension final Seed seed = new Seed();

    final NativeBuffers memory = new NativeBuffers();
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private final List<FakeJob> jobs = new ArrayList<>();

    /** Makes the Pml of one rank and all that is below it; the suite opens and closes it. */
    protected abstract Pml pml(FakeRank rank) throws Exception;

    /**
     * Returns where the Pml's counters begin, the same for all ranks of a test: close to a wrap, or
     * at 0, by the test's seed.
     */
    protected final int firstNumber() {
        return FirstNumber.any(seed.random());
    }

    /** Returns whether messages may cost allocations: only where speed is not the purpose. */
    protected boolean allocates() {
        return false;
    }

    /** Returns the sizes where the protocol may change: eager limits, send limits. */
    protected int[] limits() {
        return new int[] {512, 1024, 2048, 4096, 16_384, 65_536};
    }

    @AfterEach
    void closeEverything() throws Exception {
        for (FakeJob job : jobs) {
            if (job.abandoned()) {
                return;
            }
        }
        while (!closing.isEmpty()) {
            closing.pop().close();
        }
        memory.close();
    }

    /** Opens a job with a Pml in every rank. */
    List<PmlStation> stations(int size) {
        FakeJob job = FakeJob.of(size);
        closing.push(job);
        jobs.add(job);
        List<PmlStation> stations = new ArrayList<>();
        for (FakeRank rank : job.ranks()) {
            PmlStation station = new PmlStation(rank, make(rank));
            closing.push(station);
            stations.add(station);
        }
        return stations;
    }

    private Pml make(FakeRank rank) {
        try {
            return pml(rank);
        } catch (Exception e) {
            throw new AssertionError("pml() failed", e);
        }
    }

    /** Two ranks driven by one thread, and what tests do with them. */
    final class Two {
        final PmlStation a;
        final PmlStation b;
        final FakeJob job;

        Two() {
            List<PmlStation> all = stations(2);
            a = all.get(0);
            b = all.get(1);
            job = a.rank().job();
        }

        /** Waits for a request of either rank; returns its status; gives it back. */
        PmlStatus finish(String what, PmlRequest request) {
            return PmlFixture.finish(job, what, request);
        }

        /** Waits for a request that must succeed. */
        PmlStatus succeed(String what, PmlRequest request) {
            PmlStatus status = finish(what, request);
            assertThat(Rc.name(status.error)).as(what).isEqualTo("OK");
            return status;
        }

        /** Polls both ranks often enough for anything that could happen to have happened. */
        void settle() {
            job.progressTimes(400);
        }

        /** Sends the pattern {@code seed} from a to b. */
        PmlRequest isend(int bytes, int tag, long pattern) {
            return a.isend(memory.pattern(bytes, pattern), bytes, 1, tag);
        }

        /** Waits until b can see a message. */
        PmlStatus awaitProbe(int from, int tag) {
            PmlStatus status = new PmlStatus();
            job.progressUntil("a message to probe", () -> b.iprobe(from, tag, status));
            return status;
        }
    }

    /** What one rank does on its thread. */
    @FunctionalInterface
    interface Body {
        void run(PmlStation own) throws Exception;
    }

    /**
     * Runs the body for every rank at the same time, each on its own thread, and ends them as
     * MPI_Finalize would: a rank flushes, then makes progress until all have.
     */
    static void runByThreads(List<PmlStation> all, Body body) {
        AtomicInteger flushed = new AtomicInteger();
        RankThreads.run(
                all.get(0).rank().job(),
                rank -> {
                    PmlStation own = all.get(rank.rank());
                    body.run(own);
                    own.flush();
                    flushed.incrementAndGet();
                    rank.waitUntil("the others' end", () -> flushed.get() == all.size());
                });
    }

    static PmlStatus finish(FakeJob job, String what, PmlRequest request) {
        job.progressUntil(what, request::isDone);
        PmlStatus status = new PmlStatus();
        status.copyFrom(request);
        request.release();
        return status;
    }

    /** A receive buffer with guards on both sides, to see that nothing else is written. */
    final class Buffer {
        final long address;
        final int bytes;

        Buffer(int bytes) {
            this.bytes = bytes;
            long all = memory.allocate(bytes + 2L * GUARD);
            Memory.all().asSlice(all, bytes + 2L * GUARD).fill(UNTOUCHED);
            address = all + GUARD;
        }

        /** Fails unless exactly the first {@code received} bytes hold the pattern. */
        void verify(String what, int received, long pattern) {
            NativeBuffers.verify(what, address, received, pattern);
            NativeBuffers.verifyFilled(what + ", before", address - GUARD, GUARD, UNTOUCHED);
            NativeBuffers.verifyFilled(
                    what + ", after", address + received, bytes - received + GUARD, UNTOUCHED);
        }
    }
}
