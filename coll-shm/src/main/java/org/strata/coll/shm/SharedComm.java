package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.WaitObserver;
import org.strata.opal.shared.PeerBells;

import java.util.List;

/**
 * A communicator whose members have mapped each other's blocks. Tier 1.
 *
 * <p>Its collectives consist of steps, which all members count. In a step a member may contribute:
 * it claims its cell of the step, fills the payload and publishes it. It awaits the contributions
 * that it needs, and finishes the step when it has read them. Steps use the cells by turns: a cell
 * can be claimed again when every member has finished the step that used it last.
 *
 * <p>When a member is lost, waits end and every method that waits returns false, in this and in all
 * later collectives.
 */
final class SharedComm implements Completion {
    /**
     * Polls of a word without a pause per poll of the engine's, a microsecond or two in all, before
     * the engine waits.
     */
    private static final int POLLS_PER_ROUND = 4;

    /** One poll in this many also polls the links. */
    private static final int PROGRESS_RATIO = 32;

    /** One yield in this many does, too. */
    private static final int YIELD_RATIO = 4;

    /** Bytes of a cell that {@link #prefetchNext} fetches at most. */
    private static final int MOST_OWNED = 1024;

    private final CommContext comm;
    private final MemberBlock layout;
    private final MappableBlock own;
    private final ProgressEngine engine;
    private final PeerBells bells;
    private final int rank;
    private final int size;

    /** Where each member's block is mapped here. */
    private final long[] blocks;

    /** Where ranks share cores: polls with a yield of the core between them. */
    private final int yields;

    private long step = 1;

    /** Every member has finished all steps below this one. */
    private long finishedByAll = 1;

    /** Bytes of the last contribution's cell, so many at most as are fetched ahead. */
    private long filled;

    private long awaitedWord;
    private long awaitedValue;
    private int failure = Rc.OK;

    SharedComm(
            CommContext comm,
            MemberBlock layout,
            MappableBlock own,
            long[] blocks,
            PeerBells bells,
            ProgressEngine engine) {
        this.comm = comm;
        this.layout = layout;
        this.own = own;
        this.engine = engine;
        this.rank = comm.rank();
        this.size = comm.size();
        this.blocks = blocks;
        this.bells = bells;
        IdlePolicy idle = engine.idlePolicy();
        this.yields = idle.sleepsSoon() ? idle.yields() : 0;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    CommContext comm() {
        return comm;
    }

    /** Returns the payload that a cell holds. */
    int cellBytes() {
        return layout.cellBytes();
    }

    /** Returns why waits fail, or OK. */
    int failure() {
        return failure;
    }

    private long cell(int member) {
        return blocks[member] + layout.cell(step);
    }

    /** Returns where a member's payload of this step lies. */
    long payload(int member) {
        return cell(member) + MemberBlock.PAYLOAD;
    }

    /** Returns what a member has published with its payload of this step. */
    long info(int member) {
        return Memory.getLong(cell(member) + MemberBlock.INFO);
    }

    /** Waits until this member's cell of the step may be filled. */
    boolean claim() {
        long needed = step - layout.cells() + 1;
        return finishedByAll >= needed || awaitFinished(needed);
    }

    /**
     * Returns the payload of this member's cell of the next step, which may be filled once all
     * contributions of this step have arrived: there are two cells at least.
     */
    long claimNext() {
        return blocks[rank] + layout.cell(step + 1) + MemberBlock.PAYLOAD;
    }

    /** Publishes the payload of this member's cell. */
    void publish(long info) {
        long cell = cell(rank);
        // Pairs with SharedComm.await: guards payload and info.
        Memory.putLong(cell + MemberBlock.INFO, info);
        Memory.putLongRelease(cell + MemberBlock.STEP, step);
        bells.ringSleepers();
    }

    /**
     * Fetches the cache lines of this member's next cell, as many as its last contribution had,
     * before it waits for those of the others. The stores of the next step would else wait until
     * the readers' processors have given up these lines.
     */
    void prefetchNext() {
        if (finishedByAll + layout.cells() < step + 2) {
            // The others may still read that cell.
            return;
        }
        long next = blocks[rank] + layout.cell(step + 1);
        Memory.putLong(next + MemberBlock.INFO, 0);
        for (long at = MemberBlock.LINE; at < filled; at += MemberBlock.LINE) {
            Memory.putLong(next + at, 0);
        }
    }

    /** As {@link #prefetchNext()}, after a contribution of so many bytes. */
    void prefetchNext(long bytes) {
        filled = Math.min(MemberBlock.PAYLOAD + bytes, MOST_OWNED);
        prefetchNext();
    }

    /** Waits for a member's contribution to this step. */
    boolean await(int member) {
        // Pairs with SharedComm.publish: guards payload and info.
        long word = cell(member) + MemberBlock.STEP;
        return Memory.getLongAcquire(word) == step || await(word, step);
    }

    /** Waits for the contributions of all members, which have therefore finished earlier steps. */
    boolean awaitAll() {
        for (int i = 1; i < size; i++) {
            int member = rank + i < size ? rank + i : rank + i - size;
            if (!await(member)) {
                return false;
            }
        }
        finishedByAll = step;
        return true;
    }

    /** Finishes the step: this member reads nothing of it any more. */
    void finish() {
        step++;
        // Pairs with SharedComm.awaitFinished: the contributions of the step have been read.
        Memory.putLongRelease(blocks[rank] + MemberBlock.PROGRESS, step);
        bells.ringSleepers();
    }

    /** Waits until all members have finished the steps that this one has. */
    boolean awaitFinished() {
        return awaitFinished(step);
    }

    private boolean awaitFinished(long needed) {
        long least = step;
        for (int member = 0; member < size; member++) {
            if (member != rank) {
                long word = blocks[member] + MemberBlock.PROGRESS;
                // Pairs with SharedComm.finish: the cell may be filled again.
                long finished = Memory.getLongAcquire(word);
                if (finished < needed) {
                    if (!await(word, needed)) {
                        return false;
                    }
                    finished = needed;
                }
                least = Math.min(least, finished);
            }
        }
        finishedByAll = Math.max(finishedByAll, least);
        return true;
    }

    // Waiting.

    private boolean await(long word, long value) {
        if (failure != Rc.OK) {
            return false;
        }
        return (!engine.threadMultiple() && awaitShortly(word, value)) || awaitLong(word, value);
    }

    /**
     * Polls, then yields where ranks share cores: the member that is awaited may need this core. A
     * spin hint takes longer than many polls.
     */
    private boolean awaitShortly(long word, long value) {
        int polls = POLLS_PER_ROUND * engine.hotRounds();
        for (int i = 1; i <= polls; i++) {
            // Pairs with SharedComm.publish or finish.
            if (Memory.getLongAcquire(word) >= value) {
                return true;
            }
            if ((i & (PROGRESS_RATIO - 1)) == 0) {
                engine.progress();
            }
        }
        for (int i = 1; i <= yields; i++) {
            yieldCore(word, i == 1);
            if (Memory.getLongAcquire(word) >= value) {
                return true;
            }
            if ((i & (YIELD_RATIO - 1)) == 0) {
                engine.progress();
            }
        }
        return false;
    }

    private void yieldCore(long word, boolean first) {
        WaitObserver told = engine.observer();
        if (told == null) {
            Thread.yield();
        } else {
            awaitedWord = word;
            told.resting(this, first);
            Thread.yield();
            told.rested();
        }
    }

    private boolean awaitLong(long word, long value) {
        awaitedWord = word;
        awaitedValue = value;
        int idleRounds = 0;
        while (!isDone()) {
            idleRounds = engine.waitRound(this, idleRounds);
        }
        // Pairs with SharedComm.publish or finish.
        if (Memory.getLongAcquire(word) < value) {
            failure = lossCode();
            return false;
        }
        return true;
    }

    @Override
    public boolean isDone() {
        // Pairs with SharedComm.publish or finish.
        return Memory.getLongAcquire(awaitedWord) >= awaitedValue || lossCode() != Rc.OK;
    }

    private int awaitedMember() {
        int member = 0;
        while (awaitedWord < blocks[member] || awaitedWord >= blocks[member] + layout.bytes()) {
            member++;
        }
        return member;
    }

    @Override
    public int awaited() {
        return comm.peer(awaitedMember()).rank();
    }

    @Override
    public WaitState waitState() {
        int member = awaitedMember();
        int awaited = comm.peer(member).rank();
        boolean reads = awaitedWord == blocks[member] + MemberBlock.PROGRESS;
        String what =
                "rank " + awaited + (reads ? " to read the data of others" : " to contribute");
        return new WaitState(what, comm.label(), Needs.ALL, List.of(awaited));
    }

    private int lossCode() {
        for (int member = 0; member < size; member++) {
            Proc peer = comm.peer(member);
            if (peer.isLost()) {
                return peer.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
            }
        }
        return Rc.OK;
    }

    // The end.

    /** Ends this member's use of the others' blocks. */
    void detach() {
        for (int member = 0; member < size; member++) {
            if (member != rank) {
                // Pairs with SharedComm.releaseIfUnused: the block is not accessed any more.
                Memory.getAndAddInt(blocks[member] + MemberBlock.DETACHED, 1);
            }
        }
    }

    /** Releases the own block if no other member will touch it any more; returns whether. */
    boolean releaseIfUnused() {
        // Pairs with SharedComm.detach of all others.
        boolean unused = Memory.getIntAcquire(blocks[rank] + MemberBlock.DETACHED) >= size - 1;
        if (unused) {
            own.release();
        }
        return unused;
    }
}
