package org.strata.mca.mpool;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.shared.Place;

/**
 * Where the processes of this host sleep, so that those who share memory can ring each other. One
 * per pool. Tier 3; thread-safe.
 *
 * <p>Where a BTL has moved a process's sleep word to memory that it shares with its peers, the same
 * BTL of the peers has it mapped. Otherwise the word moves to the pool.
 */
public final class SleepWords {
    /** Words of what a process publishes: the place (nowhere: a BTL's), whether it fences. */
    public static final int WORDS = Place.WORDS + 1;

    private static final int FENCES = Place.WORDS;

    /** Two cache lines of its own: peers read the word after each of their stores. */
    private static final int BLOCK_BYTES = 128;

    private final RankSleeper sleeper;
    private final MappablePool pool;

    /** Where this object has moved the sleep word; null where it has not. */
    private MappableBlock block;

    /**
     * @param sleeper is where this process sleeps
     * @param pool has memory for its sleep word, and maps those of peers
     */
    public SleepWords(RankSleeper sleeper, MappablePool pool) {
        this.sleeper = sleeper;
        this.pool = pool;
    }

    /**
     * Moves this process's sleep word to memory that peers map, unless it lies there. Call inside
     * the progress bracket.
     *
     * @return whether it lies there now
     */
    public synchronized boolean share() {
        if (!sleeper.relocated()) {
            block = pool.allocate(BLOCK_BYTES);
            if (block != null) {
                sleeper.relocate(Memory.all().asSlice(block.address(), Integer.BYTES));
            }
        }
        return sleeper.relocated();
    }

    /** Stores what peers need to know of this process's word: {@link #WORDS} from a position on. */
    public synchronized void describe(long[] card, int at) {
        Place place = new Place();
        if (block != null) {
            place.set(block.file(), block.fileOffset(block.address()));
        }
        place.store(card, at);
        card[at + FENCES] = sleeper.fencesForPeers() ? 1 : 0;
    }

    /**
     * Returns the address of a peer's sleep word in this process; 0 when it cannot be mapped.
     *
     * @param peer the peer's number in the job
     * @param cards what the peer has published, from a position on
     */
    public long word(int peer, long[] cards, int at) {
        Place place = new Place();
        place.load(cards, at);
        long word =
                place.exists()
                        ? pool.reach(peer, place.file(), place.offset(), Integer.BYTES)
                        : sleeper.peerWord(peer);
        return word % Integer.BYTES == 0 ? word : 0;
    }

    /**
     * Returns whether announcing a sleep is a fence for both this process and a peer.
     *
     * @param cards what the peer has published, from a position on
     */
    public boolean fences(long[] cards, int at) {
        return cards[at + FENCES] == 1 && sleeper.fencesForPeers();
    }

    /** Moves the word back to private memory, if it lies in the pool: nobody rings any more. */
    public synchronized void close() {
        if (block != null) {
            block = null;
            sleeper.restore();
        }
    }
}
