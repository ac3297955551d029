package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.oob.JobEvents;
import org.strata.oob.JobMap;
import org.strata.oob.OobServer;

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
    /** A job's ranks leave together; a host that is gone without a word must not hold rank 0. */
    private static final long LAST_RANK_SECONDS = 60;

    /** Time for the launcher to end the ranks by itself, with the exit code that was asked for. */
    private static final long LAUNCHER_SECONDS = 2;

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
                        task -> Thread.ofPlatform().daemon().name("strata-server").unstarted(task));
        return guest;
    }

    SocketAddress address() {
        return server.address();
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
        end(code, message, "");
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
            end(LOST, text, text);
        }
    }

    private synchronized void end(int code, String reason, String text) {
        if (!ending) {
            ending = true;
            Thread.ofPlatform().name("strata-end").start(() -> endNow(code, reason, text));
        }
    }

    private void endNow(int code, String reason, String text) {
        if (!text.isEmpty()) {
            System.err.println(Boxes.box(text));
        }
        Thread.ofPlatform().daemon().start(() -> launcher.abort(code, reason));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAUNCHER_SECONDS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        // The launcher has not ended this process: the others follow when their connections end.
        halt.accept(code);
        server.close();
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
        server.close();
    }
}
