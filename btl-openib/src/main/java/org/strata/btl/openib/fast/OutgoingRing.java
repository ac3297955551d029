package org.strata.btl.openib.fast;

import org.strata.opal.memory.Memory;

/**
 * The sender's half of a peer: the ring that the peer opened, for as long as it lets us write
 * there. Tier 1 from {@link #room} down.
 */
public final class OutgoingRing {
    /** Where it stands. */
    public enum State {
        /** No ring. */
        NONE,

        /** Packets may be written. */
        OPEN,

        /** The peer wants its ring back: CLOSED is due once all writes are over. */
        CLOSING
    }

    private State state = State.NONE;
    private SendRing ring;
    private int generation;
    private long remote;
    private int key;

    /** Our {@link GrantWord}; 0 for none. Of it we have taken {@code taken}. */
    private long word;

    private int taken;

    /** Of the peer's messages. */
    private final GrantStart grants = new GrantStart();

    /**
     * The peer has opened a ring.
     *
     * @param notice its OPEN
     * @param made our half
     * @param grantWord address of the word to which the peer may write grants; 0 for none
     */
    public void open(long notice, SendRing made, long grantWord) {
        ring = made;
        word = grantWord;
        if (word != 0) {
            // Generations wrap: the word may be that of 2^32 rings ago. The peer grants later.
            Memory.putLong(word, 0);
        }
        taken = 0;
        generation = RingNotice.generation(notice);
        grants.set(RingNotice.number(notice));
        remote = RingNotice.address(notice);
        key = RingNotice.key(notice);
        state = State.OPEN;
    }

    public State state() {
        return state;
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Stops writing; {@link #reset} follows once CLOSED has been posted. */
    public void close() {
        if (state == State.OPEN) {
            state = State.CLOSING;
        }
    }

    /** The ring is gone. */
    public void reset() {
        state = State.NONE;
        ring = null;
    }

    /** Returns whether a packet of so many bytes could be written if there were room. */
    public boolean takes(int bytes) {
        return state == State.OPEN && bytes <= ring.longest();
    }

    /** Returns {@link SendRing#room}; the caller has looked at {@link #takes}. */
    public int room(int bytes) {
        return ring.room(bytes);
    }

    public SendRing ring() {
        return ring;
    }

    /** Returns where the composed write goes. */
    public long target() {
        return remote + ring.offset();
    }

    /** Returns the remote key of the ring. */
    public int key() {
        return key;
    }

    /**
     * The peer grants space in the header of a packet without number, or with this one.
     *
     * @param credits 0 for a packet that only has to be {@link GrantStart#isMilestone looked at}
     * @param numbered whether it has a number: one that was posted before OPEN may come after it
     */
    public void grant(int credits, boolean numbered, int sequence) {
        boolean open = state == State.OPEN;
        if (open && (!numbered || grants.isReached(sequence))) {
            ring.grant(credits);
        }
    }

    /** Takes what the peer has granted by writes to our word; returns whether that was anything. */
    public boolean takeGrants() {
        // Pairs with the RDMA write of GrantWrites.grant: the granted places have been read.
        long value = word == 0 ? 0 : Memory.getLongAcquire(word);
        int total = GrantWord.total(value);
        int more = total - taken;
        if (GrantWord.generation(value) != generation || !ring.lacks(more)) {
            return false;
        }
        ring.grant(more);
        taken = total;
        return true;
    }

    /** Returns whether a message has to be looked at though it grants nothing. */
    public static boolean isMilestone(int sequence) {
        return GrantStart.isMilestone(sequence);
    }

    public int generation() {
        return generation;
    }
}
