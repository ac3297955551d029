package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.ess.NumbersDesk;
import org.strata.oob.JobEvents;
import org.strata.oob.OobServer;
import org.strata.oob.frame.JobMap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * The control server of a job without an mpirun of ours, in rank 0. It ends the job when a rank
 * asks for it or is lost: some launchers wait forever for a rank that has left without a word.
 */
final class GuestServer implements JobEvents {
    /** Under this key ranks publish their numbers for the report of the job. */
    static final String NUMBERS = "job.numbers";

    /** Time for the report of a job that is to be ended. */
    private static final long REPORT_MILLIS = 3_000;

    /** Time for the event loop to return what ranks have published. */
    private static final long PUBLISHED_MILLIS = 1_000;

    /** A job's ranks leave together; a host that is gone without a word must not hold rank 0. */
    private static final long LAST_RANK_SECONDS = 60;

    /** Time for the launcher to end the ranks by itself, with the exit code that was asked for. */
    private static final long LAUNCHER_SECONDS = 2;

    /** Time for the event loop to end: code of it must not run when its class loader is closed. */
    private static final long LOOP_MILLIS = 2_000;

    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int LOST = 1;

    private final JobMap map;
    private final ForeignLauncher launcher;
    private final IntConsumer halt;
    private final BitSet finalized = new BitSet();
    private final BitSet gone = new BitSet();
    private final Set<String> notices = new HashSet<>();
    private OobServer server;
    private boolean ending;

    /** Makes the report of the job; null if none is wanted, or it is made. */
    private NumbersDesk.Reporter reporter;

    private Thread atShutdown;

    private GuestServer(JobMap map, ForeignLauncher launcher, IntConsumer halt) {
        this.map = map;
        this.launcher = launcher;
        this.halt = halt;
    }

    static GuestServer start(
            InetAddress address,
            byte[] secret,
            JobMap map,
            ForeignLauncher launcher,
            IntConsumer halt)
            throws IOException {
        GuestServer guest = new GuestServer(map, launcher, halt);
        guest.server =
                OobServer.start(
                        new InetSocketAddress(address, 0),
                        secret,
                        OobServer.HANDSHAKE_MILLIS,
                        map,
                        guest,
                        task -> GuestThreads.daemon("strata-server", task));
        return guest;
    }

    SocketAddress address() {
        return server.address();
    }

    /**
     * Sets who makes the report. A process that is told to end makes it, too: launchers do that
     * when another rank is gone.
     */
    synchronized void reportBy(NumbersDesk.Reporter made) {
        reporter = made;
        atShutdown = new Thread(() -> report("ended before MPI.Finalize"), "strata-report");
        try {
            Runtime.getRuntime().addShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The process ends already: there is nothing to report.
            reporter = null;
        }
    }

    private void report(String ended) {
        NumbersDesk.Reporter made;
        synchronized (this) {
            made = reporter;
            reporter = null;
        }
        if (made != null) {
            made.report(server.published(NUMBERS, PUBLISHED_MILLIS), ended);
        }
    }

    /** A process may go on for long after its job, and have another one. */
    private synchronized void forgetShutdown() {
        try {
            if (atShutdown != null) {
                Runtime.getRuntime().removeShutdownHook(atShutdown);
            }
        } catch (IllegalStateException e) {
            // The process ends, and runs it.
            atShutdown = null;
        }
    }

    @Override
    public void joined(int rank, long pid) {}

    @Override
    public void initialized(int rank) {}

    @Override
    public synchronized void finalized(int rank) {
        finalized.set(rank);
    }

    /** The rank prints by itself why. */
    @Override
    public void abortRequested(int rank, int code, String message, String details) {
        end(rank, code, message, "");
    }

    @Override
    public synchronized void notice(int rank, String text) {
        if (notices.add(text.lines().findFirst().orElse(""))) {
            System.err.println(Boxes.box(text));
        }
    }

    /** Nobody asks the other ranks here: a rank that has waited for long is believed. */
    @Override
    public void standstill(int rank, String text, long nanos) {
        if (nanos >= STANDSTILL_NANOS) {
            notice(rank, text);
        }
    }

    @Override
    public synchronized void disconnected(int rank) {
        gone.set(rank);
        notifyAll();
        if (!finalized.get(rank)) {
            String text =
                    "Rank "
                            + rank
                            + " on host "
                            + map.places().get(rank).host()
                            + " has gone without MPI.Finalize; the job ends.";
            end(rank, LOST, text, text);
        }
    }

    private synchronized void end(int rank, int code, String reason, String text) {
        if (!ending) {
            ending = true;
            GuestThreads.startLasting("strata-end", () -> endNow(rank, code, reason, text));
        }
    }

    private void endNow(int rank, int code, String reason, String text) {
        if (!text.isEmpty()) {
            System.err.println(Boxes.box(text));
        }
        reportWithin(code);
        GuestThreads.daemon("strata-abort", () -> launcher.ended(rank, code, reason)).start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAUNCHER_SECONDS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        // The launcher has not ended this process: the others follow when their connections end.
        halt.accept(code);
        server.close();
    }

    /** The launcher will end this process. */
    private void reportWithin(int code) {
        Thread writer =
                GuestThreads.daemon("strata-report", () -> report("ended with code " + code));
        writer.start();
        try {
            writer.join(REPORT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all other ranks have left, then closes. */
    void close() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAST_RANK_SECONDS);
        synchronized (this) {
            try {
                while (gone.cardinality() < map.size() && System.nanoTime() < end) {
                    wait(TimeUnit.SECONDS.toMillis(1));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        report("ended normally");
        forgetShutdown();
        server.close();
        server.awaitEnd(LOOP_MILLIS);
    }
}
