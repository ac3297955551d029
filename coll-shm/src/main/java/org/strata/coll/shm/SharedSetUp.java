package org.strata.coll.shm;

import org.strata.mca.base.Boxes;
import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.mca.coll.Coll;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.mpool.SleepWords;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.shared.PeerBells;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sets up the members' memory of a communicator at one of its first collectives, and releases it.
 * Tier 3.
 *
 * <p>The members exchange the places of their blocks by the component below, map and check them,
 * and exchange whether they could: either all of them use shared memory, or none.
 */
final class SharedSetUp {
    /** What a member publishes of its block: rules, usable or not, file, position. */
    static final int BLOCK_WORDS = 4;

    private static final int RULES = 0;
    static final int USABLE = 1;
    static final int FILE = 2;
    static final int POSITION = 3;

    /** And of its sleep word. */
    private static final int WORDS = BLOCK_WORDS + SleepWords.WORDS;

    private final SharedCollConfig config;
    private final SharedRules rules;
    private final MappablePool pool;
    private final ProgressEngine engine;
    private final Output output;
    private final Consumer<String> notices;
    private final Doorbell doorbell;
    private final Staging staging;

    /** Freed communicators whose other members may still use this one's block. */
    private final List<SharedComm> retired = new ArrayList<>();

    private long used;
    private boolean warned;

    SharedSetUp(
            SharedCollConfig config,
            SharedRules rules,
            MappablePool pool,
            ProgressEngine engine,
            Output output,
            Consumer<String> notices) {
        this.notices = notices;
        this.config = config;
        this.rules = rules;
        this.pool = pool;
        this.engine = engine;
        this.output = output;
        this.doorbell =
                new Doorbell(why ->
                        output.warn(HelpCatalogue.of(SharedSetUp.class).text("no-doorbell", why)));
        this.staging = new Staging(pool, config.stagingLimit());
    }

    /** Sets up a communicator's memory if it is time to; returns whether it can be used. */
    boolean ready(SharedState state, CommContext comm, Coll below) {
        return allowed(state, comm)
                && state.calls++ >= config.afterCalls()
                && setUp(state, comm, below);
    }

    /** As {@link #ready}, but it is time now. */
    boolean readyAtOnce(SharedState state, CommContext comm, Coll below) {
        return allowed(state, comm) && setUp(state, comm, below);
    }

    private boolean allowed(SharedState state, CommContext comm) {
        if (!state.examined) {
            state.examined = true;
            state.refused = !eligible(comm);
        }
        return !state.refused;
    }

    private boolean eligible(CommContext comm) {
        if (comm.size() < 2 || comm.size() > config.maxRanks()) {
            return false;
        }
        for (int member = 0; member < comm.size(); member++) {
            Proc proc = comm.peer(member);
            // A member of a world of one has no shared memory, and nobody can know that.
            if (!proc.local() || proc.world() != comm.peer(0).world()) {
                return false;
            }
        }
        return true;
    }

    private boolean setUp(SharedState state, CommContext comm, Coll below) {
        state.refused = true;
        MappableBlock own = allocate(comm);
        SharedTable table = rules.table(comm.size());
        long[] cards = new long[WORDS * comm.size()];
        boolean published = exchange(card(own, table), cards, comm, below);
        long[] blocks = new long[comm.size()];
        long[] words = new long[comm.size()];
        boolean usable =
                published
                        && sameRules(cards)
                        && map(own, cards, blocks, comm)
                        && mapWords(cards, words, comm);
        long[] usables = new long[comm.size()];
        boolean exchanged = exchange(new long[] {usable ? 1 : 0}, usables, comm, below);
        if (!published || !exchanged) {
            // Some members may use this one's block from now on: it is not returned to the pool.
            return false;
        }
        if (!all(usables)) {
            refuse(comm, own, cards);
            return false;
        }
        PeerBells bells = new PeerBells(words, allFence(cards), doorbell);
        state.open(
                new SharedComm(comm, config.block(), own, blocks, bells, engine),
                table,
                pool,
                staging);
        describe(state, comm);
        return true;
    }

    private MappableBlock allocate(CommContext comm) {
        releaseRetired();
        long bytes = config.block().bytes();
        MappableBlock own = used + bytes > config.memoryLimit() ? null : pool.allocate(bytes);
        if (own != null) {
            used += bytes;
            Memory.putLong(own.address() + MemberBlock.COMM, comm.identity());
            Memory.putLong(own.address() + MemberBlock.OWNER, comm.peer(comm.rank()).rank());
            // Pairs with SharedSetUp.isBlock: guards the owner, and the zeros of the block.
            Memory.putLongRelease(own.address() + MemberBlock.MAGIC, MemberBlock.MAGIC_NUMBER);
        }
        return own;
    }

    private long[] card(MappableBlock own, SharedTable table) {
        long[] card = new long[WORDS];
        card[RULES] = choices(table);
        if (own != null && pool.sleepWords().share()) {
            card[USABLE] = 1;
            card[FILE] = own.file();
            card[POSITION] = own.fileOffset(own.address());
            pool.sleepWords().describe(card, BLOCK_WORDS);
        }
        return card;
    }

    /** Gathers the words of all members; returns whether that worked. */
    private static boolean exchange(long[] mine, long[] all, CommContext comm, Coll below) {
        long bytes = (long) mine.length * Long.BYTES;
        Buf send = new Buf(mine, 0, mine.length, DataLayouts.basic(Long.BYTES, Long.BYTES));
        Buf receive = new Buf(all, 0, mine.length, send.layout());
        return bytes > 0 && below.allgather(send, receive, comm) == Rc.OK;
    }

    /** Returns a number that members with different rules or cells hardly ever share. */
    private long choices(SharedTable table) {
        MemberBlock block = config.block();
        long checksum = table.checksum();
        return 31 * (31 * checksum + block.cells()) + block.cellBytes();
    }

    /** Returns whether all members would choose the same ways and lay out their blocks alike. */
    private static boolean sameRules(long[] cards) {
        for (int card = WORDS; card < cards.length; card += WORDS) {
            if (cards[card + RULES] != cards[RULES]) {
                return false;
            }
        }
        return true;
    }

    private boolean map(MappableBlock own, long[] cards, long[] blocks, CommContext comm) {
        for (int member = 0; member < comm.size(); member++) {
            int card = member * WORDS;
            if (cards[card + USABLE] != 1) {
                return false;
            }
            blocks[member] =
                    member == comm.rank()
                            ? own.address()
                            : pool.reach(
                                    comm.peer(member).rank(),
                                    cards[card + FILE],
                                    cards[card + POSITION],
                                    config.block().bytes());
            if (blocks[member] == 0 || !isBlock(blocks[member], comm, member)) {
                return false;
            }
        }
        return true;
    }

    /** Finds the sleep words of the other members. */
    private boolean mapWords(long[] cards, long[] words, CommContext comm) {
        boolean found = true;
        for (int member = 0; member < comm.size(); member++) {
            if (member != comm.rank()) {
                int at = member * WORDS + BLOCK_WORDS;
                words[member] = pool.sleepWords().word(comm.peer(member).rank(), cards, at);
                found &= words[member] != 0;
            }
        }
        return found;
    }

    /** Returns whether announcing a sleep is a fence for all members. */
    private boolean allFence(long[] cards) {
        boolean all = true;
        for (int card = 0; card < cards.length; card += WORDS) {
            all &= pool.sleepWords().fences(cards, card + BLOCK_WORDS);
        }
        return all;
    }

    /** Returns whether memory is a member's block of this communicator, and of no other one. */
    private static boolean isBlock(long address, CommContext comm, int member) {
        // Pairs with SharedSetUp.allocate.
        return address % Long.BYTES == 0
                && Memory.getLongAcquire(address + MemberBlock.MAGIC) == MemberBlock.MAGIC_NUMBER
                && Memory.getLong(address + MemberBlock.COMM) == comm.identity()
                && Memory.getLong(address + MemberBlock.OWNER) == comm.peer(member).rank();
    }

    /** Returns whether all words are 1. */
    private static boolean all(long[] words) {
        for (long word : words) {
            if (word != 1) {
                return false;
            }
        }
        return true;
    }

    /** Leaves a communicator to the component below; all members do, and none uses a block. */
    private void refuse(CommContext comm, MappableBlock own, long[] cards) {
        if (own != null) {
            own.release();
            used -= config.block().bytes();
        }
        if (sameRules(cards)) {
            warnOfMemory(comm, cards);
        } else if (comm.rank() == 0 && !warned) {
            warned = true;
            output.help(SharedSetUp.class, "different-rules", comm.peer(0), config.rulesFile());
        }
    }

    /** The first member without memory prints it. */
    private void warnOfMemory(CommContext comm, long[] cards) {
        int first = 0;
        while (first < comm.size() && cards[first * WORDS + USABLE] == 1) {
            first++;
        }
        if (first == comm.rank() && !warned) {
            warned = true;
            String text =
                    HelpCatalogue.of(SharedSetUp.class)
                            .text(
                                    "no-memory",
                                    comm.peer(first),
                                    config.block().bytes(),
                                    used,
                                    config.memoryLimit());
            notices.accept(Boxes.box(text));
        }
    }

    private void describe(SharedState state, CommContext comm) {
        if (comm.rank() == 0 && output.isVerbose("coll", 20)) {
            for (SharedKind kind : SharedKind.values()) {
                String who =
                        "shm: communicator "
                                + CommId.text(comm.identity())
                                + " of "
                                + comm.size()
                                + " ranks: ";
                output.verbose("coll", 20, who + state.rules.line(kind));
            }
        }
    }

    /** Releases the memory of a communicator that is freed. */
    void retire(SharedComm members) {
        members.detach();
        retired.add(members);
        releaseRetired();
    }

    private void releaseRetired() {
        int before = retired.size();
        retired.removeIf(SharedComm::releaseIfUnused);
        used -= (before - retired.size()) * config.block().bytes();
    }

    void close() {
        doorbell.close();
    }
}
