package org.strata.testkit.sim;

import java.util.PriorityQueue;
import java.util.Random;

/** Virtual time and chance of one simulated job. Single-threaded. */
public final class SimWorld {
    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long count;

    /** One thing that will happen. */
    private record Event(long time, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /**
     * @param seed decides everything
     */
    public SimWorld(long seed) {
        random = new Random(seed);
    }

    /** Returns the one source of chance. */
    public Random random() {
        return random;
    }

    /** Returns the virtual time, in nanoseconds. */
    public long now() {
        return now;
    }

    /** Returns when the next event will be; MAX_VALUE when none is planned. */
    public long next() {
        return events.isEmpty() ? Long.MAX_VALUE : events.peek().time();
    }

    /** Plans something. */
    public void at(long time, Runnable action) {
        events.add(new Event(Math.max(time, now), count++, action));
    }

    /**
     * Lets time pass up to the next event and makes it happen; returns false when there is none.
     */
    public boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        now = next.time();
        next.action().run();
        return true;
    }

    /** Returns true with a probability. */
    public boolean chance(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }
}
