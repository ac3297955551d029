package org.strata.ess.rendezvous;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What the ranks have published, and who has come to the fence; in rank 0. Any thread. */
final class Register {
    private static final int MOST_VALUES = 8;
    private static final int MOST_NAMED = 20;

    private final int size;
    private final long deadline;
    private final Map<String, String> values = new HashMap<>();
    private final int[] published;
    private final BitSet arrived = new BitSet();
    private final BitSet gone = new BitSet();
    private long fences;

    /**
     * @param seconds in which all ranks must have come to a fence
     */
    Register(int size, int seconds) {
        this.size = size;
        published = new int[size];
        deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    private static String name(int rank, String key) {
        return rank + " " + key;
    }

    /** Publishes a value of a rank; a rank has a few. */
    synchronized void put(int rank, String key, String value) throws IOException {
        if (published[rank]++ >= MOST_VALUES) {
            throw new IOException("rank " + rank + " publishes too much");
        }
        values.put(name(rank, key), value);
    }

    /** Returns a rank's value. */
    synchronized String get(int rank, String key) throws IOException {
        String value = values.get(name(rank, key));
        if (value == null) {
            throw new IOException("rank " + rank + " has published no " + key);
        }
        return value;
    }

    /** Waits until all ranks have come to the fence. */
    synchronized void fence(int rank) throws IOException {
        long own = fences;
        arrived.set(rank);
        if (arrived.cardinality() == size) {
            arrived.clear();
            fences++;
            notifyAll();
        }
        while (fences == own) {
            long nanos = deadline - System.nanoTime();
            if (nanos <= 0) {
                BitSet missing = (BitSet) arrived.clone();
                missing.flip(0, size);
                throw new IOException(ranks(missing) + " of " + size + " did not come in time");
            }
            if (!gone.isEmpty()) {
                throw new IOException(ranks(gone) + " came and left again");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, nanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted at the rendezvous");
            }
        }
    }

    /** Notes that a rank's connection has ended: who waits for it waits no longer. */
    synchronized void leave(int rank) {
        gone.set(rank);
        notifyAll();
    }

    private static String ranks(BitSet ranks) {
        List<String> named = new ArrayList<>();
        ranks.stream().limit(MOST_NAMED).forEach(rank -> named.add("" + rank));
        int more = ranks.cardinality() - named.size();
        return (ranks.cardinality() == 1 ? "rank " : "ranks ")
                + named.stream().collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
