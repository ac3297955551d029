package org.strata.ess.own;

import org.strata.ess.base.OobEnvironment;
import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.mca.proc.Proc;
import org.strata.oob.JobMap;
import org.strata.oob.OobClient;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The environment of a rank of mpirun's, received from the control server. */
final class OwnEnvironment extends OobEnvironment {
    /** Exit code of a rank whose connection to mpirun has ended. */
    static final int LOST = 1;

    private final IntConsumer halt;
    private final int parent;

    /** The processes by number, as far as this one has asked for them. */
    private final Map<Integer, Proc> known = new ConcurrentHashMap<>();

    /**
     * @param rank this process's number in the job
     * @param parent the number of the process that spawned this world, or -1
     */
    OwnEnvironment(OobClient oob, int rank, int parent, byte[] secret, IntConsumer halt) {
        super(oob, rank, secret);
        this.parent = parent;
        this.halt = halt;
        procs().forEach(proc -> known.put(proc.rank(), proc));
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

    /** Makes a process of another world: of the first one, or of one that was spawned. */
    private Proc ask(int number) {
        byte[] card = oob().getIfPresent(number, JobMap.PLACE);
        if (card == null) {
            boolean first = number >= 0 && number < map().places().size();
            return first ? proc(number, 0, map().places().get(number)) : null;
        }
        JobMap.Spawned spawned = JobMap.Spawned.decode(card);
        return proc(number, spawned.first(), spawned.place());
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
        return oob().spawn(spawn);
    }

    /** Each inquiry gets a thread: the channel's own one must not wait for those that answer. */
    @Override
    public void setReportSource(Supplier<RankReport> source) {
        oob().onInquiry(inquiry ->
                Thread.ofPlatform()
                        .daemon()
                        .name("strata-report")
                        .start(() -> oob().report(inquiry, source.get())));
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
        oob().abort(code, message, details);
        awaitEnd();
        System.err.print(details);
        System.err.flush();
        halt.accept(code);
    }

    @Override
    public void close() {
        oob().close();
    }
}
