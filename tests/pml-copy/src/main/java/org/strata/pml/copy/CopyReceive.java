package org.strata.pml.copy;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.PostedReceive;

/** A receive. */
final class CopyReceive extends PostedReceive implements CookieHolder {
    private final CopyPml pml;
    private final CookieSlot cookieSlot = new CookieSlot();
    private long expected;
    private long received;

    /** The sender, while its fragments are on their way; else null. */
    CopyPeer process;

    CopyReceive(CopyPml pml) {
        this.pml = pml;
    }

    void begin(Buf target, CommContext comm, int from, int tag) {
        begin(target, comm);
        wantedSource = from;
        wantedTag = tag;
        received = 0;
        process = null;
    }

    /** Returns how many bytes of a message fit the buffer. */
    long room(long sent) {
        return Math.min(sent, buf.size());
    }

    /** The receive has matched a MATCH packet. */
    void deliver(long at, int length) {
        long sent = (long) length - MatchHeader.LENGTH;
        expect(sent);
        store(at + MatchHeader.LENGTH, 0, expected);
        complete(error);
    }

    /** The receive has matched an RNDV packet: asks for what fits the buffer. */
    void deliverRendezvous(CopyPeer sender, long at) {
        expect(CopyPackets.word(at, CopyPackets.RNDV_SIZE));
        long sendCookie = CopyPackets.word(at, CopyPackets.RNDV_COOKIE);
        if (expected == 0) {
            sender.control(CopyPackets.ACK, sendCookie, 0, 0);
            complete(error);
        } else if (sender.loss != Rc.OK) {
            complete(sender.loss);
        } else {
            process = sender;
            sender.control(CopyPackets.ACK, sendCookie, pml.cookies.cookie(this), expected);
        }
    }

    private void expect(long sent) {
        expected = room(sent);
        error = sent > expected ? Rc.TRUNCATED : Rc.OK;
    }

    /** Stores a fragment; completes with the last one. */
    void onFragment(long at, int length) {
        store(
                at + CopyPackets.FRAG_LENGTH,
                CopyPackets.word(at, 1),
                length - CopyPackets.FRAG_LENGTH);
        if (received == expected) {
            complete(error);
        }
    }

    private void store(long from, long position, long length) {
        buf.unpack(from, position, length);
        received += length;
    }

    void complete(int rc) {
        error = rc;
        bytes = received;
        pml.cookies.revoke(this);
        finish();
    }

    @Override
    public void cancel() {
        if (withdraw()) {
            cancelled = true;
            complete(Rc.OK);
        }
    }

    @Override
    public CookieSlot cookieSlot() {
        return cookieSlot;
    }

    @Override
    protected void recycle() {
        process = null;
        pml.receives.push(this);
    }
}
