package org.strata.btl.openib.fast;

/**
 * The receiver's half of a peer: a ring that the peer writes to and we poll. Tier 1 from {@link
 * #poll} down.
 *
 * <pre>
 * state    event                                          action              next
 * NONE     enough messages came and the set has room      make memory         ASKED
 * ASKED    memory is there, a control message may go      OPEN                OPEN
 * ASKED    no token: the peer's next message asks again                       NONE
 * OPEN     idle, too few messages, about to sleep                             LEAVING
 * LEAVING  a control message may go                       CLOSE               CLOSING
 * OPEN, LEAVING, CLOSING   CLOSED of the peer                                 CLOSED
 * CLOSED   all before CLOSED's number has been delivered  memory given back   NONE
 * any      the connection ends        read it empty, memory given back        NONE
 * </pre>
 */
public final class IncomingRing {
    private static final int MOST = 16;

    /** Where it stands. */
    public enum State {
        NONE,
        ASKED,
        OPEN,
        LEAVING,
        CLOSING,
        CLOSED
    }

    private final RingHost host;
    private final FastCounters counters;
    private State state = State.NONE;
    private ReceiveRing ring;
    private int generation;
    private final GrantStart grants = new GrantStart();
    private int following;
    private boolean early;
    private boolean polling;
    private boolean used;
    private boolean refused;

    /** Space is granted by writes to the peer's word, too. */
    private boolean writes;

    /** Credits of this ring that are granted so, and whether the last write of them did not go. */
    private int written;

    private boolean unwritten;
    private String why = "";

    /**
     * Messages of the peer since the start of the connection, since its last ring ended, or,
     * without a ring by policy rate, since the set last looked at rates.
     */
    private long messages;

    /** Of these, when the set last looked at rates. */
    private long messagesBefore;

    /** Packets came by this ring since the set last looked. */
    boolean hit;

    /**
     * @param host of the packets
     */
    public IncomingRing(RingHost host, FastCounters counters) {
        this.host = host;
        this.counters = counters;
    }

    public State state() {
        return state;
    }

    // ---- messages, by either way

    /** A message came; returns how many have come. */
    public long count() {
        return ++messages;
    }

    public long messages() {
        return messages;
    }

    /** Counts from here; for tests of counts that no int holds. */
    void countFrom(long first) {
        messages = first;
        messagesBefore = first;
    }

    /** Returns the messages since this was last asked for. */
    long takeRecent() {
        long recent = messages - messagesBefore;
        messagesBefore = messages;
        return recent;
    }

    // ---- life

    /** Returns whether a ring may be asked for. */
    boolean mayAsk() {
        return state == State.NONE && host.mayOpen();
    }

    /** The set has room for it. */
    void ask() {
        state = State.ASKED;
        host.onRingChange();
    }

    /** It is not opened now; the messages stay counted. */
    public void withdraw() {
        state = State.NONE;
    }

    /** Returns the generation of the ring that is to be opened. */
    public int nextGeneration() {
        return generation + 1;
    }

    /**
     * OPEN has been posted.
     *
     * @param made over zeroed memory
     * @param next the number of our next message: later ones may grant space
     */
    public void open(ReceiveRing made, int next) {
        ring = made;
        grants.set(next);
        generation++;
        early = false;
        hit = false;
        used = false;
        refused = false;
        written = 0;
        unwritten = false;
        state = State.OPEN;
    }

    /** Wants the ring closed. */
    public void leave(String reason) {
        if (state == State.OPEN) {
            why = reason;
            state = State.LEAVING;
            host.onRingChange();
        }
    }

    /** The connection has ended. */
    public void lost() {
        why = "the connection has ended";
    }

    /** Returns why it leaves. */
    public String why() {
        return why;
    }

    /** CLOSE has been posted. */
    public void closing() {
        state = State.CLOSING;
    }

    /** The peer writes no more. */
    public void onClosed(int closedGeneration, int number) {
        boolean open = state == State.OPEN || state == State.LEAVING || state == State.CLOSING;
        if (open && closedGeneration == generation) {
            refused = state == State.OPEN;
            if (refused) {
                why = "the peer cannot use it";
            }
            state = State.CLOSED;
            following = number;
        }
    }

    /** Returns whether the peer writes no more and all that it wrote has been delivered. */
    public boolean isOver() {
        return state == State.CLOSED && host.expected() - following >= 0 && ring.poll() == 0;
    }

    /** The ring's memory goes, or none was to be had. */
    public void reset() {
        ring = null;
        state = State.NONE;
        forgetMessages();
    }

    /** Counts messages from 0 again. */
    void forgetMessages() {
        messages = 0;
        messagesBefore = 0;
    }

    /** Returns the ring, or null. */
    public ReceiveRing ring() {
        return ring;
    }

    public int generation() {
        return generation;
    }

    // ---- credits

    /** Returns credits for a packet without number, or with this one; 0 when it can't carry any. */
    public int takeOwed(int most, boolean numbered, int sequence) {
        boolean may = state == State.OPEN && (!numbered || grants.isReached(sequence));
        return may ? ring.takeOwed(most) : 0;
    }

    /** The packet that should have carried credits did not go. */
    public void giveBackOwed(int credits) {
        if (ring != null) {
            ring.giveBackOwed(credits);
        }
    }

    public boolean owesMuch() {
        return state == State.OPEN && ring.owesMuch();
    }

    /** Whether the peer has told of a {@link GrantWord}. */
    public void grantsByWrite(boolean may) {
        writes = may;
    }

    /**
     * Returns what the peer's word becomes: grants all that is owed. It is not owed again, even if
     * the write does not go: an earlier write that reads the same source may carry it.
     */
    public long takeForWrite() {
        written += ring.takeOwed(Integer.MAX_VALUE);
        unwritten = false;
        return GrantWord.of(generation, written);
    }

    /** The write did not go: the next message has it tried again. */
    public void onWriteRefused() {
        unwritten = true;
    }

    /** A message came by queue. */
    public void onQueueMessage() {
        if (unwritten && state == State.OPEN) {
            host.grantByWrite();
        }
    }

    private void grantIfMuch(ReceiveRing from) {
        if (writes && state == State.OPEN && (unwritten || from.owesSome())) {
            host.grantByWrite();
        }
    }

    // ---- packets

    /** Delivers packets that have come and are due; returns how many. */
    public int poll() {
        ReceiveRing from = ring;
        long packet = from.poll();
        return packet == 0 ? 0 : deliver(from, packet);
    }

    private int deliver(ReceiveRing from, long first) {
        if (polling) {
            return 0;
        }
        polling = true;
        int count = 0;
        long packet = first;
        while (packet != 0 && isDue(packet)) {
            int length = from.length();
            host.onRingPacket(packet, length);
            count++;
            counters.receivedBytes += length;
            if (ring != from) {
                // A handler has ended the connection, and with it the ring.
                break;
            }
            from.release();
            grantIfMuch(from);
            packet = count < MOST ? from.poll() : 0;
        }
        polling = false;
        counters.received += count;
        if (count > 0) {
            onPackets(from);
            host.afterRingPackets();
        }
        return count;
    }

    /** The packet that the ring's poll found has been received without {@link #poll}. */
    public void release() {
        counters.received++;
        counters.receivedBytes += ring.length();
        ring.release();
        if (ring.owesMuch()) {
            // With less, an answer follows that carries the credits.
            grantIfMuch(ring);
        }
        onPackets(ring);
    }

    private void onPackets(ReceiveRing from) {
        hit = true;
        used = true;
        counters.wraps += from.takeWraps();
    }

    /** Returns whether a packet of this ring is being delivered. */
    public boolean isDelivering() {
        return polling;
    }

    /** Returns whether the peer gave the ring back before it had been used or was asked to. */
    public boolean wasRefused() {
        return !used && refused;
    }

    private boolean isDue(long packet) {
        boolean due = host.isDue(packet);
        if (!due && !early) {
            counters.early++;
        }
        early = !due;
        return due;
    }
}
