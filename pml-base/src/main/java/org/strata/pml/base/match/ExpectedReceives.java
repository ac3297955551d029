package org.strata.pml.base.match;

/**
 * The receives that wait for one peer and match its messages in the order of posting, which is how
 * most programs post them. No older receive elsewhere matches the same messages. The oldest is
 * compared with each message; when another than the oldest is wanted, the {@link Matcher} moves all
 * to its tables, where it finds any of them in constant time. Tier 1.
 */
final class ExpectedReceives {
    private final MatchPeer peer;
    private PostedReceive oldest;
    private PostedReceive newest;

    ExpectedReceives(MatchPeer peer) {
        this.peer = peer;
    }

    boolean isEmpty() {
        return oldest == null;
    }

    /** Counts the receives. Tier 3. */
    int size() {
        int count = 0;
        for (PostedReceive each = oldest; each != null; each = each.nextExpected) {
            count++;
        }
        return count;
    }

    /** Returns the peer. */
    MatchPeer peer() {
        return peer;
    }

    /** Adds a receive that names the peer and a tag. */
    void append(PostedReceive receive) {
        receive.nextExpected = null;
        receive.expected = true;
        if (receive.expectedIn != this) {
            receive.expectedIn = this;
        }
        if (oldest == null) {
            oldest = receive;
        } else {
            newest.nextExpected = receive;
        }
        newest = receive;
    }

    /** Returns whether the oldest receive wants a tag. */
    boolean nextHas(int tag) {
        return oldest != null && oldest.wantedTag == tag;
    }

    /** Removes and returns the oldest receive, or null. */
    PostedReceive poll() {
        PostedReceive receive = oldest;
        if (receive != null) {
            // The receive's reference to the next one stays: a null would cost a store.
            oldest = receive.nextExpected;
            receive.expected = false;
        }
        return receive;
    }
}
