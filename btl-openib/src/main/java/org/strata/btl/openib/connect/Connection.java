package org.strata.btl.openib.connect;

import org.strata.btl.openib.connect.ConnectionMessage.Type;
import org.strata.opal.time.Clock;

import java.util.List;

/**
 * The connection to one peer: the state machine of {@link ConnectionState}. All methods are called
 * inside the rank's progress bracket. Tier 3.
 */
public final class Connection {
    /** Logarithm of the largest factor by which a wait after a rejection is longer. */
    private static final int MOST_DOUBLINGS = 4;

    private final ConnectionHost host;
    private final Clock clock;
    private final Timing timing;
    private final int fromLink;
    private final int toLink;

    private ConnectionState state = ConnectionState.CLOSED;

    /** Number of our latest queue pairs, and of the peer's that they are connected with. */
    private long epoch;

    private long peerEpoch;

    /** The peer's REQUEST while it waits for queue pairs, or for the end of the last connection. */
    private ConnectionMessage request;

    /** The peer's CLOSE while what it sent has not all come. */
    private ConnectionMessage close;

    private boolean closeSaid;
    private boolean broken;

    /** The peer has ended: it answers no more. */
    private boolean gone;

    private boolean waiting;
    private boolean heard;
    private long since;
    private long retryAt;

    /** Rejections in a row. */
    private long rejections;

    /**
     * How long things may take.
     *
     * @param timeoutNanos without any sign of life from the peer
     * @param backOffNanos before the first further attempt after a rejection
     * @param salt differs between ranks, so that two that reject each other do not try in step
     */
    public record Timing(long timeoutNanos, long backOffNanos, int salt) {}

    /**
     * @param fromLink our link's number in this process
     * @param toLink the peer's link's number in its process
     */
    public Connection(ConnectionHost host, Clock clock, Timing timing, int fromLink, int toLink) {
        this.host = host;
        this.clock = clock;
        this.timing = timing;
        this.fromLink = fromLink;
        this.toLink = toLink;
    }

    /** Numbers queue pairs from here; for tests of numbers that no int holds. */
    void numberFrom(long first) {
        epoch = first;
    }

    /** Returns where it stands. */
    public ConnectionState state() {
        return state;
    }

    /** Returns whether the peer's request waits for queue pairs. */
    public boolean isAsked() {
        return request != null;
    }

    /**
     * Returns whether a lane's end must be served on every poll.
     *
     * @param wanted whether a closed one has a reason to connect
     * @param broken whether a break has to be handled
     */
    public boolean needsService(boolean wanted, boolean broken) {
        return switch (state) {
            case CLOSED -> wanted || isAsked() || broken;
            case CONNECTED -> broken;
            case CONNECTING, CONNECT_ACK, WAITING_ACK, CLOSING -> true;
            case FAILED -> false;
        };
    }

    // ---- events of this side

    /** There is something to send. */
    public void want() {
        if (state == ConnectionState.CLOSED && clock.nanoTime() - retryAt >= 0) {
            start();
        }
    }

    /** Queue pairs may be had now, or must be given up for lost. */
    public void resume() {
        if (state == ConnectionState.CLOSED && request != null) {
            accept();
        } else if (host.hasWork()) {
            want();
        }
    }

    /** Gives the queue pairs up for others, or for good; what was accepted is sent first. */
    public void close(String why) {
        if (state == ConnectionState.CONNECTED) {
            beginClosing(why);
        }
    }

    /** A queue pair broke. */
    public void onBroken(String why) {
        switch (state) {
            case CONNECT_ACK, WAITING_ACK, CONNECTED -> {
                broken = true;
                host.abort();
                beginClosing(why);
            }
            case CLOSING -> {
                broken |= !closeSaid;
                host.abort();
            }
            // The peer has been asked and will answer: only then can both close.
            case CONNECTING -> broken = true;
            case CLOSED, FAILED -> {}
        }
    }

    /** The next connection must wait: the peer has no room for what we send. */
    public void backOff(long nanos) {
        retryAt = clock.nanoTime() + nanos;
    }

    /** A message came over the queue pairs: the peer is connected, whatever is still on its way. */
    public void onData() {
        if (state == ConnectionState.CONNECT_ACK || state == ConnectionState.WAITING_ACK) {
            becomeConnected("data came");
        }
    }

    /**
     * Tells the peer that this process ends, and lets go of everything at once.
     *
     * @param quietly without a word: the peer never heard of us
     */
    public void shutDown(boolean quietly) {
        if (!quietly && state != ConnectionState.FAILED) {
            host.say(message(Type.CLOSE, true, ""));
        }
        if (state != ConnectionState.CLOSED && state != ConnectionState.FAILED) {
            host.abort();
            host.release();
        }
        gone = true;
        request = null;
        if (state != ConnectionState.FAILED) {
            become(ConnectionState.FAILED, "the link is closed");
        }
    }

    /** Breaks the link for good, without another attempt. */
    public void fail(String reason) {
        if (state == ConnectionState.FAILED) {
            return;
        }
        if (state != ConnectionState.CLOSED) {
            host.say(message(Type.REJECT, false, "it has given up: " + reason));
            host.abort();
            host.release();
        }
        request = null;
        become(ConnectionState.FAILED, reason);
        host.failed(reason);
    }

    /** Looks after what time brings; returns the number of events. */
    public int poll() {
        return switch (state) {
            case CLOSED -> pollClosed();
            case CONNECTING, CONNECT_ACK, WAITING_ACK -> pollAnswer();
            case CLOSING -> proceed() ? 1 : pollAnswer();
            case CONNECTED, FAILED -> 0;
        };
    }

    private int pollClosed() {
        boolean work = request != null || host.hasWork();
        if (work && clock.nanoTime() - retryAt >= 0) {
            if (request != null) {
                accept();
            } else {
                start();
            }
            return state == ConnectionState.CLOSED ? 0 : 1;
        }
        return 0;
    }

    /** Returns how long until another attempt to connect is due; MAX_VALUE when none is to come. */
    public long nanosToRetry() {
        boolean work = state == ConnectionState.CLOSED && (request != null || host.hasWork());
        long left = retryAt - clock.nanoTime();
        return work && left > 0 ? left : Long.MAX_VALUE;
    }

    private int pollAnswer() {
        if (waiting && !heard && clock.nanoTime() - since > timing.timeoutNanos()) {
            long seconds = timing.timeoutNanos() / 1_000_000_000L;
            fail("the peer did not answer for " + seconds + " s while " + state);
            return 1;
        }
        return 0;
    }

    // ---- messages of the peer

    /** Handles what the peer said. */
    public void onMessage(ConnectionMessage message) {
        if (message.farewell()) {
            gone = true;
        }
        if (state == ConnectionState.FAILED) {
            if (message.type() == Type.REQUEST) {
                reject(message, "it has given up this link");
            }
            return;
        }
        switch (message.type()) {
            case REQUEST -> onRequest(message);
            case REPLY -> onReply(message);
            case ACK -> onAck(message);
            case REJECT -> onReject(message);
            case CLOSE -> onClose(message);
            case HEARD -> heard |= message.peerEpoch() == epoch;
        }
    }

    private void onRequest(ConnectionMessage theirs) {
        switch (state) {
            case CLOSED -> {
                request = theirs;
                accept();
            }
            case CONNECTING -> meet(theirs);
            case CONNECT_ACK, WAITING_ACK, CONNECTED, CLOSING -> {
                // They start anew without a CLOSE that we saw: the request says as much.
                request = theirs;
                if (close == null) {
                    onClosed(theirs, true);
                }
            }
            case FAILED -> {}
        }
    }

    /** Both asked at once: each uses the other's request as the answer. */
    private void meet(ConnectionMessage theirs) {
        if (establish(theirs)) {
            become(ConnectionState.WAITING_ACK, "both at once");
            await();
            host.say(message(Type.ACK, false, ""));
        }
    }

    /** Connects our queue pairs with the peer's; if not, the connection is already on its end. */
    private boolean establish(ConnectionMessage theirs) {
        peerEpoch = theirs.epoch();
        if (!broken && host.establish(theirs)) {
            return true;
        }
        broken |= host.isBroken();
        if (broken) {
            beginClosing("a queue pair broke before the connection was made");
        } else {
            refuse(theirs);
        }
        return false;
    }

    private void onReply(ConnectionMessage theirs) {
        if (state != ConnectionState.CONNECTING || theirs.peerEpoch() != epoch) {
            return;
        }
        if (establish(theirs)) {
            host.say(message(Type.ACK, false, ""));
            becomeConnected("answered");
        }
    }

    private void onAck(ConnectionMessage theirs) {
        boolean ours = theirs.peerEpoch() == epoch && theirs.epoch() == peerEpoch;
        boolean awaited =
                state == ConnectionState.CONNECT_ACK || state == ConnectionState.WAITING_ACK;
        if (ours && (awaited || state == ConnectionState.CONNECTED)) {
            host.acknowledged(theirs);
        }
        if (ours && awaited) {
            becomeConnected("acknowledged");
        }
    }

    private void onReject(ConnectionMessage theirs) {
        if (theirs.peerEpoch() != epoch || state == ConnectionState.CLOSED) {
            return;
        }
        if (!theirs.text().isEmpty()) {
            fail("the peer refused: " + theirs.text());
        } else if (state == ConnectionState.CONNECTING) {
            // Never connected: nothing to abort, which would fill the completion queues time after
            // time.
            host.release();
            broken = false;
            // Differs between the two, and grows: one of them finds the other free.
            long turn = 1 + ((timing.salt() + rejections * 7) & 7);
            backOff((timing.backOffNanos() * turn) << Math.min(rejections, MOST_DOUBLINGS));
            rejections++;
            become(ConnectionState.CLOSED, "the peer has no queue pairs now");
            next();
        }
    }

    private void onClose(ConnectionMessage theirs) {
        if (state == ConnectionState.CLOSED || theirs.peerEpoch() != epoch) {
            if (theirs.farewell()) {
                onFarewell();
            }
            return;
        }
        onClosed(theirs, theirs.broken());
    }

    private void onClosed(ConnectionMessage theirs, boolean theirsBroke) {
        close = theirs;
        if (theirsBroke || theirs.farewell()) {
            host.abort();
        }
        if (state != ConnectionState.CLOSING && state != ConnectionState.CONNECTING) {
            beginClosing(theirsBroke ? "the peer's queue pairs broke" : "the peer closes");
        } else {
            proceed();
        }
    }

    /** The peer ends and we have no queue pairs with it. */
    private void onFarewell() {
        if (state == ConnectionState.CONNECTING) {
            fail("the peer has closed");
        } else if (host.hasWork()) {
            fail("the peer has closed before it received everything");
        }
    }

    // ---- opening

    private void start() {
        if (gone) {
            fail("the peer has closed");
            return;
        }
        if (request != null) {
            return;
        }
        switch (host.takeQueuePairs(false)) {
            case LATER, BUSY -> {}
            case IMPOSSIBLE -> fail(host.trouble());
            case NOW -> {
                epoch++;
                peerEpoch = 0;
                become(ConnectionState.CONNECTING, "something to send");
                await();
                host.say(message(Type.REQUEST, false, ""));
            }
        }
    }

    private void accept() {
        switch (host.takeQueuePairs(true)) {
            case LATER -> {}
            case BUSY -> reject(request, "");
            case IMPOSSIBLE -> refuse(request);
            case NOW -> answer();
        }
    }

    private void answer() {
        ConnectionMessage theirs = request;
        request = null;
        epoch++;
        peerEpoch = theirs.epoch();
        boolean able = host.establish(theirs);
        if (!able && host.isBroken()) {
            host.abort();
            host.release();
            reject(theirs, "");
            return;
        }
        become(ConnectionState.CONNECT_ACK, "asked");
        if (able) {
            await();
            host.say(message(Type.REPLY, false, ""));
        } else {
            refuse(theirs);
        }
    }

    /** Says no for good. */
    private void refuse(ConnectionMessage theirs) {
        String why = host.trouble();
        reject(theirs, why);
        fail(why);
    }

    /** Says no to a request, and forgets it. */
    private void reject(ConnectionMessage theirs, String why) {
        peerEpoch = theirs.epoch();
        request = null;
        host.say(message(Type.REJECT, false, why));
    }

    private void becomeConnected(String why) {
        waiting = false;
        rejections = 0;
        become(ConnectionState.CONNECTED, why);
        host.connected();
    }

    private void await() {
        waiting = true;
        heard = false;
        since = clock.nanoTime();
    }

    // ---- closing

    private void beginClosing(String why) {
        become(ConnectionState.CLOSING, why);
        closeSaid = false;
        waiting = false;
        proceed();
    }

    /** Does what closing allows by now; returns whether something happened. */
    private boolean proceed() {
        if (state != ConnectionState.CLOSING) {
            return false;
        }
        boolean moved = false;
        if (!closeSaid && host.drained()) {
            closeSaid = true;
            moved = true;
            host.say(message(Type.CLOSE, false, ""));
            await();
        }
        if (closeSaid && close != null && host.received(close)) {
            finishClosing();
            moved = true;
        }
        return moved;
    }

    private void finishClosing() {
        host.release();
        close = null;
        broken = false;
        waiting = false;
        become(ConnectionState.CLOSED, "both have closed");
        if (gone && host.hasWork()) {
            onFarewell();
        } else {
            next();
        }
    }

    private void next() {
        if (request != null) {
            accept();
        } else if (host.hasWork()) {
            want();
        }
    }

    // ---- words

    private ConnectionMessage message(Type type, boolean farewell, String text) {
        List<QueueOffer> queues =
                switch (type) {
                    case REQUEST, REPLY -> host.offer();
                    case CLOSE -> host.arrived();
                    case ACK, REJECT, HEARD -> List.of();
                };
        // In a REQUEST it is too early: no queue pair says yet how writes to it are seen.
        boolean ready = type == Type.REPLY || type == Type.ACK;
        GrantWordOffer word = ready ? host.grantWord() : GrantWordOffer.NONE;
        return new ConnectionMessage(
                type,
                fromLink,
                toLink,
                epoch,
                type == Type.REQUEST ? 0 : peerEpoch,
                host.expected(),
                broken,
                farewell,
                host.address(),
                queues,
                text,
                0,
                word);
    }

    private void become(ConnectionState next, String why) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(state + " -> " + next + ": " + why);
        }
        ConnectionState before = state;
        state = next;
        host.trace(before, next, why);
    }
}
