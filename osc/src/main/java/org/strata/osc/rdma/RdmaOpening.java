package org.strata.osc.rdma;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
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
    /** What a member tells each other one: address, bytes and unit of its memory, and a handle. */
    private static final int ADDRESS = 0;

    private static final int BYTES = 1;
    private static final int UNIT = 2;
    private static final int HANDLE = 3;
    private static final int HANDLE_WORDS = 4;
    private static final int WORDS = HANDLE + HANDLE_WORDS;

    private static final int ACCESS =
            Registration.LOCAL_WRITE | Registration.REMOTE_WRITE | Registration.REMOTE_READ;

    private final Bml bml;
    private final OscRequest request;
    private final CommContext comm;
    private final BtlLink[] links;
    private final List<RdmaMembers.Exposure> exposures = new ArrayList<>();
    private String refusal = "";

    /** What keeps a member from using RDMA. */
    private enum Obstacle {
        NONE(""),
        NO_LINK("no link that can put and get leads from rank %d to rank %d"),
        SEVERAL_LINKS("several links lead from rank %d to rank %d"),
        MEMORY("the memory of rank %d cannot be put within reach of rank %d"),
        EXCHANGE("rank %d has lost a member");

        private final String text;

        Obstacle(String text) {
            this.text = text;
        }
    }

    /** What keeps a member from using RDMA, and to which other one. */
    private record Finding(Obstacle obstacle, int peer) {
        static final Finding NOTHING = new Finding(Obstacle.NONE, 0);
    }

    RdmaOpening(Bml bml, OscRequest request) {
        this.bml = bml;
        this.request = request;
        this.comm = request.comm();
        this.links = new BtlLink[comm.size()];
    }

    /** Returns why the members cannot use RDMA. */
    String refusal() {
        return refusal;
    }

    /** Opens it with all members; null when they cannot. */
    RdmaMembers open() {
        if (!agree(findLinks())) {
            return null;
        }
        try (Arena scratch = Arena.ofConfined()) {
            long handle = Memory.allocate(scratch, HANDLE_WORDS * Long.BYTES, Long.BYTES);
            long[] cards = new long[WORDS * comm.size()];
            Finding finding = expose(cards, handle);
            long[] theirs = new long[cards.length];
            if (request.coll().alltoall(words(cards), words(theirs), comm) != Rc.OK) {
                finding = new Finding(Obstacle.EXCHANGE, 0);
            }
            if (!agree(finding)) {
                exposures.forEach(RdmaMembers.Exposure::end);
                return null;
            }
            return members(theirs);
        }
    }

    private static Buf words(long[] all) {
        return new Buf(all, 0, WORDS, DataLayouts.basic(Long.BYTES, Long.BYTES));
    }

    /** Tells the others what this member has found; returns whether nobody has found anything. */
    private boolean agree(Finding mine) {
        long[] told = {mine.obstacle().ordinal(), mine.peer()};
        long[] all = new long[told.length * comm.size()];
        Buf send = new Buf(told, 0, told.length, DataLayouts.basic(Long.BYTES, Long.BYTES));
        Buf receive = new Buf(all, 0, told.length, send.layout());
        if (request.coll().allgather(send, receive, comm) != Rc.OK) {
            refusal = "a member is lost";
            return false;
        }
        for (int member = 0; member < comm.size(); member++) {
            Obstacle obstacle = Obstacle.values()[(int) all[2 * member]];
            if (obstacle != Obstacle.NONE) {
                refusal = obstacle.text.formatted(member, all[2 * member + 1]);
                return false;
            }
        }
        return true;
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
            BtlLink link = links[member];
            if (link == null || request.bytes() == 0) {
                continue;
            }
            if (!link.rdma.reachable(link.endpoint, request.address(), request.bytes())) {
                return new Finding(Obstacle.MEMORY, member);
            }
            Registration registration = null;
            if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
                registration =
                        link.rdma.register(
                                link.endpoint, request.address(), request.bytes(), ACCESS);
                if (registration == null) {
                    return new Finding(Obstacle.MEMORY, member);
                }
                exposures.add(new RdmaMembers.Exposure(link, registration));
            }
            link.rdma.writeHandle(registration, request.address(), handle);
            for (int word = 0; word < HANDLE_WORDS; word++) {
                long at = handle + (long) word * Long.BYTES;
                cards[card + HANDLE + word] = Memory.getLong(at);
            }
        }
        return Finding.NOTHING;
    }

    private RdmaMembers members(long[] cards) {
        Arena arena = Arena.ofShared();
        RdmaPeer[] peers = new RdmaPeer[comm.size()];
        for (int member = 0; member < peers.length; member++) {
            int card = member * WORDS;
            long handle = Memory.allocate(arena, HANDLE_WORDS * Long.BYTES, Long.BYTES);
            for (int word = 0; word < HANDLE_WORDS; word++) {
                Memory.putLong(handle + (long) word * Long.BYTES, cards[card + HANDLE + word]);
            }
            FixedMemory memory =
                    new FixedMemory(
                            cards[card + ADDRESS], cards[card + BYTES], (int) cards[card + UNIT]);
            peers[member] = new RdmaPeer(member, links[member], memory, handle);
        }
        return new RdmaMembers(peers, List.copyOf(exposures), arena);
    }
}
