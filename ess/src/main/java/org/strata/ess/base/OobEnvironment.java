package org.strata.ess.base;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob.OobException;
import org.strata.mca.proc.Proc;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.JobMap;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The environment of a rank that is connected to a control server, wherever that runs: the job map
 * comes from there, and services and notices go there. Subclasses add how the job ends.
 */
public abstract class OobEnvironment implements ProcessEnvironment {
    /** How long a rank that aborts waits until the launcher ends it. */
    private static final long ABORT_SECONDS = 5;

    private final OobClient oob;
    private final int rank;
    private final byte[] secret;
    private final JobMap map;
    private final List<Proc> procs;

    /**
     * Makes the environment of a rank that has joined.
     *
     * @param index this process's number in the job
     * @param secret the job's secret
     */
    protected OobEnvironment(OobClient oob, int index, byte[] secret) {
        this.oob = oob;
        this.secret = secret.clone();
        map = oob.map();
        rank = map.base() + index;
        int first = map.firstNumber();
        procs =
                IntStream.range(first, first + map.size())
                        .mapToObj(number -> proc(number, first, map.place(number)))
                        .toList();
    }

    /** Returns the connection to the control server. */
    protected final OobClient oob() {
        return oob;
    }

    /** Returns the job as the control server has described it when this rank joined. */
    protected final JobMap map() {
        return map;
    }

    /**
     * Makes a process.
     *
     * @param first number of the first process of its world
     */
    protected final Proc proc(int number, int first, JobMap.Place place) {
        boolean local = place.host().equals(map.place(rank).host());
        return new Proc(number, first, place.host(), place.localRank(), local);
    }

    /** Waits as long as a launcher may need to end this process. */
    protected static void awaitEnd() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABORT_SECONDS);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @Override
    public final String jobId() {
        return map.jobId();
    }

    @Override
    public final String federationId() {
        return map.federation();
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int firstRank() {
        return map.firstNumber();
    }

    @Override
    public final int size() {
        return map.size();
    }

    @Override
    public final List<Proc> procs() {
        return procs;
    }

    @Override
    public final int localSize() {
        return (int) procs.stream().filter(Proc::local).count();
    }

    @Override
    public final int universeSize() {
        return map.universeSize();
    }

    @Override
    public final int appNum() {
        return map.place(rank).appNum();
    }

    @Override
    public final byte[] secret() {
        return secret.clone();
    }

    @Override
    public boolean hasFinalized(int number) {
        return oob.getIfPresent(number, JobMap.FINALIZED) != null;
    }

    @Override
    public final boolean publish(String service, String port) {
        return oob.publish(service, port);
    }

    @Override
    public final String lookUp(String service) {
        return oob.lookUp(service);
    }

    @Override
    public final boolean unpublish(String service, String port) {
        return oob.unpublish(service, port);
    }

    @Override
    public final boolean showOnce(String text) {
        try {
            oob.notice(text);
            return true;
        } catch (OobException e) {
            return false;
        }
    }

    @Override
    public final boolean suspectStandstill(String text, long nanos) {
        try {
            oob.standstill(text, nanos);
            return true;
        } catch (OobException e) {
            return false;
        }
    }

    @Override
    public final void reportInitialized() {
        oob.reportInitialized();
    }

    @Override
    public final void reportFinalized() {
        oob.reportFinalized();
    }
}
