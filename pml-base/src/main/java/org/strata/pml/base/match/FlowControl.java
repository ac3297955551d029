package org.strata.pml.base.match;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory of packets that no receive has matched, without stopping a program that would
 * end if there were no bound (docs/design/014-unexpected-data.md).
 *
 * <p>A sender of which this rank keeps more than it is allowed is asked to pause. If this rank goes
 * on receiving what it keeps, half of it is enough to let the sender go on. If it polls again and
 * again without receiving any of it, it waits for something else, which may be behind what the
 * sender holds back: then the sender is allowed twice as much and goes on. Only at the bound is it
 * asked for the headers of its messages alone, by which every receive still finds its message.
 *
 * <p>While nobody is asked to pause, the cost is one comparison for each packet. Tier 1.
 */
public final class FlowControl implements Progressable {
    /** Polls without a receive after which a paused sender is allowed more. */
    private static final int POLLS = 256;

    /** Polls that are enough after so many nanoseconds: the program computes between its polls. */
    private static final int SLOW_POLLS = 4;

    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** At the bound a sender is asked for headers later than that: each costs a round trip. */
    private static final int PATIENCE = 4;

    /**
     * Time without any change at the bound until somebody is told, at first; then twice as long.
     */
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final FlowLimits limits;
    private final ProgressEngine engine;
    private final Clock clock;
    private final Signal signal;
    private final Alarm alarm;

    /** Senders whose level is not GO. */
    private final List<PeerProcess> held = new ArrayList<>();

    /** Bytes that all kept packets take. */
    private long bytes;

    /** The most that they may take; what one sender may, until that is known. */
    private long bound;

    private boolean boundKnown;

    /** How often senders have been asked to pause. */
    private long pauses;

    /** How long the standstill lasts that is to be told next. */
    private long tellAfter = STANDSTILL_NANOS;

    /** Carries levels to the other process. */
    @FunctionalInterface
    public interface Signal {
        /**
         * Sends a level. Signals may arrive in another order than they are sent: the receiver
         * ignores one whose number is not above the last.
         *
         * @param number of the signal among those to this process, from 1; wraps
         */
        void send(PeerProcess process, FlowLevel level, int number);
    }

    /** Is told when this rank does not receive what fills the bound. */
    @FunctionalInterface
    public interface Alarm {
        /**
         * The bound is reached, and no kept message has been received for a while.
         *
         * @param nanos for how long
         */
        void onStandstill(long nanos);
    }

    /**
     * @param engine polls this object while senders are held
     * @param clock measures how long they are
     * @param signal carries the levels
     * @param alarm told of a standstill at the bound
     */
    public FlowControl(
            FlowLimits limits, ProgressEngine engine, Clock clock, Signal signal, Alarm alarm) {
        this.limits = limits;
        this.engine = engine;
        this.clock = clock;
        this.signal = signal;
        this.alarm = alarm;
        this.bound = limits.pause();
    }

    /** Returns the bytes that kept packets take now. */
    public long bytes() {
        return bytes;
    }

    /** Returns how often senders have been asked to pause. */
    public long pauses() {
        return pauses;
    }

    /** Returns the numbers of the processes whose messages wait for room. */
    public List<Integer> held() {
        return held.stream().map(process -> process.proc.rank()).sorted().toList();
    }

    /** Counts a kept packet. */
    void keep(PeerProcess process, int length) {
        long taken = PacketStore.taken(length);
        bytes += taken;
        process.keptBytes += taken;
        if (process.keptBytes > process.allowedBytes || bytes > bound) {
            exceed(process);
        }
    }

    /** Counts a packet that is kept no longer. */
    void release(PeerProcess process, int length) {
        long taken = PacketStore.taken(length);
        bytes -= taken;
        process.keptBytes -= taken;
        process.releases++;
        if (process.keptBytes <= process.resumeBytes) {
            recover(process);
        }
    }

    // The limits.

    private void exceed(PeerProcess process) {
        if (process.allowedBytes < limits.pause()) {
            process.allowedBytes = limits.pause();
        }
        if (process.level != FlowLevel.GO) {
            process.resumeBytes = Math.max(process.resumeBytes, process.keptBytes / 2);
        } else if (process.keptBytes > process.allowedBytes || atBound(process)) {
            pause(process);
        }
    }

    /**
     * Returns whether no more of a sender's packets may be kept. The bound of all is asked for
     * last: to find the node's memory takes long, and the first kept packet would wait for it.
     */
    private boolean atBound(PeerProcess process) {
        return process.keptBytes > limits.each()
                || (process.keptBytes > FlowLimits.RESERVE && bytes > all());
    }

    private long all() {
        if (!boundKnown) {
            boundKnown = true;
            bound = limits.all().getAsLong();
        }
        return bound;
    }

    private void pause(PeerProcess process) {
        process.resumeBytes = process.keptBytes / 2;
        process.polls = 0;
        process.releasesSeen = process.releases;
        process.since = clock.nanoTime();
        if (held.isEmpty()) {
            engine.register(this);
        }
        held.add(process);
        pauses++;
        send(process, FlowLevel.PAUSE);
    }

    /**
     * Few enough packets are kept: a held sender goes on, one that was allowed more no longer is.
     */
    private void recover(PeerProcess process) {
        if (process.level != FlowLevel.GO) {
            goOn(process);
        }
        if (process.keptBytes <= limits.pause() / 2) {
            process.allowedBytes = limits.pause();
            process.resumeBytes = -1;
        } else {
            process.resumeBytes = limits.pause() / 2;
        }
    }

    private void goOn(PeerProcess process) {
        held.remove(process);
        if (held.isEmpty()) {
            engine.unregister(this);
            tellAfter = STANDSTILL_NANOS;
        }
        send(process, FlowLevel.GO);
    }

    private void send(PeerProcess process, FlowLevel level) {
        process.level = level;
        signal.send(process, level, ++process.signals);
    }

    // While senders are held.

    /** Looks whether this rank waits for what held senders hold back. */
    @Override
    public int progress() {
        long now = clock.nanoTime();
        int signalled = 0;
        for (int i = held.size() - 1; i >= 0; i--) {
            signalled += look(held.get(i), now) ? 1 : 0;
        }
        return signalled;
    }

    private boolean look(PeerProcess process, long now) {
        if (process.proc.isLost()) {
            goOn(process);
            return false;
        }
        if (process.releases != process.releasesSeen) {
            process.releasesSeen = process.releases;
            process.polls = 0;
            process.since = now;
            tellAfter = STANDSTILL_NANOS;
            return false;
        }
        process.polls++;
        long waited = now - process.since;
        return process.level == FlowLevel.PAUSE
                ? lookPaused(process, waited)
                : lookAtBound(process, waited);
    }

    private boolean lookPaused(PeerProcess process, long waited) {
        boolean full = atBound(process);
        int patience = full ? PATIENCE : 1;
        boolean waits =
                engine.fallingAsleep()
                        || process.polls >= patience * POLLS
                        || (process.polls >= patience * SLOW_POLLS
                                && waited >= patience * SLOW_NANOS);
        if (waits && full) {
            send(process, FlowLevel.HEADERS);
        } else if (waits) {
            allowMore(process);
        }
        return waits;
    }

    private void allowMore(PeerProcess process) {
        goOn(process);
        long more = Math.max(2 * process.allowedBytes, process.keptBytes);
        process.allowedBytes = Math.min(more, limits.each());
        process.resumeBytes = limits.pause() / 2;
    }

    private boolean lookAtBound(PeerProcess process, long waited) {
        boolean room = process.keptBytes <= limits.each() / 2 && bytes <= all() - all() / 8;
        if (room) {
            allowMore(process);
        } else if (waited >= tellAfter) {
            tellAfter = 2 * waited;
            alarm.onStandstill(waited);
        }
        return room;
    }
}
