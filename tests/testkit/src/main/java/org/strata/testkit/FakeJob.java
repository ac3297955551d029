package org.strata.testkit;

import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A job whose ranks live in this JVM: each has its own environment, out-of-band channel, progress
 * engine and handler table, and knows of the others only through them.
 *
 * <p>Drive it in one of two ways: {@link #progressUntil} polls all ranks in turn on the calling
 * thread; {@link RankThreads#run} gives each rank a thread of its own.
 */
public final class FakeJob implements AutoCloseable {
    private static final int SILENCE_SECONDS = 60;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String jobId;
    private final byte[] secret = new byte[16];
    private final List<FakeRank> ranks = new ArrayList<>();
    private volatile boolean abandoned;

    private FakeJob(String[] hosts) {
        SharedMemory.collect();
        jobId = "fake-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
        ThreadLocalRandom.current().nextBytes(secret);
        FakeOob.Hub hub = new FakeOob.Hub(hosts.length);
        int[] localRanks = localRanks(hosts);
        for (int rank = 0; rank < hosts.length; rank++) {
            ranks.add(new FakeRank(this, rank, procs(hosts, localRanks, rank), hub));
        }
    }

    /** Makes a job of {@code size} ranks on one node. */
    public static FakeJob of(int size) {
        String[] hosts = new String[size];
        Arrays.fill(hosts, "node0");
        return new FakeJob(hosts);
    }

    /** Makes a job with one rank per name; equal names share a node. */
    public static FakeJob onHosts(String... hosts) {
        return new FakeJob(hosts.clone());
    }

    private static int[] localRanks(String[] hosts) {
        Map<String, Integer> counts = new HashMap<>();
        return Arrays.stream(hosts)
                .mapToInt(host -> counts.merge(host, 1, Integer::sum) - 1)
                .toArray();
    }

    private static List<Proc> procs(String[] hosts, int[] localRanks, int observer) {
        List<Proc> procs = new ArrayList<>();
        for (int rank = 0; rank < hosts.length; rank++) {
            String host = hosts[rank];
            procs.add(new Proc(rank, host, localRanks[rank], host.equals(hosts[observer])));
        }
        return List.copyOf(procs);
    }

    /** Returns the job's name: unique on this machine. */
    public String jobId() {
        return jobId;
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Returns the number of ranks. */
    public int size() {
        return ranks.size();
    }

    /** Returns a rank. */
    public FakeRank rank(int rank) {
        return ranks.get(rank);
    }

    /** Returns all ranks in order. */
    public List<FakeRank> ranks() {
        return ranks;
    }

    /** Polls every rank once; returns the number of events handled. */
    public int progress() {
        int events = 0;
        for (FakeRank rank : ranks) {
            events += rank.progress();
        }
        return events;
    }

    /**
     * Polls all ranks in turn until something holds. A hang, that is a long time in which nothing
     * happens, fails with what the ranks say of themselves.
     */
    public void progressUntil(String what, BooleanSupplier done) {
        Deadline deadline = new Deadline(SILENCE_SECONDS);
        while (!done.getAsBoolean()) {
            if (progress() == 0) {
                Thread.yield();
            } else {
                deadline.restart();
            }
            if (deadline.passed()) {
                throw new AssertionError("hang: waited for " + what + describe());
            }
        }
    }

    /** Polls all ranks {@code times} times: for events that may only happen, never must. */
    public void progressTimes(int times) {
        for (int i = 0; i < times; i++) {
            progress();
        }
    }

    /** Returns what the ranks say of themselves, one line each. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        ranks.forEach(rank -> text.append("\n  rank ").append(rank.rank()).append(rank.describe()));
        return text.toString();
    }

    /** Keeps {@link #close} from freeing memory that a hung thread may still touch. */
    void abandon() {
        abandoned = true;
    }

    /** Returns whether a thread of this job hangs: nothing of it may be freed then. */
    public boolean abandoned() {
        return abandoned;
    }

    @Override
    public void close() {
        if (!abandoned) {
            ranks.forEach(FakeRank::close);
        }
    }
}
