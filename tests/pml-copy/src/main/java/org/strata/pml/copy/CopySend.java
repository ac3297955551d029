package org.strata.pml.copy;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.MatchPeer;

/** A send. */
final class CopySend extends PmlRequest implements CookieHolder, CopyWork, Descriptor.Callback {
    private enum State {
        /** Free, or complete. */
        INACTIVE,
        /** Has its number; the first packet has not been sent. */
        STARTING,
        /** RNDV was sent; waits for ACK. */
        AWAITING_ACK,
        /** Sends the fragments that ACK asked for. */
        SENDING
    }

    private final CopyPml pml;
    private final CookieSlot cookieSlot = new CookieSlot();
    private State state = State.INACTIVE;
    private MatchPeer to;
    private int wantedTag;
    private int sequence;
    private long receiverCookie;
    private long next;
    private long end;
    private int inFlight;
    private int failure;

    /** Inside the loop of {@link #sendFragments}. */
    private boolean sending;

    CopyPeer process;
    SendMode mode;
    long size;

    /** Address of a buffered send's copy of its data, or 0. */
    long copy;

    CopySend(CopyPml pml) {
        this.pml = pml;
    }

    /** Begins a send; the caller then ends or starts it. */
    void begin(Buf data, MatchPeer peer, CopyPeer owner, int tag, SendMode sendMode) {
        begin(data, peer.comm.context);
        to = peer;
        process = owner;
        wantedTag = tag;
        mode = sendMode;
        size = data.size();
        copy = 0;
        next = 0;
        end = 0;
        failure = Rc.OK;
    }

    /** Gets its place in the order of messages, and sends the first packet now or later. */
    void start() {
        sequence = to.sendSequence++;
        to.countSent(size);
        state = State.STARTING;
        process.begin(this);
    }

    /** Sends a copy of the data: complete for its owner. */
    void useCopy(long address) {
        copy = address;
        buf.pack(0, address, size);
        buf.setBytes(address, size);
        markDone();
    }

    @Override
    public long moved() {
        return 0;
    }

    @Override
    public boolean begins() {
        return state == State.STARTING;
    }

    @Override
    public boolean attempt() {
        return switch (state) {
            case STARTING -> sendFirst();
            case SENDING -> sendFragments();
            case INACTIVE, AWAITING_ACK -> true;
        };
    }

    private boolean sendFirst() {
        boolean fits = size <= process.eagerPayload();
        boolean eager = fits && !process.held && mode != SendMode.SYNCHRONOUS;
        return eager ? sendEager() : sendRendezvous();
    }

    private boolean sendEager() {
        int rc;
        if (buf.contiguous()) {
            rc =
                    process.link.btl.sendShort(
                            process.link.endpoint,
                            CopyPackets.btlTag(CopyPackets.MATCH),
                            comm().identity(),
                            MatchHeader.second(wantedTag, sequence),
                            buf.base(),
                            buf.start(),
                            (int) size);
        } else {
            rc = sendPacked();
        }
        if (rc == Rc.NO_RESOURCE) {
            return false;
        }
        complete(rc);
        return true;
    }

    private int sendPacked() {
        Btl btl = process.link.btl;
        Descriptor packet = btl.alloc(process.link.endpoint, MatchHeader.LENGTH + (int) size);
        if (packet == null) {
            return Rc.NO_RESOURCE;
        }
        writeHeader(packet.address);
        buf.pack(0, packet.address + MatchHeader.LENGTH, size);
        return process.sendCopied(packet, CopyPackets.MATCH);
    }

    private void writeHeader(long at) {
        MatchHeader.write(at, comm().identity(), wantedTag, sequence);
    }

    private boolean sendRendezvous() {
        Descriptor packet = process.link.btl.alloc(process.link.endpoint, CopyPackets.RNDV_LENGTH);
        if (packet == null) {
            return false;
        }
        writeHeader(packet.address);
        CopyPackets.putWord(packet.address, CopyPackets.RNDV_SIZE, size);
        CopyPackets.putWord(packet.address, CopyPackets.RNDV_COOKIE, pml.cookies.cookie(this));
        int rc = process.sendCopied(packet, CopyPackets.RNDV);
        if (rc == Rc.OK) {
            state = State.AWAITING_ACK;
        } else if (rc != Rc.NO_RESOURCE) {
            complete(rc);
        }
        return rc != Rc.NO_RESOURCE;
    }

    /** The receiver has matched and asks for the first {@code wanted} bytes. */
    void onAck(long receiver, long wanted) {
        receiverCookie = receiver;
        end = wanted;
        state = State.SENDING;
        process.submit(this);
    }

    private boolean sendFragments() {
        int rc = Rc.OK;
        sending = true;
        while (next < end && rc == Rc.OK) {
            rc = sendFragment();
        }
        sending = false;
        if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
            stop(rc);
        }
        boolean more = next < end;
        endIfOver();
        return !more;
    }

    private int sendFragment() {
        Btl btl = process.link.btl;
        int most = process.link.attributes.maxSendSize() - CopyPackets.FRAG_LENGTH;
        int length = (int) Math.min(most, end - next);
        Descriptor packet = btl.alloc(process.link.endpoint, CopyPackets.FRAG_LENGTH + length);
        if (packet == null) {
            return Rc.NO_RESOURCE;
        }
        CopyPackets.putWord(packet.address, 0, receiverCookie);
        CopyPackets.putWord(packet.address, 1, next);
        buf.pack(next, packet.address + CopyPackets.FRAG_LENGTH, length);
        packet.callback = this;
        // Before the call: the BTL may run the callback inside it.
        inFlight++;
        next += length;
        int rc = btl.send(process.link.endpoint, packet, CopyPackets.btlTag(CopyPackets.FRAG));
        if (rc != Rc.OK) {
            inFlight--;
            next -= length;
            btl.free(packet);
        }
        return rc;
    }

    /** A fragment has left. */
    @Override
    public void onComplete(Btl btl, Descriptor descriptor, int rc) {
        btl.free(descriptor);
        inFlight--;
        if (rc != Rc.OK) {
            stop(rc);
        }
        endIfOver();
    }

    private void stop(int rc) {
        failure = rc;
        end = next;
        process.remove(this);
    }

    private void endIfOver() {
        if (state == State.SENDING && !sending && inFlight == 0 && next >= end) {
            complete(failure);
        }
    }

    /** Ends with a failure, as soon as the BTL has completed every fragment. */
    @Override
    public void abandon(int rc) {
        if (state != State.INACTIVE) {
            stop(rc);
            state = State.SENDING;
            endIfOver();
        }
    }

    /** Completes without having started. */
    void refuse(int rc) {
        error = rc;
        finish();
    }

    private void complete(int rc) {
        state = State.INACTIVE;
        error = rc;
        bytes = size;
        pml.onSendEnd(this);
        finish();
    }

    /** A send cannot be cancelled once started (MPI 3.1 §3.8.4 allows it). */
    @Override
    public void cancel() {}

    @Override
    public CookieSlot cookieSlot() {
        return cookieSlot;
    }

    @Override
    protected void recycle() {
        to = null;
        process = null;
        pml.sends.push(this);
    }
}
