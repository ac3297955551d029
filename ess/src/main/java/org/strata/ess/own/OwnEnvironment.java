package org.strata.ess.own;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.ess.RankReport;
import org.strata.mca.oob.Oob.OobException;
import org.strata.mca.proc.Proc;
import org.strata.oob.JobMap;
import org.strata.oob.OobClient;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The environment of a rank of mpirun's, received from the control server. */
final class OwnEnvironment implements ProcessEnvironment {
    /** Exit code of a rank whose connection to mpirun has ended. */
    static final int LOST = 1;

    /** How long a rank that aborts waits until mpirun ends it. */
    private static final long ABORT_SECONDS = 5;

    private final OobClient oob;
    private final int rank;
    private final byte[] secret;
    private final IntConsumer halt;
    private final JobMap map;
    private final List<Proc> procs;

    OwnEnvironment(OobClient oob, int rank, byte[] secret, IntConsumer halt) {
        this.oob = oob;
        this.rank = rank;
        this.secret = secret;
        this.halt = halt;
        map = oob.map();
        procs = IntStream.range(0, map.size()).mapToObj(this::proc).toList();
    }

    private Proc proc(int number) {
        JobMap.Place place = map.places().get(number);
        boolean local = place.host().equals(map.places().get(rank).host());
        return new Proc(number, place.host(), place.localRank(), local);
    }

    @Override
    public String jobId() {
        return map.jobId();
    }

    @Override
    public int rank() {
        return rank;
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
    public int localSize() {
        return (int) procs.stream().filter(Proc::local).count();
    }

    @Override
    public int universeSize() {
        return map.universeSize();
    }

    @Override
    public int appNum() {
        return map.places().get(rank).appNum();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Each inquiry gets a thread: the channel's own one must not wait for those that answer. */
    @Override
    public void setReportSource(Supplier<RankReport> source) {
        oob.onInquiry(inquiry ->
                Thread.ofPlatform()
                        .daemon()
                        .name("strata-report")
                        .start(() -> oob.report(inquiry, source.get())));
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

    @Override
    public void abort(int code, String message) {
        abort(code, message == null ? "" : message, "");
    }

    /**
     * Waits until mpirun, which prints the details, ends every process, this one too; if it does
     * not, this rank prints them and ends itself.
     */
    @Override
    public void abort(int code, String message, String details) {
        oob.abort(code, message, details);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABORT_SECONDS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        System.err.print(details);
        System.err.flush();
        halt.accept(code);
    }

    @Override
    public void close() {
        oob.close();
    }
}
