package org.strata.ess.own;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.mca.oob.Oob.OobException;
import org.strata.mca.proc.Proc;
import org.strata.oob.JobMap;
import org.strata.oob.OobClient;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    private final int parent;

    /** The processes by number, as far as this one has heard of them. */
    private final Map<Integer, Proc> known = new ConcurrentHashMap<>();

    private final List<Proc> procs;

    /**
     * @param rank this process's number in the job
     * @param parent the number of the process that spawned this world, or -1
     */
    OwnEnvironment(OobClient oob, int rank, int parent, byte[] secret, IntConsumer halt) {
        this.oob = oob;
        this.rank = rank;
        this.parent = parent;
        this.secret = secret;
        this.halt = halt;
        map = oob.map();
        procs = IntStream.range(map.first(), map.places().size()).mapToObj(this::ofWorld).toList();
        procs.forEach(proc -> known.put(proc.rank(), proc));
    }

    private Proc ofWorld(int number) {
        return proc(number, map.first(), map.places().get(number));
    }

    private Proc proc(int number, int first, JobMap.Place place) {
        boolean local = place.host().equals(map.places().get(rank).host());
        return new Proc(number, first, place.host(), place.localRank(), local);
    }

    @Override
    public Proc known(int number) {
        return known.get(number);
    }

    @Override
    public Proc proc(int number) {
        Proc proc = known.get(number);
        return proc != null ? proc : known.computeIfAbsent(number, this::ask);
    }

    @Override
    public boolean hasFinalized(int number) {
        return oob.getIfPresent(number, JobMap.FINALIZED) != null;
    }

    /** Makes a process of another world: of the first one, or of one that was spawned. */
    private Proc ask(int number) {
        byte[] card = oob.getIfPresent(number, JobMap.PLACE);
        if (card == null) {
            boolean first = number >= 0 && number < map.places().size();
            return first ? proc(number, 0, map.places().get(number)) : null;
        }
        JobMap.Spawned spawned = JobMap.Spawned.decode(card);
        return proc(number, spawned.first(), spawned.place());
    }

    @Override
    public int firstRank() {
        return map.first();
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public int spawnedBy() {
        return parent;
    }

    @Override
    public Spawn.Outcome spawn(Spawn spawn) {
        return oob.spawn(spawn);
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
