package org.strata.ess.own;

import org.strata.ess.base.OobEnvironment;
import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.mca.proc.Proc;
import org.strata.oob.client.Departure;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.JobMap;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The environment of a rank of mpirun's, received from the control server. */
final class OwnEnvironment extends OobEnvironment {
    /** Exit code of a rank whose connection to mpirun has ended. */
    static final int LOST = 1;

    private final IntConsumer halt;
    private final int parent;
    private final boolean otherHosts;

    /** The processes by number, as far as this one has asked for them. */
    private final Map<Integer, Proc> known = new ConcurrentHashMap<>();

    /** The other jobs of the federation that have ended. */
    private final List<Departure> departures = new CopyOnWriteArrayList<>();

    /** Pairs with OwnEnvironment.lose: stored by onLoss. */
    private volatile BiConsumer<Proc, String> losses = Proc::fail;

    /**
     * @param otherHosts whether processes of other hosts may be added to the job, or connect to it
     */
    OwnEnvironment(
            OobClient oob,
            RankIdentity identity,
            boolean otherHosts,
            byte[] secret,
            IntConsumer halt) {
        super(oob, identity.rank(), secret);
        this.otherHosts = otherHosts;
        int spawner = identity.parent();
        parent = spawner < 0 ? spawner : map().base() + spawner;
        this.halt = halt;
        procs().forEach(proc -> known.put(proc.rank(), proc));
        oob.onDeparture(this::departed);
    }

    @Override
    public Proc known(int number) {
        return known.get(number);
    }

    @Override
    public Proc proc(int number) {
        Proc proc = known.get(number);
        if (proc != null) {
            return proc;
        }
        Proc found = known.computeIfAbsent(number, this::ask);
        // Its job may have ended between the answer and now.
        Departure over = found == null ? null : departure(number);
        if (over != null) {
            found.fail(over.reason());
        }
        return found;
    }

    private Departure departure(int number) {
        for (Departure each : departures) {
            if (each.has(number)) {
                return each;
            }
        }
        return null;
    }

    @Override
    public boolean onLoss(BiConsumer<Proc, String> listener) {
        losses = listener;
        return !federationId().equals(jobId());
    }

    /** On the channel's thread, which must not wait for those that it notifies. */
    private void departed(Departure departure) {
        departures.add(departure);
        Thread.ofPlatform().daemon().name("strata-departure").start(() -> lose(departure));
    }

    private void lose(Departure departure) {
        for (Proc proc : known.values()) {
            if (departure.has(proc.rank())) {
                losses.accept(proc, departure.reason());
            }
        }
    }

    @Override
    public boolean hasFinalized(int number) {
        return departure(number) != null || super.hasFinalized(number);
    }

    /** Makes a process of another world: of the first one, of one spawned, of another job. */
    private Proc ask(int number) {
        byte[] card = oob().getIfPresent(number, JobMap.PLACE);
        if (card == null) {
            JobMap.Place place = map().place(number);
            return place == null ? null : proc(number, map().base(), place);
        }
        JobMap.Spawned spawned = spawned(number, card);
        return spawned == null ? null : proc(number, spawned.first(), spawned.place());
    }

    /** Reads what the launcher publishes; without it no process of that world can be reached. */
    private JobMap.Spawned spawned(int number, byte[] card) {
        try {
            return JobMap.Spawned.decode(card);
        } catch (IllegalArgumentException e) {
            String who = "Rank " + rankInJob() + " cannot read where process " + number + " runs: ";
            abort(1, who + e.getMessage() + ".");
            return null;
        }
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public boolean meetsOtherHosts() {
        return otherHosts || super.meetsOtherHosts();
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
    public void halt(int code) {
        halt.accept(code);
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
