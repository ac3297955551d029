package org.strata.oob.link;

import org.strata.oob.link.ConnectionTable.Peer;

import java.util.function.Supplier;

/**
 * How long the host at the other end of a connection has given no sign of life. Frames are one; so
 * are the acknowledgements of its kernel, which a process that is stopped, by a debugger or by
 * SIGSTOP, gives, too.
 */
final class Silence {
    private final long beatNanos;
    private final long patienceNanos;
    private final Supplier<Peer> kernel;
    private long lastSign;
    private long lastBeat;
    private boolean excused;

    /**
     * @param now the time, in nanoseconds
     * @param beatNanos time between two heartbeats, each of which the peer's kernel acknowledges
     * @param patienceNanos longest time without a sign
     * @param kernel looks the connection up
     */
    Silence(long now, long beatNanos, long patienceNanos, Supplier<Peer> kernel) {
        this.beatNanos = beatNanos;
        this.patienceNanos = patienceNanos;
        this.kernel = kernel;
        lastSign = now;
        lastBeat = now;
    }

    /** A frame has come. */
    void broken(long now) {
        lastSign = now;
    }

    /** The peer has announced that it stops, or that it goes on. */
    void excuse(boolean stopped, long now) {
        excused = stopped;
        lastSign = now;
    }

    /** Returns whether the peer is lost; to be called before each heartbeat is sent. */
    boolean tooLong(long now) {
        if (now - lastBeat > 2 * beatNanos) {
            // This process was stopped itself: what has come meanwhile has not been read yet.
            lastSign = now;
        } else if (now - lastSign > beatNanos) {
            askKernel(now);
        }
        lastBeat = now;
        return now - lastSign > patienceNanos;
    }

    /** An acknowledgement of the last heartbeat is a sign from the time when that was sent. */
    private void askKernel(long now) {
        Peer peer = kernel.get();
        if (peer == Peer.ACKNOWLEDGES) {
            lastSign = Math.max(lastSign, lastBeat);
        } else if (peer == Peer.UNKNOWN && excused) {
            lastSign = now;
        }
    }
}
