package org.strata.osc.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.mpool.SleepWords;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.shared.PeerBells;
import org.strata.opal.shared.Place;
import org.strata.osc.base.FixedMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a window in shared memory: the members exchange the places of their memory, map each
 * other's, and exchange whether they could; either all of them use it, or none. Tier 3.
 */
final class SharedOpening {
    /** What a member publishes; places and the sleep word have several words. */
    private static final int USABLE = 0;

    static final int BYTES = 1;
    private static final int UNIT = 2;
    static final int CONTROL = 3;
    static final int MEMORY = CONTROL + Place.WORDS;
    static final int SLEEP_WORD = MEMORY + Place.WORDS;
    private static final int WORDS = SLEEP_WORD + SleepWords.WORDS;

    /** What a member has mapped: bits. */
    private static final long MEMORIES_MAPPED = 1;

    private static final long SLEEP_WORDS_MAPPED = 2;

    private final MappablePool pool;
    private final Doorbell doorbell;
    private final OscRequest request;
    private final CommContext comm;
    private final List<MappableBlock> own = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private long[] cards;

    SharedOpening(MappablePool pool, Doorbell doorbell, OscRequest request) {
        this.pool = pool;
        this.doorbell = doorbell;
        this.request = request;
        this.comm = request.comm();
    }

    /** Opens it with all members; null when they cannot. */
    SharedMembers open() {
        cards = exchange(card());
        if (cards != null && request.flavor() == Flavor.SHARED) {
            placeShared();
        }
        PeerBells bells = cards == null ? null : bells();
        SharedMembers members = cards == null ? null : map(bells);
        long mine =
                (members == null ? 0 : MEMORIES_MAPPED) + (bells == null ? 0 : SLEEP_WORDS_MAPPED);
        long[] mapped = exchange(mine);
        long all = mapped == null ? 0 : MEMORIES_MAPPED + SLEEP_WORDS_MAPPED;
        for (int rank = 0; all != 0 && rank < comm.size(); rank++) {
            all &= mapped[rank];
        }
        if ((all & MEMORIES_MAPPED) == 0) {
            arena.close();
            own.forEach(MappableBlock::release);
            return null;
        }
        return (all & SLEEP_WORDS_MAPPED) != 0 ? members : members.withoutBells();
    }

    /** Returns the bells of the other members; null if the sleep word of one cannot be mapped. */
    private PeerBells bells() {
        long[] words = new long[comm.size()];
        boolean fences = true;
        for (int member = 0; member < words.length; member++) {
            if (member != comm.rank()) {
                int at = member * WORDS + SLEEP_WORD;
                words[member] = pool.sleepWords().word(comm.peer(member).rank(), cards, at);
                fences &= pool.sleepWords().fences(cards, at);
                if (words[member] == 0) {
                    return null;
                }
            }
        }
        return new PeerBells(words, fences, doorbell);
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
        pool.sleepWords().share();
        pool.sleepWords().describe(card, SLEEP_WORD);
        Place place = new Place();
        place.store(card, MEMORY);
        MappableBlock control = allocate(ControlBlock.bytes(comm.size()));
        if (control == null) {
            return card;
        }
        new ControlBlock(control.address(), comm.size()).clear();
        place.set(control.file(), control.fileOffset(control.address()));
        place.store(card, CONTROL);
        boolean elsewhere = request.bytes() == 0 || request.flavor() == Flavor.SHARED;
        if (!elsewhere && pool.locate(request.address(), request.bytes(), place)) {
            place.store(card, MEMORY);
            card[USABLE] = 1;
        } else {
            card[USABLE] = elsewhere ? 1 : 0;
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
        Place place = new Place();
        if (all != null) {
            place.set(all.file(), all.fileOffset(all.address()));
        }
        long[] mine = new long[Place.WORDS];
        place.store(mine, 0);
        long[] places = exchange(mine);
        if (places == null) {
            place.clear();
        } else {
            place.load(places, 0);
        }
        for (int member = 0; member < comm.size(); member++) {
            place.store(cards, member * WORDS + MEMORY);
            place.set(place.file(), place.offset() + card(member, BYTES));
            cards[member * WORDS + USABLE] = place.exists() ? card(member, USABLE) : 0;
        }
    }

    private SharedMembers map(PeerBells bells) {
        int size = comm.size();
        ControlBlock[] controls = new ControlBlock[size];
        FixedMemory[] memories = new FixedMemory[size];
        MemorySegment[] segments = new MemorySegment[size];
        for (int member = 0; member < size; member++) {
            if (card(member, USABLE) != 1) {
                return null;
            }
            long control = reach(member, member, CONTROL, ControlBlock.bytes(size));
            MemorySegment memory = memory(member, card(member, BYTES));
            if (control == 0 || memory == null || control % Long.BYTES != 0) {
                return null;
            }
            controls[member] = new ControlBlock(control, size);
            int unit = (int) card(member, UNIT);
            memories[member] = new FixedMemory(memory.address(), memory.byteSize(), unit);
            segments[member] = memory;
        }
        MemorySegment whole = request.flavor() == Flavor.SHARED ? whole() : null;
        return new SharedMembers(controls, memories, segments, whole, arena, bells, own);
    }

    private MemorySegment whole() {
        int last = comm.size() - 1;
        long end = card(last, MEMORY + 1) + card(last, BYTES);
        return memory(0, end - card(0, MEMORY + 1));
    }

    /**
     * Returns what begins where a member's memory does; null when it is not mapped. The memory of a
     * shared window is all rank 0's.
     */
    private MemorySegment memory(int member, long bytes) {
        if (bytes == 0 && card(member, MEMORY) < 0) {
            return MemorySegment.NULL;
        }
        if (member == comm.rank() && request.flavor() != Flavor.SHARED) {
            return Memory.all().asSlice(request.address(), request.bytes());
        }
        int owner = request.flavor() == Flavor.SHARED ? 0 : member;
        long address = reach(owner, member, MEMORY, bytes);
        return address == 0 ? null : segment(address, bytes);
    }

    /**
     * Returns memory for the program, which may not be used after the window, and keeps the pool,
     * and so the mapping, for as long as it may.
     */
    private MemorySegment segment(long address, long bytes) {
        MemorySegment memory = MemorySegment.ofAddress(address);
        return memory.reinterpret(bytes, arena, gone -> Reference.reachabilityFence(pool));
    }

    /** Returns where a range is mapped whose place stands in a member's card; 0 if it is not. */
    private long reach(int owner, int member, int at, long bytes) {
        int number = comm.peer(owner).rank();
        return pool.reach(number, card(member, at), card(member, at + 1), bytes);
    }
}
