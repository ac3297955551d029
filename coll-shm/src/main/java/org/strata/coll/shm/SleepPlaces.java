package org.strata.coll.shm;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.RankSleeper;

/**
 * Where the ranks of this host sleep, so that members of a communicator can ring each other. Tier
 * 3.
 *
 * <p>Where a BTL has moved a rank's sleep word to memory that it shares with its peers, the same
 * BTL of the peers has it mapped. Otherwise this component moves the word to the shared pool.
 */
final class SleepPlaces {
    /** What a member publishes of its sleep word: file (-1: a BTL's), position, fences. */
    static final int WORDS = 3;

    /** Two cache lines of its own: peers read the word after each of their stores. */
    private static final int BLOCK_BYTES = 128;

    private final RankSleeper sleeper;
    private final MappablePool pool;
    private final PoolFiles files;
    private final Doorbell doorbell;

    /** Where this component has moved the sleep word; null where it has not. */
    private MappableBlock block;

    SleepPlaces(RankSleeper sleeper, MappablePool pool, PoolFiles files, Output output) {
        this.sleeper = sleeper;
        this.pool = pool;
        this.files = files;
        HelpCatalogue texts = HelpCatalogue.of(SleepPlaces.class);
        this.doorbell = new Doorbell(why -> output.warn(texts.text("no-doorbell", why)));
    }

    /** Moves this rank's sleep word to memory that peers map; returns whether it lies there. */
    boolean share() {
        if (!sleeper.relocated()) {
            block = pool.allocate(BLOCK_BYTES);
            if (block != null) {
                sleeper.relocate(Memory.all().asSlice(block.address(), Integer.BYTES));
            }
        }
        return sleeper.relocated();
    }

    /** Stores what the others need to know of this rank's word. */
    void describe(long[] card, int at) {
        card[at] = block == null ? -1 : block.file();
        card[at + 1] = block == null ? 0 : block.fileOffset(block.address());
        card[at + 2] = sleeper.fencesForPeers() ? 1 : 0;
    }

    /**
     * Returns the address of a peer's sleep word in this process; 0 when it cannot be mapped.
     *
     * @param rank in MPI_COMM_WORLD
     */
    long word(int rank, long[] cards, int at) {
        long word =
                cards[at] < 0
                        ? sleeper.peerWord(rank)
                        : files.address(rank, cards[at], cards[at + 1], Integer.BYTES);
        return word % Integer.BYTES == 0 ? word : 0;
    }

    /**
     * Makes the bells of a communicator's other members.
     *
     * @param words their sleep words
     * @param fences whether all of them have said that they fence for peers
     */
    MemberBells bells(long[] words, boolean fences) {
        return new MemberBells(words, fences && sleeper.fencesForPeers(), doorbell);
    }

    void close() {
        if (block != null) {
            sleeper.restore();
        }
        doorbell.close();
    }
}
