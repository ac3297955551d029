package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob.OobException;
import org.strata.mca.proc.Proc;
import org.strata.oob.JobMap;
import org.strata.oob.OobClient;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The environment of a rank that another launcher has started. */
final class GuestEnvironment implements ProcessEnvironment {
    private static final int LOW_BITS = 0xff;

    /** How long a rank that aborts waits until the launcher ends it. */
    private static final long ABORT_SECONDS = 5;

    private final ForeignLauncher launcher;
    private final OobClient oob;
    private final GuestServer server;
    private final JobLock lock;
    private final byte[] secret;
    private final IntConsumer halt;
    private final JobMap map;
    private final List<Proc> procs;
    private boolean closed;

    /**
     * @param server the control server in rank 0, else null
     * @param lock the lock of the job's files on this node in its first rank, else null
     */
    GuestEnvironment(
            ForeignLauncher launcher,
            OobClient oob,
            GuestServer server,
            JobLock lock,
            byte[] secret,
            IntConsumer halt) {
        this.launcher = launcher;
        this.oob = oob;
        this.server = server;
        this.lock = lock;
        this.secret = secret;
        this.halt = halt;
        map = oob.map();
        procs = IntStream.range(0, map.size()).mapToObj(this::make).toList();
    }

    private Proc make(int rank) {
        JobMap.Place place = map.places().get(rank);
        boolean local = place.host().equals(map.places().get(launcher.rank()).host());
        return new Proc(rank, place.host(), place.localRank(), local);
    }

    @Override
    public String jobId() {
        return map.jobId();
    }

    @Override
    public int rank() {
        return launcher.rank();
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public List<Proc> procs() {
        return procs;
    }

    @Override
    public boolean hasFinalized(int number) {
        return oob.getIfPresent(number, JobMap.FINALIZED) != null;
    }

    @Override
    public boolean publish(String service, String port) {
        return oob.publish(service, port);
    }

    @Override
    public String lookUp(String service) {
        return oob.lookUp(service);
    }

    @Override
    public boolean unpublish(String service, String port) {
        return oob.unpublish(service, port);
    }

    @Override
    public int localSize() {
        return (int) procs.stream().filter(Proc::local).count();
    }

    @Override
    public int universeSize() {
        return map.universeSize();
    }

    @Override
    public int appNum() {
        return map.places().get(launcher.rank()).appNum();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public boolean showOnce(String text) {
        try {
            oob.notice(text);
            return true;
        } catch (OobException e) {
            return false;
        }
    }

    @Override
    public void reportInitialized() {
        oob.reportInitialized();
    }

    @Override
    public void reportFinalized() {
        oob.reportFinalized();
    }

    /** Tells the launcher and rank 0, each of which ends all processes, this one too. */
    @Override
    public void abort(int code, String message) {
        String text = message == null ? "" : message;
        if (!text.isEmpty()) {
            System.err.println(Boxes.box(text));
        }
        oob.abort(code & LOW_BITS, text, "");
        Thread.ofPlatform().daemon().start(() -> launcher.abort(code & LOW_BITS, text));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABORT_SECONDS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        halt.accept(code & LOW_BITS);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        oob.close();
        if (server != null) {
            server.close();
        }
        launcher.finish();
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                // The next sweep removes the file.
                assert e != null;
            }
        }
    }
}
