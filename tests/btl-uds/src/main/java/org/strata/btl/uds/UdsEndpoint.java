package org.strata.btl.uds;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A peer, and the connection to it, over which this rank sends. Tier 1 once connected. */
final class UdsEndpoint extends BtlEndpoint {
    /** Where the connection stands; {@link #become} is the only writer. */
    private enum State {
        /** The next send connects. */
        UNCONNECTED,
        /** Messages flow. */
        CONNECTED,
        /** The peer was removed: what was accepted is written, then the connection is closed. */
        CLOSING,
        /** The link has failed. Final. */
        FAILED
    }

    /** What was accepted and is not written yet. */
    final StreamBuffer out;

    private final UdsBtl btl;
    private State state = State.UNCONNECTED;
    private SocketChannel channel;
    private SelectionKey key;
    private boolean watchesWrites;

    /** The peer's connection to this rank; null while there is none. */
    private Incoming incoming;

    /** Why the message that is being sent is refused. */
    private int refusal;

    /**
     * @param longest bytes of the longest message
     */
    UdsEndpoint(UdsBtl btl, Proc peer, int longest) {
        super(peer);
        this.btl = btl;
        this.out = new StreamBuffer(2 * (UdsFrame.HEADER + longest));
    }

    /** The peer has connected. */
    void attach(Incoming connection) {
        incoming = connection;
    }

    private void become(State next) {
        state = next;
    }

    int sendImmediate(int tag, long header, int headerLength, Object base, long at, int length) {
        long target = claim(tag, headerLength + length);
        if (target == 0) {
            return refusal;
        }
        Memory.copy(header, target, headerLength);
        Memory.copyOut(base, at, target + headerLength, length);
        return write();
    }

    int sendShort(int tag, long header0, long header1, Object base, long at, int length) {
        long target = claim(tag, Btl.SHORT_HEADER + length);
        if (target == 0) {
            return refusal;
        }
        Memory.putLong(target, header0);
        Memory.putLong(target + Long.BYTES, header1);
        Memory.copyOut(base, at, target + Btl.SHORT_HEADER, length);
        return write();
    }

    /** Returns where a message is to be written, or 0: {@link #refusal} says why. */
    private long claim(int tag, int length) {
        refusal = state == State.CONNECTED ? Rc.OK : connect();
        if (refusal != Rc.OK) {
            return 0;
        }
        refusal = Rc.NO_RESOURCE;
        long at = out.append(UdsFrame.HEADER + length);
        if (at == 0) {
            return 0;
        }
        accepted += UdsFrame.HEADER + length;
        UdsFrame.write(at, tag, length);
        return at + UdsFrame.HEADER;
    }

    private int connect() {
        if (state == State.FAILED || state == State.CLOSING) {
            return Rc.LINK_FAILED;
        }
        try {
            SocketChannel made = SocketChannel.open(StandardProtocolFamily.UNIX);
            made.configureBlocking(false);
            if (!made.connect(UnixDomainSocketAddress.of(btl.path(peer())))) {
                // The peer's backlog is full.
                btl.close(made);
                return Rc.NO_RESOURCE;
            }
            channel = made;
            key = btl.watch(made);
            watchesWrites = false;
            become(State.CONNECTED);
            hello();
            return Rc.OK;
        } catch (IOException e) {
            fail("cannot connect: " + e.getMessage());
            return Rc.LINK_FAILED;
        }
    }

    private void hello() {
        byte[] hello = btl.hello();
        long at = out.append(UdsFrame.HEADER + hello.length);
        accepted += UdsFrame.HEADER + hello.length;
        UdsFrame.write(at, UdsFrame.HELLO, hello.length);
        Memory.copyOut(hello, 0, at + UdsFrame.HEADER, hello.length);
    }

    /** Writes what the kernel accepts. */
    private int write() {
        return poll() < 0 ? Rc.LINK_FAILED : Rc.OK;
    }

    /** Writes what the kernel accepts; returns the number of events, below 0 for a failure. */
    int poll() {
        if (out.isEmpty()) {
            return 0;
        }
        try {
            int written = channel.write(out.toWrite());
            out.consume(written);
            departed += written;
            watchWrites(!out.isEmpty());
            if (out.isEmpty() && state == State.CLOSING) {
                disconnect(State.UNCONNECTED);
            }
            return written > 0 ? 1 : 0;
        } catch (IOException e) {
            fail("the connection to it was lost: " + e.getMessage());
            return -1;
        }
    }

    /** Lets the selector end a sleep when the kernel accepts bytes again. */
    private void watchWrites(boolean on) {
        if (on != watchesWrites) {
            watchesWrites = on;
            key.interestOps(on ? SelectionKey.OP_WRITE : 0);
        }
    }

    boolean flushed() {
        return out.isEmpty();
    }

    /** Closes the connection when everything that was accepted is written. */
    void remove() {
        if (state == State.CONNECTED && out.isEmpty()) {
            disconnect(State.UNCONNECTED);
        } else if (state == State.CONNECTED) {
            become(State.CLOSING);
        }
    }

    /** Closes both directions; the failure is reported from progress. */
    void fail(String reason) {
        if (state != State.FAILED) {
            disconnect(State.FAILED);
            if (incoming != null) {
                incoming.close();
            }
            btl.onFailed(this, "uds to " + peer() + ": " + reason);
        }
    }

    void close() {
        disconnect(state == State.FAILED ? State.FAILED : State.UNCONNECTED);
    }

    private void disconnect(State next) {
        become(next);
        out.clear();
        departed = accepted;
        if (channel != null) {
            btl.close(channel);
            channel = null;
        }
    }
}
