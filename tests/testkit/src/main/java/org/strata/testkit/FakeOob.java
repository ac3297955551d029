package org.strata.testkit;

import org.strata.mca.oob.Oob;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The out-of-band channel between the ranks of one {@link FakeJob}. It has no thread: whoever sends
 * while nobody delivers becomes the deliverer, so that listeners run one at a time, in order, and
 * deterministically when the job is driven by one thread.
 */
final class FakeOob implements Oob {
    private final Hub hub;
    private final int rank;

    FakeOob(Hub hub, int rank) {
        this.hub = hub;
        this.rank = rank;
    }

    @Override
    public void put(String key, byte[] value) {
        hub.put(new Key(rank, key), value.clone());
    }

    @Override
    public byte[] get(int owner, String key, long timeoutMillis) throws TimeoutException {
        return hub.await(new Key(owner, key), timeoutMillis).clone();
    }

    @Override
    public byte[] getIfPresent(int owner, String key) {
        byte[] value = hub.find(new Key(owner, key));
        return value == null ? null : value.clone();
    }

    @Override
    public void fence() {
        hub.fence(rank);
    }

    @Override
    public void send(int target, int tag, byte[] message) {
        hub.send(new Letter(rank, new Address(target, tag), message.clone()));
    }

    @Override
    public void listen(int tag, Listener listener) {
        hub.listen(new Address(rank, tag), listener);
    }

    private record Key(int rank, String name) {}

    private record Address(int rank, int tag) {}

    private record Letter(int source, Address to, byte[] message) {}

    /** What all ranks share. */
    static final class Hub {
        private static final long HANG_MILLIS = 60_000;
        private final Map<Key, byte[]> values = new HashMap<>();
        private final Map<Address, Listener> listeners = new HashMap<>();
        private final Map<Address, List<Letter>> early = new HashMap<>();
        private final Queue<Letter> outbox = new ArrayDeque<>();
        private final int[] fences;
        private boolean delivering;

        Hub(int size) {
            fences = new int[size];
        }

        synchronized void put(Key key, byte[] value) {
            values.put(key, value);
            notifyAll();
        }

        synchronized byte[] find(Key key) {
            return values.get(key);
        }

        synchronized byte[] await(Key key, long timeoutMillis) throws TimeoutException {
            if (!await(() -> values.containsKey(key), timeoutMillis)) {
                throw new TimeoutException(
                        "rank " + key.rank() + " has not published " + key.name());
            }
            return values.get(key);
        }

        synchronized void fence(int rank) {
            int generation = ++fences[rank];
            notifyAll();
            boolean all = await(() -> min(fences) >= generation, HANG_MILLIS);
            if (!all) {
                throw new OobException("hang: not every rank came to fence " + generation);
            }
        }

        private static int min(int[] counts) {
            return Arrays.stream(counts).min().orElse(0);
        }

        /** Waits, with the lock released, until something holds; false when the time is over. */
        private synchronized boolean await(BooleanSupplier done, long millis) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            try {
                while (!done.getAsBoolean()) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) {
                        return false;
                    }
                    wait(left);
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OobException("interrupted");
            }
        }

        void send(Letter letter) {
            synchronized (this) {
                outbox.add(letter);
            }
            deliver();
        }

        void listen(Address address, Listener listener) {
            synchronized (this) {
                listeners.put(address, listener);
                List<Letter> kept = early.remove(address);
                if (kept != null) {
                    List<Letter> later = new ArrayList<>(outbox);
                    outbox.clear();
                    outbox.addAll(kept);
                    outbox.addAll(later);
                }
            }
            deliver();
        }

        /** Runs listeners outside the lock; a nested or concurrent call leaves it to the first. */
        private void deliver() {
            while (true) {
                Letter letter;
                Listener listener;
                synchronized (this) {
                    if (delivering || outbox.isEmpty()) {
                        return;
                    }
                    letter = outbox.remove();
                    listener = listeners.get(letter.to());
                    if (listener == null) {
                        early.computeIfAbsent(letter.to(), a -> new ArrayList<>()).add(letter);
                        continue;
                    }
                    delivering = true;
                }
                try {
                    listener.onMessage(letter.source(), letter.message());
                } finally {
                    synchronized (this) {
                        delivering = false;
                    }
                }
            }
        }
    }
}
