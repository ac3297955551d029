package org.strata.oob;

import org.strata.mca.oob.Oob;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The channel of a job of one process: nothing leaves it. Messages to itself arrive in send. */
public final class LocalOob implements Oob {
    private final Map<String, byte[]> values = new HashMap<>();
    private final Map<Integer, Listener> listeners = new HashMap<>();
    private final Map<Integer, Queue<byte[]>> early = new HashMap<>();

    @Override
    public synchronized void put(String key, byte[] value) {
        values.put(key, value.clone());
        notifyAll();
    }

    @Override
    public synchronized byte[] get(int rank, String key, long timeoutMillis)
            throws TimeoutException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (!values.containsKey(key)) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new TimeoutException("rank " + rank + " has not published \"" + key + "\"");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OobException("interrupted while waiting for \"" + key + "\"");
            }
        }
        return values.get(key).clone();
    }

    @Override
    public synchronized byte[] getIfPresent(int rank, String key) {
        byte[] value = values.get(key);
        return value == null ? null : value.clone();
    }

    /** A single process is always complete. */
    @Override
    public void fence() {}

    @Override
    public synchronized void send(int rank, int tag, byte[] message) {
        Listener listener = listeners.get(tag);
        if (listener == null) {
            early.computeIfAbsent(tag, any -> new ArrayDeque<>()).add(message.clone());
        } else {
            listener.onMessage(rank, message.clone());
        }
    }

    @Override
    public synchronized void listen(int tag, Listener listener) {
        Queue<byte[]> kept = early.remove(tag);
        while (kept != null && !kept.isEmpty()) {
            listener.onMessage(0, kept.remove());
        }
        listeners.put(tag, listener);
    }
}
