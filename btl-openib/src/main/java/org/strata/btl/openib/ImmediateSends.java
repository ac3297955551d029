package org.strata.btl.openib;

import org.strata.mca.btl.Btl;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

/**
 * Messages to one peer that are copied to a descriptor of the link's own, and posted at once or
 * queued. Tier 1.
 */
final class ImmediateSends {
    private final Link link;
    private final OpenibEndpoint endpoint;

    /** Of the message being sent: its descriptor, if it has one. */
    private OpenibDescriptor claimed;

    /** Why it is refused. */
    private int refusal;

    ImmediateSends(Link link, OpenibEndpoint endpoint) {
        this.link = link;
        this.endpoint = endpoint;
    }

    int send(int tag, long header, int headerLength, Object base, long offset, int length) {
        long target = claim(tag, headerLength + length);
        if (target == 0) {
            return refusal;
        }
        Memory.copy(header, target, headerLength);
        Memory.copyOut(base, offset, target + headerLength, length);
        return postClaimed();
    }

    /** Sends a short message: as a write to the peer's ring, the way of most of them, or else. */
    int sendShort(int tag, long header0, long header1, Object base, long offset, int length) {
        int bytes = Btl.SHORT_HEADER + length;
        if (!endpoint.posts() || !endpoint.fast().hasRoom(PacketHeader.BYTES + bytes)) {
            return sendByQueue(tag, header0, header1, base, offset, length);
        }
        OpenibDescriptor message = link.acquire(bytes);
        if (message == null) {
            return Rc.NO_RESOURCE;
        }
        message.fill(tag, PacketHeader.DATA, bytes);
        Memory.putWords(message.address, header0, header1);
        Memory.copyOut(base, offset, message.address + Btl.SHORT_HEADER, length);
        return endpoint.postByRing(message) ? Rc.OK : refuse(message);
    }

    private int sendByQueue(
            int tag, long header0, long header1, Object base, long offset, int length) {
        long target = claim(tag, Btl.SHORT_HEADER + length);
        if (target == 0) {
            return refusal;
        }
        Memory.putWords(target, header0, header1);
        Memory.copyOut(base, offset, target + Btl.SHORT_HEADER, length);
        return postClaimed();
    }

    /**
     * Returns where a message is to be written: into a descriptor of its own where it can be posted
     * now, else among those that wait. 0 for nowhere: {@link #refusal} says why.
     */
    private long claim(int tag, int bytes) {
        claimed = null;
        if (!endpoint.posts() || !endpoint.chooseWay(bytes, true)) {
            return queue(tag, bytes);
        }
        claimed = link.acquire(bytes);
        if (claimed == null) {
            refusal = Rc.NO_RESOURCE;
            return 0;
        }
        claimed.fill(tag, PacketHeader.DATA, bytes);
        return claimed.address;
    }

    /** Posts the descriptor that was claimed, if one was. */
    private int postClaimed() {
        OpenibDescriptor message = claimed;
        return message == null || endpoint.post(message) ? Rc.OK : refuse(message);
    }

    private static int refuse(OpenibDescriptor message) {
        message.pool.release(message);
        return Rc.NO_RESOURCE;
    }

    /** Returns where a message that must wait is to be written, or 0 as {@link #claim}. */
    private long queue(int tag, int bytes) {
        refusal = endpoint.refusal();
        if (refusal != Rc.OK) {
            return 0;
        }
        long target = endpoint.backlog().append(tag, bytes);
        if (target == 0) {
            refusal = Rc.NO_RESOURCE;
            endpoint.starve();
        } else {
            endpoint.schedule();
        }
        return target;
    }
}
