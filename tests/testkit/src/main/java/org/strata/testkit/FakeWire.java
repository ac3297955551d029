package org.strata.testkit;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * What joins the {@link FakeBtl}s of one job, and where a test makes it misbehave: {@link #refuse}
 * exhausts resources at random, {@link #cut} breaks links.
 */
public final class FakeWire {
    private final FakeBtlConfig config;
    private final Arena arena = Arena.ofAuto();
    private final FakeChannel[][] channels;
    private final FakeBtl[] btls;
    private final Map<Long, FakeRegistration> registrations = new HashMap<>();
    private long nextKey = 1;
    private Random random = new Random(1);
    private double refusals;

    /**
     * @param size ranks of the job
     * @param config what its Btls claim to be
     */
    public FakeWire(int size, FakeBtlConfig config) {
        this.config = config;
        this.btls = new FakeBtl[size];
        this.channels = new FakeChannel[size][size];
        int slot = config.attributes().maxSendSize();
        for (FakeChannel[] row : channels) {
            for (int i = 0; i < size; i++) {
                row[i] = new FakeChannel(arena, config.slots(), slot);
            }
        }
    }

    /** Returns what the Btls of this wire claim to be. */
    public FakeBtlConfig config() {
        return config;
    }

    /** Makes calls answer NO_RESOURCE with a probability from now on. */
    public synchronized void refuse(double probability, Random source) {
        refusals = probability;
        random = source;
    }

    /** Breaks the link between two ranks: both are told at their next progress. */
    public synchronized void cut(int a, int b) {
        btls[a].breakLink(b);
        btls[b].breakLink(a);
    }

    synchronized boolean refuses() {
        return refusals > 0 && random.nextDouble() < refusals;
    }

    synchronized void attach(int rank, FakeBtl btl) {
        btls[rank] = btl;
    }

    synchronized FakeBtl btl(int rank) {
        return btls[rank];
    }

    FakeChannel channel(int from, int to) {
        return channels[from][to];
    }

    synchronized FakeRegistration register(int owner, long address, long length, int access) {
        long held = registrations.values().stream().filter(r -> r.owner() == owner).count();
        if (held >= config.registrations()) {
            return null;
        }
        FakeRegistration made = new FakeRegistration(owner, nextKey++, address, length, access);
        registrations.put(made.key(), made);
        return made;
    }

    synchronized void deregister(FakeRegistration registration) {
        if (registrations.remove(registration.key()) == null) {
            throw new AssertionError("deregistered twice: " + registration.key());
        }
    }

    /** Fails unless a rank has registered a range under a key for an access. */
    synchronized void check(int owner, long key, long address, long length, int access) {
        FakeRegistration found = registrations.get(key);
        if (found == null
                || found.owner() != owner
                || (found.access() & access) != access
                || address < found.address()
                || address + length > found.address() + found.length()) {
            throw new AssertionError(
                    "RDMA of "
                            + length
                            + " bytes of rank "
                            + owner
                            + " is not covered by key "
                            + key);
        }
    }

    /** Returns the number of registrations that a rank holds now. */
    public synchronized long registrationsOf(int owner) {
        return registrations.values().stream().filter(r -> r.owner() == owner).count();
    }
}
