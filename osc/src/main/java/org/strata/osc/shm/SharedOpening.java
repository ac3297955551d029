package org.strata.osc.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.RankSleeper;
import org.strata.osc.base.FixedMemory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a window in shared memory: the members exchange the places of their memory, map each
 * other's, and exchange whether they could; either all of them use it, or none. Tier 3.
 */
final class SharedOpening {
    /** What a member publishes. */
    private static final int USABLE = 0;

    private static final int CONTROL_FILE = 1;
    private static final int CONTROL_OFFSET = 2;
    private static final int FILE = 3;
    private static final int OFFSET = 4;
    private static final int BYTES = 5;
    private static final int UNIT = 6;
    private static final int WORDS = 7;

    /** What a member has mapped: bits. */
    private static final long MEMORY = 1;

    private static final long SLEEP_WORDS = 2;

    private final MappablePool pool;
    private final OscRequest request;
    private final RankSleeper sleeper;
    private final CommContext comm;
    private final List<MappableBlock> own = new ArrayList<>();
    private final WindowFiles files;
    private long[] cards;

    SharedOpening(MappablePool pool, RankSleeper sleeper, OscRequest request) {
        this.pool = pool;
        this.sleeper = sleeper;
        this.request = request;
        this.comm = request.comm();
        this.files = new WindowFiles(pool);
    }

    /** Opens it with all members; null when they cannot. */
    SharedMembers open() {
        cards = exchange(card());
        if (cards != null && request.flavor() == Flavor.SHARED) {
            placeShared();
        }
        long[] words = sleepWords();
        SharedMembers members = cards == null ? null : map(words);
        long mine = (members == null ? 0 : MEMORY) + (words == null ? 0 : SLEEP_WORDS);
        long[] mapped = exchange(mine);
        long all = mapped == null ? 0 : MEMORY + SLEEP_WORDS;
        for (int rank = 0; all != 0 && rank < comm.size(); rank++) {
            all &= mapped[rank];
        }
        if ((all & MEMORY) == 0) {
            files.close();
            own.forEach(MappableBlock::release);
            return null;
        }
        return (all & SLEEP_WORDS) != 0 ? members : members.withoutSleepWords();
    }

    /** Returns where the members' sleep words are mapped; null if one cannot be. */
    private long[] sleepWords() {
        long[] words = new long[comm.size()];
        for (int member = 0; member < words.length; member++) {
            words[member] = member == comm.rank() ? 0 : sleeper.peerWord(comm.peer(member).rank());
            if (words[member] == 0 && member != comm.rank()) {
                return null;
            }
        }
        return words;
    }

    private long[] exchange(long... mine) {
        long[] all = new long[mine.length * comm.size()];
        Buf send = new Buf(mine, 0, mine.length, DataLayouts.basic(Long.BYTES, Long.BYTES));
        Buf receive = new Buf(all, 0, mine.length, send.layout());
        return request.coll().allgather(send, receive, comm) == Rc.OK ? all : null;
    }

    private long[] card() {
        long[] card = new long[WORDS];
        card[BYTES] = request.bytes();
        card[UNIT] = request.unit();
        card[FILE] = -1;
        MappableBlock control = allocate(ControlBlock.bytes(comm.size()));
        if (control == null) {
            return card;
        }
        new ControlBlock(control.address(), comm.size()).clear();
        card[CONTROL_FILE] = control.file();
        card[CONTROL_OFFSET] = control.fileOffset(control.address());
        card[USABLE] = request.bytes() == 0 || request.flavor() == Flavor.SHARED ? 1 : 0;
        MappableBlock memory = card[USABLE] == 1 ? null : pool.find(request.address());
        if (memory != null
                && request.address() + request.bytes() <= memory.address() + memory.length()) {
            card[FILE] = memory.file();
            card[OFFSET] = memory.fileOffset(request.address());
            card[USABLE] = 1;
        }
        return card;
    }

    private MappableBlock allocate(long bytes) {
        MappableBlock block = pool.allocate(bytes);
        if (block != null) {
            own.add(block);
        }
        return block;
    }

    private long card(int member, int word) {
        return cards[member * WORDS + word];
    }

    /** Rank 0 allocates the memory of all members: one piece, in the order of the ranks. */
    private void placeShared() {
        long total = 0;
        for (int member = 0; member < comm.size(); member++) {
            total += card(member, BYTES);
        }
        MappableBlock all = comm.rank() == 0 ? allocate(Math.max(1, total)) : null;
        long[] place =
                exchange(
                        all == null ? -1 : all.file(),
                        all == null ? 0 : all.fileOffset(all.address()));
        long offset = place == null ? 0 : place[1];
        for (int member = 0; member < comm.size(); member++) {
            cards[member * WORDS + FILE] = place == null ? -1 : place[0];
            cards[member * WORDS + OFFSET] = offset;
            offset += card(member, BYTES);
            boolean usable = place != null && place[0] >= 0;
            cards[member * WORDS + USABLE] = usable ? card(member, USABLE) : 0;
        }
    }

    private SharedMembers map(long[] sleepWords) {
        int size = comm.size();
        ControlBlock[] controls = new ControlBlock[size];
        FixedMemory[] memories = new FixedMemory[size];
        MemorySegment[] segments = new MemorySegment[size];
        for (int member = 0; member < size; member++) {
            if (card(member, USABLE) != 1) {
                return null;
            }
            long bytes = card(member, BYTES);
            MemorySegment control =
                    range(member, CONTROL_FILE, CONTROL_OFFSET, ControlBlock.bytes(size));
            MemorySegment memory =
                    bytes == 0 && card(member, FILE) < 0
                            ? MemorySegment.NULL
                            : memory(member, card(member, OFFSET), bytes);
            if (control == null || memory == null || control.address() % Long.BYTES != 0) {
                return null;
            }
            controls[member] = new ControlBlock(control.address(), size);
            int unit = (int) card(member, UNIT);
            memories[member] = new FixedMemory(memory.address(), bytes, unit);
            segments[member] = memory;
        }
        MemorySegment whole = request.flavor() == Flavor.SHARED ? whole() : null;
        return new SharedMembers(controls, memories, segments, whole, files, sleepWords, own);
    }

    private MemorySegment whole() {
        int last = comm.size() - 1;
        long start = card(0, OFFSET);
        return memory(0, start, card(last, OFFSET) + card(last, BYTES) - start);
    }

    /** Returns a range of a member's memory; that of a shared window is all rank 0's. */
    private MemorySegment memory(int member, long offset, long bytes) {
        int owner = request.flavor() == Flavor.SHARED ? 0 : member;
        if (owner == comm.rank() && request.flavor() != Flavor.SHARED) {
            return Memory.all().asSlice(request.address(), bytes);
        }
        return files.range(comm.peer(owner).rank(), card(member, FILE), offset, bytes);
    }

    private MemorySegment range(int member, int file, int offset, long bytes) {
        int owner = comm.peer(member).rank();
        return files.range(owner, card(member, file), card(member, offset), bytes);
    }
}
