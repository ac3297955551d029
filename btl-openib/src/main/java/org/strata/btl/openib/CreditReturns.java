package org.strata.btl.openib;

/**
 * What the two sides of one connection tell each other of receives that are there again: credits of
 * each queue and tokens of control messages. They travel in the header of every packet, and by
 * messages of their own where too many wait. Tier 1.
 */
final class CreditReturns {
    private static final int MOST_CREDITS = 0xffff;
    private static final int MOST_TOKENS = 0xff;

    private final Link link;
    private final OpenibCounters counters;
    private Channel[] channels = {};

    /** Control messages that we have receives for, besides those that give tokens back. */
    private int reserved;

    /** Control messages that the peer has receives for. */
    private int given;

    /** Control messages that we may send; and the peer's that it has not been told of. */
    private int tokens;

    private int tokensOwed;

    /** What {@link #load} put into a header. */
    private Channel loadedFrom;

    private int loadedCredits;
    private int loadedTokens;

    /** Part of the next packet's header: messages that wait behind it. */
    private long behind;

    /** The ring has credits, too. */
    private final PeerRings fast;

    CreditReturns(Link link, OpenibCounters counters, PeerRings fast) {
        this.link = link;
        this.counters = counters;
        this.fast = fast;
    }

    /** Begins anew with the channels of a new connection. */
    void open(Channel[] made) {
        channels = made;
        reserved = made.length == 0 ? 0 : made[0].reserved();
        tokens = 0;
        tokensOwed = 0;
    }

    /** The peer is connected and has receives for so many control messages. */
    void connect(int control) {
        given = control;
        tokens = control;
    }

    /** Returns the control messages that we may send. */
    int tokens() {
        return tokens;
    }

    // ---- with packets

    /** Takes what is owed most, for a packet's header; returns its part there. */
    long load() {
        return load(mostOwing()) | behind;
    }

    /** So many messages wait behind the next ones, for the same queue. */
    void behind(int messages) {
        behind = PacketHeader.behind(messages);
    }

    private long load(Channel from) {
        loadedFrom = from;
        loadedCredits = from.takeOwed(MOST_CREDITS);
        loadedTokens = Math.min(MOST_TOKENS, tokensOwed);
        tokensOwed -= loadedTokens;
        return PacketHeader.returned(from.index(), loadedCredits, loadedTokens);
    }

    /** The packet of the last {@link #load} was not posted: its credits are owed again. */
    void unload() {
        loadedFrom.giveBackOwed(loadedCredits);
        tokensOwed += loadedTokens;
    }

    private Channel mostOwing() {
        Channel most = channels[0];
        for (int i = 1; i < channels.length; i++) {
            if (channels[i].owed() > most.owed()) {
                most = channels[i];
            }
        }
        return most;
    }

    /** Takes what a packet of the peer brings. */
    void accept(long packet) {
        int credits = PacketHeader.credits(packet);
        int queue = PacketHeader.queue(packet);
        if (credits > 0 && queue < channels.length) {
            channels[queue].addTokens(credits);
        }
        tokens += PacketHeader.control(packet);
    }

    /** Control messages of the peer have been handled and their receives are posted again. */
    void oweTokens(int count) {
        tokensOwed += count;
    }

    // ---- with messages of their own

    /**
     * Returns whether the peer can say nothing more before it gets tokens back. One whose ring we
     * may write to keeps a token for CLOSE, see {@link #mayPost}.
     */
    boolean owesAllTokens() {
        return tokensOwed >= reserved - (fast.mayWrite() ? kept(reserved) : 0);
    }

    /**
     * Returns whether the peer may lack the token that CLOSE of the ring that we write to needs: it
     * has a single one and cannot keep it. Over a shared queue CLOSE needs none.
     */
    private boolean owesTokenOfClose() {
        boolean single = reserved == 1 && !channels[0].sharesReceives();
        return single && tokensOwed > 0 && fast.mayWrite();
    }

    /** Returns how many of the tokens that a side has in all it keeps for CLOSE. */
    private static int kept(int all) {
        return all > 1 ? 1 : 0;
    }

    /** Returns whether so much is owed that it deserves a message of its own. */
    boolean owesMuch() {
        if (fast.owesMuch() || owesTokenOfClose()) {
            return true;
        }
        for (Channel channel : channels) {
            if (channel.owesMuch()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends what is owed and has waited for long enough.
     *
     * @param stalled whether messages wait here for credits, so that none will carry anything
     * @return messages sent
     */
    int post(boolean stalled) {
        int count = 0;
        for (Channel channel : channels) {
            if (channel.owesMuch() && mayPost(false)) {
                count += post(PacketHeader.CREDITS, channel);
            }
        }
        if (fast.owesMuch() && mayPost(false)) {
            count += post(PacketHeader.CREDITS, mostOwing());
        }
        // We wait for credits or CLOSED, which the peer cannot send before it gets tokens back.
        boolean awaited = stalled && owesAllTokens();
        if ((awaited || owesTokenOfClose()) && channels[0].hasRoom()) {
            count += post(PacketHeader.TOKENS, mostOwing());
        }
        return count;
    }

    /**
     * Returns whether a control message may be posted that is no CLOSE. OPEN, and whatever goes
     * while the peer may write to our ring, leave a token for CLOSE where there are several: a peer
     * that sends nothing any more brings none back. A single token is returned at once, see {@link
     * #owesTokenOfClose}.
     *
     * @param opens whether the message is OPEN
     */
    boolean mayPost(boolean opens) {
        return hasToken(opens) && channels[0].hasRoom();
    }

    /** Returns whether {@link #mayPost} has a token, whatever the queue's room. */
    boolean hasToken(boolean opens) {
        return tokens > (opens || fast.isRead() ? kept(given) : 0);
    }

    /**
     * Returns whether CLOSE may be posted. A shared queue has no receives of its own for control
     * messages, and a single token: CLOSE goes without one there, and is counted as if it had taken
     * one.
     */
    boolean mayClose() {
        return (tokens > 0 || channels[0].sharesReceives()) && channels[0].hasRoom();
    }

    private int post(int kind, Channel owing) {
        OpenibDescriptor message = acquire(kind, 0);
        if (message == null || !post(message, owing)) {
            return 0;
        }
        counters.creditMessages++;
        return 1;
    }

    /** Returns the descriptor of a control message with so many bytes, or null. */
    OpenibDescriptor acquire(int kind, int bytes) {
        OpenibDescriptor message = link.acquireControl();
        if (message != null) {
            message.fill(0, kind, bytes);
        }
        return message;
    }

    /**
     * Posts a control message where {@link #mayPost} or {@link #mayClose} says so; false when it
     * was refused.
     */
    boolean post(OpenibDescriptor message) {
        return post(message, mostOwing());
    }

    private boolean post(OpenibDescriptor message, Channel owing) {
        Channel way = channels[0];
        long returned = load(owing) | fast.load(false, 0);
        PacketHeader.write(message.frame, 0, message.kind, returned, 0, way.remoteNumber());
        if (!way.post(message)) {
            unload();
            fast.unload();
            message.pool.release(message);
            return false;
        }
        tokens -= PacketHeader.takesToken(message.kind) ? 1 : 0;
        return true;
    }
}
