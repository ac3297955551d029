package org.strata.btl.openib;

/**
 * The channels of a link by number. The number of a channel has its place in its low bits, and is
 * not used again before 2^30 others: every completion carries it, in its request number or in the
 * header of what was received, and one of an earlier channel finds none. Tier 1 but for changes and
 * {@link #findPair}.
 */
final class Channels {
    private static final int LEAST = 16;

    /** Fewer than the channels of two processes. */
    private static final int BEFORE_WRAP = 2;

    private Channel[] places = new Channel[LEAST];
    private int size;
    private int last;

    /**
     * @param first 0, but for tests: they begin close to where the numbers of messages wrap, and
     *     then so do the numbers of channels
     */
    Channels(int first) {
        last = first == 0 ? 0 : RequestIds.MOST - BEFORE_WRAP;
    }

    /** Returns the channel with a number, or null. */
    Channel find(int number) {
        Channel[] all = places;
        Channel found = all[number & (all.length - 1)];
        return found != null && found.number() == number ? found : null;
    }

    /** Returns a number whose place is free; {@link #put} takes it. */
    int nextNumber() {
        if (2 * size >= places.length) {
            grow();
        }
        do {
            last = (last + 1) & RequestIds.MOST;
        } while (last == 0 || places[last & (places.length - 1)] != null);
        return last;
    }

    /** Numbers that differ in their low bits do so in more of them. */
    private void grow() {
        Channel[] former = places;
        places = new Channel[2 * former.length];
        for (Channel each : former) {
            if (each != null) {
                places[each.number() & (places.length - 1)] = each;
            }
        }
    }

    void put(Channel channel) {
        places[channel.number() & (places.length - 1)] = channel;
        size++;
    }

    void remove(Channel channel) {
        if (find(channel.number()) == channel) {
            places[channel.number() & (places.length - 1)] = null;
            size--;
        }
    }

    /** Returns the channel that a queue pair belongs to, or null. Tier 3. */
    Channel findPair(int queuePair) {
        for (Channel each : places) {
            if (each != null && each.pairs().has(queuePair)) {
                return each;
            }
        }
        return null;
    }
}
