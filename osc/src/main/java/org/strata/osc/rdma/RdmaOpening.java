package org.strata.osc.rdma;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.base.FixedMemory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a window over RDMA: the members find out whether links that can put and get connect all of
 * them, register their memory, and exchange where it is and by which handle; either all of them use
 * it, or none. Tier 3.
 */
final class RdmaOpening {
    /** What a member tells each other one: address, bytes, unit and handle of its memory. */
    private static final int ADDRESS = 0;

    private static final int BYTES = 1;
    private static final int UNIT = 2;
    private static final int HANDLE = 3;
    private static final int HANDLE_WORDS = 4;

    /** Address and handle of its control memory. */
    private static final int CONTROL = HANDLE + HANDLE_WORDS;

    private static final int CONTROL_HANDLE = CONTROL + 1;
    private static final int WORDS = CONTROL_HANDLE + HANDLE_WORDS;

    /** Locks of windows with more members go by messages: everybody reads the cells of all. */
    private static final int MOST_LOCK_CELLS = 64;

    private static final int MOST_LOCK_BLOCKS = 16;

    /** Words that may be under way. */
    private static final int WORD_CELLS = 64;

    private static final int ACCESS =
            Registration.LOCAL_WRITE | Registration.REMOTE_WRITE | Registration.REMOTE_READ;

    private final Bml bml;
    private final OscRequest request;
    private final CommContext comm;
    private final ProgressEngine engine;
    private final RdmaOscConfig config;
    private final BtlLink[] links;
    private final List<RdmaMembers.Exposure> exposures = new ArrayList<>();
    private final Arena arena = Arena.ofShared();

    /** This member's lock cells. */
    private final long control;

    private final long controlBytes;

    /** The only link of this member, if it has atomics; else null. */
    private BtlLink atomic;

    private Registration ownMemory;
    private CopyBlocks lockBlocks;
    private RdmaMembers.WordCells words;
    private String refusal = "";

    /** What keeps a member from using RDMA. */
    private enum Obstacle {
        NONE(""),
        NO_LINK("no link that can put and get leads from rank %d to rank %d"),
        SEVERAL_LINKS("several links lead from rank %d to rank %d"),
        MEMORY("the memory of rank %d cannot be put within reach of rank %d"),
        EXCHANGE("rank %d has lost a member"),
        UNKNOWN("rank %d names an obstacle that there is not");

        private static final Obstacle[] ALL = values();

        private final String text;

        Obstacle(String text) {
            this.text = text;
        }

        /** Returns what a word of another member stands for, whatever it is. */
        static Obstacle of(long word) {
            return word >= 0 && word < ALL.length ? ALL[(int) word] : UNKNOWN;
        }
    }

    /** What keeps a member from using RDMA, and to which other one. */
    private record Finding(Obstacle obstacle, int peer) {
        static final Finding NOTHING = new Finding(Obstacle.NONE, 0);
    }

    RdmaOpening(Bml bml, OscRequest request, ProgressEngine engine, RdmaOscConfig config) {
        this.bml = bml;
        this.request = request;
        this.engine = engine;
        this.config = config;
        this.comm = request.comm();
        this.links = new BtlLink[comm.size()];
        this.controlBytes = (long) comm.size() * LockCells.BYTES;
        this.control = Memory.allocate(arena, controlBytes, 64);
        for (int member = 0; member < comm.size(); member++) {
            LockCells.write(control + (long) member * LockCells.BYTES, LockCells.IDLE);
        }
    }

    /** Returns why the members cannot use RDMA. */
    String refusal() {
        return refusal;
    }

    /** Opens it with all members; null when they cannot. */
    RdmaMembers open() {
        if (!agree(findLinks())) {
            arena.close();
            return null;
        }
        long handle = Memory.allocate(arena, HANDLE_WORDS * Long.BYTES, Long.BYTES);
        long[] cards = new long[WORDS * comm.size()];
        atomic = atomicLink();
        if (comm.size() <= MOST_LOCK_CELLS) {
            int bytes = (int) controlBytes;
            lockBlocks = new CopyBlocks(engine, bytes, Math.min(comm.size(), MOST_LOCK_BLOCKS));
        }
        Finding finding = expose(cards, handle);
        if (finding == Finding.NOTHING && atomic != null) {
            prepareWords(handle);
        }
        long[] theirs = new long[cards.length];
        if (request.coll().alltoall(words(cards), words(theirs), comm) != Rc.OK) {
            finding = new Finding(Obstacle.EXCHANGE, 0);
        }
        boolean agreed = agree(finding);
        RdmaMembers members =
                new RdmaMembers(
                        agreed ? peers(theirs) : new RdmaPeer[0],
                        List.copyOf(exposures),
                        lockBlocks,
                        words,
                        arena);
        if (!agreed) {
            members.close();
            return null;
        }
        return members;
    }

    /** Returns a link if all members are reached by the same one, and it has atomics. */
    private BtlLink atomicLink() {
        BtlLink first = null;
        for (BtlLink link : links) {
            if (link == null) {
                continue;
            }
            first = first == null ? link : first;
            if (link.rdma != first.rdma) {
                return null;
            }
        }
        boolean can =
                config.atomics()
                        && first != null
                        && first.rdma instanceof AtomicBtl
                        && first.attributes.has(BtlAttributes.FLAG_ATOMICS);
        return can ? first : null;
    }

    /** Makes the cells for words, and tries the way to this member's own memory. */
    private void prepareWords(long handle) {
        CopyBlocks blocks = new CopyBlocks(engine, Long.BYTES, WORD_CELLS);
        if (!blocks.prepare(atomic)) {
            blocks.close();
            return;
        }
        words = new RdmaMembers.WordCells(blocks, blocks.registration(atomic));
        long word = (request.address() + Long.BYTES - 1) & -Long.BYTES;
        if (word + Long.BYTES > request.address() + request.bytes()) {
            return;
        }
        atomic.rdma.writeHandle(ownMemory, request.address(), handle);
        RdmaPeer own = new RdmaPeer(comm.rank(), null, null, handle, 0, 0, (AtomicBtl) atomic.rdma);
        WordMove move = new WordMove(own, blocks, null, null);
        WordPiece read = WordPiece.add(move, words.registration(), blocks.take(), word, 0, 0);
        engine.waitFor(read);
        engine.waitFor(read::isOver);
        if (read.result() != Rc.OK) {
            blocks.close();
            words = null;
        }
    }

    private static Buf words(long[] all) {
        return new Buf(all, 0, WORDS, DataLayouts.basic(Long.BYTES, Long.BYTES));
    }

    /** Tells the others what this member has found; returns whether nobody has found anything. */
    private boolean agree(Finding mine) {
        long[] told = {
            mine.obstacle().ordinal(),
            mine.peer(),
            lockBlocks == null ? 0 : 1,
            words == null ? 0 : 1
        };
        long[] all = new long[told.length * comm.size()];
        Buf send = new Buf(told, 0, told.length, DataLayouts.basic(Long.BYTES, Long.BYTES));
        Buf receive = new Buf(all, 0, told.length, send.layout());
        if (request.coll().allgather(send, receive, comm) != Rc.OK) {
            refusal = "a member is lost";
            return false;
        }
        for (int member = 0; member < comm.size(); member++) {
            int at = told.length * member;
            Obstacle obstacle = Obstacle.of(all[at]);
            if (obstacle != Obstacle.NONE) {
                refusal = obstacle.text.formatted(member, all[at + 1]);
                return false;
            }
            if (all[at + 2] == 0) {
                dropLocks();
            }
            if (all[at + 3] == 0) {
                dropWords();
            }
        }
        return true;
    }

    private void dropLocks() {
        if (lockBlocks != null) {
            lockBlocks.close();
            lockBlocks = null;
        }
    }

    private void dropWords() {
        if (words != null) {
            words.blocks().close();
            words = null;
        }
    }

    /** Finds a link to each other member. */
    private Finding findLinks() {
        if (bml.btls().isEmpty()) {
            // The PML uses no BTLs.
            return new Finding(Obstacle.NO_LINK, comm.rank());
        }
        for (int member = 0; member < comm.size(); member++) {
            if (member == comm.rank()) {
                continue;
            }
            BtlLink[] rdma = bml.endpoint(comm.peer(member)).rdma;
            if (rdma.length == 0 || !moves(rdma[0])) {
                return new Finding(Obstacle.NO_LINK, member);
            }
            if (rdma.length > 1) {
                // A handle is of one link, and nobody has said which of the peer's it leads to.
                return new Finding(Obstacle.SEVERAL_LINKS, member);
            }
            links[member] = rdma[0];
        }
        return Finding.NOTHING;
    }

    private static boolean moves(BtlLink link) {
        return link.attributes.has(BtlAttributes.FLAG_PUT)
                && link.attributes.has(BtlAttributes.FLAG_GET)
                && link.rdma.handleSize() <= HANDLE_WORDS * Long.BYTES;
    }

    /** Registers this member's memory for each other one, and writes what that one needs. */
    private Finding expose(long[] cards, long handle) {
        for (int member = 0; member < comm.size(); member++) {
            int card = member * WORDS;
            cards[card + ADDRESS] = request.address();
            cards[card + BYTES] = request.bytes();
            cards[card + UNIT] = request.unit();
            cards[card + CONTROL] = control;
            BtlLink link = links[member];
            if (link == null) {
                continue;
            }
            if (lockBlocks != null && !exposeControl(link, cards, card, handle)) {
                dropLocks();
            }
            if (request.bytes() > 0 && !exposeMemory(link, cards, card, handle)) {
                return new Finding(Obstacle.MEMORY, member);
            }
        }
        if (ownMemory != null) {
            // By the adapter's loopback this member reaches its memory as the others do.
            atomic.rdma.writeHandle(ownMemory, request.address(), handle);
            copyHandle(handle, cards, comm.rank() * WORDS + HANDLE);
        }
        return Finding.NOTHING;
    }

    private boolean exposeMemory(BtlLink link, long[] cards, int card, long handle) {
        int access = ACCESS | (atomic == null ? 0 : Registration.REMOTE_ATOMIC);
        Registration made = null;
        if (!link.rdma.reachable(link.endpoint, request.address(), request.bytes())) {
            return false;
        }
        if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            made = register(link, request.address(), request.bytes(), access);
            if (made == null) {
                return false;
            }
            ownMemory = atomic == null ? null : made;
        }
        link.rdma.writeHandle(made, request.address(), handle);
        copyHandle(handle, cards, card + HANDLE);
        return true;
    }

    private boolean exposeControl(BtlLink link, long[] cards, int card, long handle) {
        Registration made = null;
        if (!link.rdma.reachable(link.endpoint, control, controlBytes)
                || !lockBlocks.prepare(link)) {
            return false;
        }
        if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            made = register(link, control, controlBytes, ACCESS);
            if (made == null) {
                return false;
            }
        }
        link.rdma.writeHandle(made, control, handle);
        copyHandle(handle, cards, card + CONTROL_HANDLE);
        return true;
    }

    private Registration register(BtlLink link, long address, long bytes, int access) {
        Registration made = link.rdma.register(link.endpoint, address, bytes, access);
        if (made != null) {
            exposures.add(new RdmaMembers.Exposure(link, made));
        }
        return made;
    }

    private static void copyHandle(long handle, long[] cards, int at) {
        for (int word = 0; word < HANDLE_WORDS; word++) {
            cards[at + word] = Memory.getLong(handle + (long) word * Long.BYTES);
        }
    }

    private long handle(long[] cards, int at) {
        long handle = Memory.allocate(arena, HANDLE_WORDS * Long.BYTES, Long.BYTES);
        for (int word = 0; word < HANDLE_WORDS; word++) {
            Memory.putLong(handle + (long) word * Long.BYTES, cards[at + word]);
        }
        return handle;
    }

    private RdmaPeer[] peers(long[] cards) {
        RdmaPeer[] peers = new RdmaPeer[comm.size()];
        for (int member = 0; member < peers.length; member++) {
            int card = member * WORDS;
            FixedMemory memory =
                    new FixedMemory(
                            cards[card + ADDRESS], cards[card + BYTES], (int) cards[card + UNIT]);
            peers[member] =
                    new RdmaPeer(
                            member,
                            links[member],
                            memory,
                            handle(cards, card + HANDLE),
                            cards[card + CONTROL],
                            handle(cards, card + CONTROL_HANDLE),
                            words == null ? null : (AtomicBtl) atomic.rdma);
        }
        return peers;
    }
}
