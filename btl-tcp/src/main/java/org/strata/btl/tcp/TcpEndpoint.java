package org.strata.btl.tcp;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * One peer over one link: the state machine of {@link EndpointState}, and the two directions of the
 * socket once it is connected. Tier 1 in state CONNECTED.
 */
final class TcpEndpoint extends BtlEndpoint
        implements ReceiveStream.FrameHandler, Selected, Watched, DialEvents {
    private final TcpLink link;
    private final TcpSendQueue out;
    private final ReceiveStream in;

    private EndpointState state = EndpointState.CLOSED;
    private Route route;
    private OutgoingConnection outgoing;

    /** The peer's connection that waits for the result of ours, or null. */
    private IncomingConnection parked;

    private SocketChannel channel;
    private SelectionKey key;

    /** Whether the selector watches the socket now. */
    private boolean watched;

    private boolean wantsWrite;
    private String remote = "";
    private boolean finStaged;
    private boolean finSent;

    /** Of the current send: whether it is written to the kernel at once, and why it is refused. */
    private boolean writesNow;

    private int refusal;

    /**
     * Whether it is in the list of endpoints that {@link TcpLink#endGather} flushes, and the next
     * in there.
     */
    private boolean gathering;

    private TcpEndpoint nextGathering;

    TcpEndpoint(TcpLink link, Proc peer, TcpSendQueue out, ReceiveStream in) {
        super(peer);
        this.link = link;
        this.out = out;
        this.in = in;
    }

    EndpointState state() {
        return state;
    }

    /** Sets where the peer listens; without a route only the peer can connect. */
    void setRoute(Route route) {
        this.route = route;
    }

    Route route() {
        return route;
    }

    /** The only writer of the state. */
    private void become(EndpointState next, String why) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + ": " + state + " to " + next + ": " + why);
        }
        link.trace(this, state, next, why);
        state = next;
    }

    // ---- sending

    int sendImmediate(int tag, long header, int headerLength, Object base, long at, int length) {
        long target = stage(tag, headerLength + length);
        if (target == 0) {
            return refusal;
        }
        Memory.copy(header, target, headerLength);
        Memory.copyOut(base, at, target + headerLength, length);
        return writesNow ? flush() : Rc.OK;
    }

    int sendShort(int tag, long header0, long header1, Object base, long at, int length) {
        long target = stage(tag, Btl.SHORT_HEADER + length);
        if (target == 0) {
            return refusal;
        }
        Memory.putLong(target, header0);
        Memory.putLong(target + Long.BYTES, header1);
        Memory.copyOut(base, at, target + Btl.SHORT_HEADER, length);
        return writesNow ? flush() : Rc.OK;
    }

    /** Returns where the bytes of a message are to be written, or 0: {@link #refusal} says why. */
    private long stage(int tag, int length) {
        refusal = accept();
        if (refusal != Rc.OK) {
            return 0;
        }
        refusal = Rc.NO_RESOURCE;
        long target = out.stage(tag, FrameHeader.SEND, length);
        if (target == 0 && gathering) {
            target = stageAgain(tag, length);
        }
        count();
        return target;
    }

    /** Counts what was accepted, and what of it has departed. */
    private void count() {
        long gone = out.departed();
        accepted = gone + out.pending();
        departed = gone;
    }

    /** Makes room by writing what this progress has gathered so far. */
    private long stageAgain(int tag, int length) {
        int rc = flush();
        if (rc != Rc.OK) {
            refusal = rc;
            return 0;
        }
        return out.stage(tag, FrameHeader.SEND, length);
    }

    int send(TcpDescriptor descriptor, int tag) {
        int rc = accept();
        if (rc != Rc.OK) {
            return rc;
        }
        descriptor.seal(tag);
        out.add(descriptor);
        count();
        if (writesNow || (gathering && out.pending() >= link.gatherSize())) {
            flush();
        }
        return Rc.OK;
    }

    /**
     * Returns OK when a message may be queued, or why not. Inside progress it is not written at
     * once: what handlers and callbacks send to one peer leaves in one system call.
     */
    private int accept() {
        boolean connected = state == EndpointState.CONNECTED;
        writesNow = connected && out.isEmpty();
        if (writesNow && link.gathers()) {
            writesNow = false;
            gather();
        }
        return connected ? Rc.OK : queueUnconnected();
    }

    private void gather() {
        if (!gathering) {
            gathering = true;
            nextGathering = link.gather(this);
        }
    }

    /**
     * Writes what was gathered.
     *
     * @return the next endpoint in the list
     */
    TcpEndpoint flushGathered() {
        TcpEndpoint next = nextGathering;
        nextGathering = null;
        gathering = false;
        if (state == EndpointState.CONNECTED && !out.isEmpty()) {
            flush();
        }
        return next;
    }

    /** Returns whether a message may be queued while there is no connection; connects if needed. */
    private int queueUnconnected() {
        return switch (state) {
            case CLOSED -> connect();
            case CONNECTING, HANDSHAKE -> Rc.OK;
            case CONNECTED -> Rc.OK;
            case CLOSING, FAILED -> Rc.LINK_FAILED;
        };
    }

    /** Writes what the kernel accepts; progress reports failures later. */
    private int flush() {
        try {
            flushOut();
            watchWrites(!out.isEmpty());
            return Rc.OK;
        } catch (IOException e) {
            fail(TcpTexts.lost(this, remote, e));
            return Rc.LINK_FAILED;
        }
    }

    private void flushOut() throws IOException {
        out.flush(channel);
        count();
    }

    /** Lets the selector end a sleep when the kernel accepts bytes again. */
    private void watchWrites(boolean on) {
        if (on != wantsWrite) {
            wantsWrite = on;
            if (watched) {
                watch(true);
            }
        }
    }

    /** Sets whether the selector watches the socket; without it {@link Reactor} has it polled. */
    @Override
    public void watch(boolean on) {
        watched = on;
        int wanted =
                wantsWrite ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (key.isValid()) {
            key.interestOps(on ? wanted : 0);
        }
    }

    boolean flushed() {
        return out.isEmpty();
    }

    // ---- receiving

    /** Writes and reads; returns the number of events. */
    int poll() {
        return switch (state) {
            case CONNECTED, CLOSING -> move();
            case CLOSED, CONNECTING, HANDSHAKE, FAILED -> 0;
        };
    }

    @Override
    public int ready() {
        link.beginGather();
        try {
            return poll();
        } finally {
            link.endGather();
        }
    }

    private int move() {
        int events = 0;
        try {
            if (!out.isEmpty()) {
                events = write();
            }
            if (state == EndpointState.CLOSING && !finSent) {
                sendFin();
            }
            return events + in.poll(channel, this);
        } catch (IOException e) {
            broken(e);
        }
        return events + 1;
    }

    private int write() throws IOException {
        long before = departed;
        flushOut();
        watchWrites(!out.isEmpty());
        return departed == before ? 0 : 1;
    }

    @Override
    public void onMessage(int tag, long address, int length) {
        if (state == EndpointState.CONNECTED) {
            link.dispatch(this, tag, address, length);
        }
    }

    @Override
    public boolean isOpen() {
        return channel != null;
    }

    /**
     * The peer neither sends nor reads any more: what is not written yet will never arrive. That
     * does not mean answers to messages of the same read, which only wait for the end of the poll.
     */
    @Override
    public void onFin() {
        if (gathering && state == EndpointState.CONNECTED && flush() != Rc.OK) {
            return;
        }
        boolean undelivered = state == EndpointState.CONNECTED && !out.isEmpty();
        if (undelivered) {
            fail(TcpTexts.left(this, remote));
            return;
        }
        if (state == EndpointState.CONNECTED) {
            sendFin();
        }
        disconnect(EndpointState.CLOSED, "FIN from the peer");
    }

    /** The stream has ended or is broken. */
    private void broken(IOException e) {
        if (state == EndpointState.CLOSING) {
            disconnect(EndpointState.CLOSED, "end of stream");
        } else if (state == EndpointState.CONNECTED) {
            fail(TcpTexts.lost(this, remote, e));
        }
    }

    // ---- connecting

    private int connect() {
        if (route == null) {
            route = link.findRoute(peer());
        }
        if (route == null) {
            return Rc.LINK_FAILED;
        }
        become(EndpointState.CONNECTING, "first send");
        outgoing = link.dial(this);
        outgoing.start();
        return state == EndpointState.FAILED ? Rc.LINK_FAILED : Rc.OK;
    }

    @Override
    public void onSocketConnected() {
        become(EndpointState.HANDSHAKE, "socket connected");
    }

    @Override
    public void onRetry(String why) {
        if (state == EndpointState.HANDSHAKE) {
            become(EndpointState.CONNECTING, why);
        }
    }

    @Override
    public void onAdmitted(SocketChannel connected, SelectionKey connectedKey) {
        outgoing = null;
        adopt(connected, connectedKey, "admitted by the peer");
        if (parked != null) {
            parked.refuse(HandshakeVerdict.DUPLICATE, "our own connection won");
            parked = null;
        }
    }

    /** Admits the peer's connection, which waits for the outcome of our attempt. */
    @Override
    public void onPause() {
        IncomingConnection waiting = parked;
        parked = null;
        if (waiting != null) {
            compete(waiting);
        }
    }

    @Override
    public void onUnreachable(String reason) {
        outgoing = null;
        IncomingConnection last = parked;
        parked = null;
        if (last == null || !admit(last)) {
            fail(reason);
        }
    }

    /** The peer has connected and authenticated itself: admits, parks or refuses its connection. */
    void onOffered(IncomingConnection offered) {
        if (state == EndpointState.CONNECTED) {
            // The peer may have closed the old connection just before: read its FIN.
            poll();
        }
        switch (state) {
            case CLOSED -> admit(offered);
            case CONNECTING, HANDSHAKE -> compete(offered);
            case CONNECTED, CLOSING ->
                    offered.refuse(HandshakeVerdict.DUPLICATE, "already connected");
            case FAILED -> offered.refuse(HandshakeVerdict.REFUSED, "this link has failed");
        }
    }

    /**
     * Both sides connect at once: the smaller rank's connection wins, if it comes about; so does
     * the peer's while our attempt pauses.
     */
    private void compete(IncomingConnection offered) {
        if (peer().rank() < link.rank() || outgoing.isPausing()) {
            OutgoingConnection loser = outgoing;
            if (admit(offered)) {
                outgoing = null;
                loser.abandon();
            }
            return;
        }
        if (parked != null) {
            parked.refuse(HandshakeVerdict.DUPLICATE, "replaced by a later one");
        }
        parked = offered;
        offered.park();
    }

    private boolean admit(IncomingConnection offered) {
        if (!offered.admit()) {
            return false;
        }
        adopt(offered.channel(), offered.key(), "admitted");
        return true;
    }

    private void adopt(SocketChannel connected, SelectionKey connectedKey, String why) {
        become(EndpointState.CONNECTED, why);
        channel = connected;
        key = connectedKey;
        key.attach(this);
        wantsWrite = false;
        watch(true);
        finStaged = false;
        finSent = false;
        remote = TcpTexts.remote(connected);
        link.onConnected(this);
        if (!out.isEmpty()) {
            flush();
        }
    }

    // ---- closing

    /** Closes in order: writes what was accepted, then FIN, then waits for the peer's FIN. */
    void close() {
        switch (state) {
            case CONNECTED -> {
                become(EndpointState.CLOSING, "removed");
                sendFin();
            }
            case CONNECTING, HANDSHAKE -> abandon("removed");
            case CLOSED, CLOSING, FAILED -> {}
        }
    }

    /** Closes the connection now; the kernel still delivers what it has accepted. */
    void closeNow() {
        close();
        if (state == EndpointState.CLOSING) {
            readRest();
        }
        if (state == EndpointState.CLOSING) {
            disconnect(EndpointState.CLOSED, "the Btl is closed");
        }
        drop();
    }

    /** Reads what has arrived: otherwise the kernel resets the connection, and drops our bytes. */
    private void readRest() {
        while (state == EndpointState.CLOSING && move() > 0) {
            // Messages of a removed peer are dropped.
            continue;
        }
    }

    private void abandon(String why) {
        if (outgoing != null) {
            outgoing.abandon();
            outgoing = null;
        }
        if (parked != null) {
            parked.refuse(HandshakeVerdict.REFUSED, why);
            parked = null;
        }
        drop();
        become(EndpointState.CLOSED, why);
    }

    /** Sends FIN, once, behind everything that was accepted. */
    private void sendFin() {
        try {
            if (!finStaged) {
                finStaged = out.stage(0, FrameHeader.FIN, 0) != 0;
            }
            flushOut();
            if (finStaged && out.isEmpty()) {
                finSent = true;
                channel.shutdownOutput();
            }
            watchWrites(!out.isEmpty());
        } catch (IOException e) {
            // The peer has closed the connection: it needs no FIN.
            link.verbose(this + ": no FIN sent: " + e.getMessage());
        }
    }

    private void drop() {
        out.drop(Rc.LINK_FAILED);
        count();
    }

    private void fail(String reason) {
        disconnect(EndpointState.FAILED, reason);
        link.onFailed(this, reason);
    }

    private void disconnect(EndpointState next, String why) {
        become(next, why);
        drop();
        in.drop();
        if (channel != null) {
            link.reactor().close(channel);
            channel = null;
            key = null;
            link.onDisconnected(this);
        }
    }

    @Override
    public String toString() {
        return link.name() + " to " + peer();
    }
}
