package org.strata.mca.pml;

import org.strata.mca.proc.Proc;

import java.util.Objects;

/**
 * A communicator as the PML and the collectives see it. Point-to-point traffic uses tags from 0,
 * collectives negative ones, in the same context; {@code ANY_TAG} matches tags from 0 only.
 */
public final class CommContext {
    private final long identity;
    private final int rank;
    private final int worldRank;

    /**
     * The peers by rank are entries of this table, from one on at equal distances: a communicator
     * of all, of a block or of a column of another one's members shares the table with it.
     */
    private final Proc[] table;

    private final int first;
    private final int stride;
    private final int size;

    /** An inter-communicator's own group; null in an intra-communicator. */
    private final CommContext group;

    /** Whether the own group is the first of an inter-communicator's two. */
    private final boolean firstGroup;

    /** The communicator's name for people; empty if it has none. */
    private volatile String name = "";

    /** Whether the program has said that it receives without wildcards. */
    private volatile boolean noWildcards;

    private int operations;

    /** Persistent requests, each of which may begin an operation later. */
    private int retained;

    /** Runs when no operation is under way any more; or null. */
    private Runnable afterLast;

    /** The state that the PML which matches messages keeps of this communicator. */
    public Object pmlData;

    /** The state of a PML that stands on another one; null where none does. */
    public Object upperPmlData;

    /** The states that collective components keep, the most recently added first. */
    private CollData collData;

    /**
     * @param identity the communicator's ({@link CommId}), equal in all members
     * @param rank this process's rank in the communicator
     * @param peers the (remote) group by rank; owned by this object from now on
     * @param worldRank this process's rank in MPI_COMM_WORLD
     */
    public CommContext(long identity, int rank, Proc[] peers, int worldRank) {
        this(identity, rank, worldRank, peers, 0, 1, peers.length);
    }

    /**
     * Makes the context of an inter-communicator.
     *
     * @param identity the communicator's ({@link CommId}), equal in all members of both groups
     * @param group context of an intra-communicator of the own group, which nothing else uses
     * @param firstGroup whether the own group is the first; the other group's members say the
     *     opposite
     * @param remote the processes of the other group by rank; owned by this object from now on
     */
    public CommContext(long identity, CommContext group, boolean firstGroup, Proc[] remote) {
        this.identity = identity;
        this.rank = group.rank;
        this.worldRank = group.worldRank;
        this.table = remote;
        this.first = 0;
        this.stride = 1;
        this.size = remote.length;
        this.group = group;
        this.firstGroup = firstGroup;
    }

    private CommContext(
            long identity, int rank, int worldRank, Proc[] table, int first, int stride, int size) {
        this.group = null;
        this.firstGroup = true;
        this.identity = identity;
        this.rank = rank;
        this.worldRank = worldRank;
        this.table = table;
        this.first = first;
        this.stride = stride;
        this.size = size;
    }

    /**
     * Makes the context of a communicator of some of this one's members. It needs memory for them
     * only where they are not at equal distances.
     *
     * @param newIdentity its identity
     * @param newRank this process's rank in it
     * @param members the processes by rank; owned by the new object from now on
     */
    public CommContext subset(long newIdentity, int newRank, Proc[] members) {
        int start = indexOf(members[0]);
        int step = members.length == 1 || start < 0 ? 1 : indexOf(members[1]) - start;
        boolean regular = start >= 0;
        for (int i = 0; regular && i < members.length; i++) {
            long index = start + (long) i * step;
            regular = index >= 0 && index < table.length && table[(int) index] == members[i];
        }
        return regular
                ? new CommContext(
                        newIdentity, newRank, worldRank, table, start, step, members.length)
                : new CommContext(newIdentity, newRank, members, worldRank);
    }

    private int indexOf(Proc proc) {
        for (int i = 0; i < table.length; i++) {
            if (table[i] == proc) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the communicator's identity ({@link CommId}), the same at all members and never
     * another communicator's.
     */
    public long identity() {
        return identity;
    }

    /** Returns this process's rank in the communicator: in its own group. */
    public int rank() {
        return rank;
    }

    /** Returns whether this is an inter-communicator: the peers are those of another group. */
    public boolean isInter() {
        return group != null;
    }

    /**
     * Returns the context of this process's own group: of an inter-communicator's, in which only
     * the library communicates, else this one.
     */
    public CommContext group() {
        return group == null ? this : group;
    }

    /** Returns whether an inter-communicator's own group is the first of the two. */
    public boolean firstGroup() {
        return firstGroup;
    }

    /** Returns the number of peers: the size of the (remote) group. */
    public int size() {
        return size;
    }

    /** Returns the process with a rank of the (remote) group. */
    public Proc peer(int peerRank) {
        return table[first + Objects.checkIndex(peerRank, size) * stride];
    }

    /**
     * Returns the rank of a process among the peers, or -1. Takes one look where the peers are
     * those of a world in its order, or a regular part of them; else it searches.
     */
    public int rankOf(Proc proc) {
        int index = proc.numberInWorld() - first;
        int guess = index / stride;
        if (guess >= 0 && guess < size && peer(guess) == proc) {
            return guess;
        }
        for (int peerRank = 0; peerRank < size; peerRank++) {
            if (peer(peerRank) == proc) {
                return peerRank;
            }
        }
        return -1;
    }

    /** Returns this process's rank in MPI_COMM_WORLD. */
    public int worldRank() {
        return worldRank;
    }

    /** Sets the name by which reports call the communicator; empty for none. */
    public void setName(String newName) {
        name = newName;
    }

    /**
     * Sets whether the program receives without wildcards on this communicator (MPI 4.0 §7.4.4:
     * {@code mpi_assert_no_any_source} and {@code mpi_assert_no_any_tag}).
     */
    public void assertNoWildcards(boolean asserted) {
        noWildcards = asserted;
    }

    /** Returns whether the program has asserted that it receives without wildcards. */
    public boolean noWildcards() {
        return noWildcards;
    }

    /** Returns what reports call the communicator. */
    public String label() {
        if (!name.isEmpty()) {
            return name;
        }
        return isInter()
                ? "inter-communicator "
                        + CommId.text(identity)
                        + " of "
                        + group.size
                        + " and "
                        + size
                        + " processes"
                : "communicator " + CommId.text(identity) + " of " + size + " processes";
    }

    /** A collective component's state of a communicator. */
    public abstract static class CollData {
        private final Object owner;
        private CollData next;

        /**
         * @param owner whose state it is
         */
        protected CollData(Object owner) {
            this.owner = owner;
        }
    }

    /** Returns the state that a collective component has added, or null. Tier 1. */
    public CollData collData(Object owner) {
        CollData data = collData;
        while (data != null && data.owner != owner) {
            data = data.next;
        }
        return data;
    }

    /** Adds a collective component's state; once per owner. */
    public void addCollData(CollData added) {
        added.next = collData;
        collData = added;
    }

    /** Counts an operation that begins; inside the bracket. */
    void operationBegins() {
        operations++;
    }

    /** Counts an operation that has ended; inside the bracket. */
    void operationEnds() {
        if (--operations == 0 && afterLast != null) {
            runWhenIdle();
        }
    }

    private void runWhenIdle() {
        if (operations == 0 && retained == 0) {
            Runnable action = afterLast;
            afterLast = null;
            action.run();
        }
    }

    /**
     * Keeps the communicator in the stack until {@link #release}, for a persistent request: it may
     * begin operations when the program has freed the communicator. Inside the bracket.
     */
    public void retain() {
        retained++;
    }

    /** Ends what {@link #retain} began. Inside the bracket. */
    public void release() {
        if (--retained == 0 && afterLast != null) {
            runWhenIdle();
        }
    }

    /** Returns the number of operations under way on this communicator; inside the bracket. */
    public int operations() {
        return operations;
    }

    /**
     * Runs an action when no operation is under way on this communicator, and nothing retains it:
     * now, or when the last one ends. Inside the bracket; called once, after the last operation has
     * begun but those of persistent requests.
     */
    public void whenIdle(Runnable action) {
        afterLast = action;
        runWhenIdle();
    }
}
