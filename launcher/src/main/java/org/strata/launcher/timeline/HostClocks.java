package org.strata.launcher.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How the clocks of other hosts run beside that of this one. A daemon is asked for its time again
 * and again; an answer says that its clock stood there at some moment between question and answer,
 * in the middle but for half of the round trip (D. Mills, RFC 5905). Of the answers of a while the
 * one with the shortest round trip is kept, and between two of these a clock is taken to run
 * evenly: so a clock that is faster is followed, too. Any thread.
 */
public final class HostClocks {
    /** Answers that are kept of a host; when there are more, of each two the better one stays. */
    private static final int KEPT = 64;

    private static final long FIRST_WHILE = TimeUnit.SECONDS.toNanos(2);

    /** Time that a host has for its first answer, before its clock is given up. */
    private static final long PATIENCE_MILLIS = 1000;

    private final Map<Integer, Host> hosts = new HashMap<>();

    /**
     * An answer.
     *
     * @param here time of this host in the middle between question and answer
     * @param ahead of the other host's clock, nanoseconds
     * @param error at most, in either direction: half of the round trip
     */
    record Answer(long here, long ahead, long error) {
        Answer better(Answer other) {
            return other.error < error ? other : this;
        }
    }

    private static final class Host {
        private final List<Answer> best = new ArrayList<>();
        private long began;
        private long length = FIRST_WHILE;

        void add(Answer answer) {
            if (best.isEmpty() || answer.here - began >= length) {
                best.add(answer);
                began = answer.here;
            } else {
                best.set(best.size() - 1, best.getLast().better(answer));
            }
            if (best.size() > KEPT) {
                List<Answer> half = new ArrayList<>();
                for (int i = 0; i < best.size(); i += 2) {
                    Answer next = best.get(Math.min(i + 1, best.size() - 1));
                    half.add(best.get(i).better(next));
                }
                best.clear();
                best.addAll(half);
                length *= 2;
            }
        }

        /** Returns by how much the clock is ahead when it shows a time. */
        long ahead(long there) {
            Answer before = best.getFirst();
            for (Answer after : best) {
                if (after.here + after.ahead >= there) {
                    return between(before, after, there);
                }
                before = after;
            }
            return before.ahead;
        }

        private static long between(Answer before, Answer after, long there) {
            double way = (double) (after.here + after.ahead - before.here - before.ahead);
            double part = way <= 0 ? 0 : (there - before.here - before.ahead) / way;
            double share = Math.clamp(part, 0, 1);
            return before.ahead + Math.round(share * (after.ahead - before.ahead));
        }
    }

    /**
     * A daemon has answered.
     *
     * @param node its host
     * @param asked time of this host when it was asked
     * @param there time that it has told
     * @param answered time of this host now
     */
    public synchronized void add(int node, long asked, long there, long answered) {
        long error = (answered - asked) / 2;
        if (error < 0) {
            return;
        }
        long middle = asked + error;
        hosts.computeIfAbsent(node, any -> new Host())
                .add(new Answer(middle, there - middle, error));
        notifyAll();
    }

    /** Returns whether a host has answered, or does so within a second. */
    synchronized boolean knows(int node) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            for (long left = PATIENCE_MILLIS; !hosts.containsKey(node) && left > 0; ) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return hosts.containsKey(node);
    }

    /** Returns what this host's clock showed when that of a host showed a time. */
    synchronized long here(int node, long there) {
        Host host = hosts.get(node);
        return host == null ? there : there - host.ahead(there);
    }

    /** Returns by how much the times of a host may be wrong, in either direction; -1: unknown. */
    synchronized long error(int node) {
        Host host = hosts.get(node);
        return host == null ? -1 : host.best.stream().mapToLong(Answer::error).max().orElse(-1);
    }
}
