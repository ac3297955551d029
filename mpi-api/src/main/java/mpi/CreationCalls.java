package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.Arrays;

/** The creation of communicators of some members of another (MPI 3.1 §6.4.2). */
final class CreationCalls {
    /** Words of a member's choice in a split: colour, key, and a name for its group. */
    private static final int CHOICE = 3;

    private CreationCalls() {}

    /** Opens the predefined communicators: Init. */
    static void openPredefined(MpiRuntime runtime) {
        Proc[] procs = runtime.environment.procs().toArray(new Proc[0]);
        int number = runtime.rank();
        int rank = number - runtime.environment.firstRank();
        long worldId = CommId.world(runtime.environment.firstRank());
        CommContext world = new CommContext(worldId, rank, procs, number);
        Proc[] alone = {procs[rank]};
        CommContext self = new CommContext(CommId.self(number), 0, alone, number);
        Communicator.WORLD.open(world);
        Communicator.SELF.open(self);
        try (var _ = runtime.enter()) {
            runtime.pml.addComm(world);
            runtime.pml.addComm(self);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    /**
     * Makes a new communicator of some members of another; collective over the latter. Only the
     * members of the new one exchange a message: their first one names it, and broadcasts the name.
     *
     * @param members its processes by rank, null when this process is not among them
     * @param made null communicator that becomes the new one
     * @return {@code made}, still null when this process is no member
     */
    static Communicator create(Communicator parent, String call, Proc[] members, Communicator made)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(parent, call);
        long identity = Rc.OK;
        if (members != null) {
            try (var _ = Observed.call(call);
                    var _ = runtime.enter()) {
                identity = agree(runtime, parent.context(), members);
                openNamed(runtime, parent, identity, members, made);
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            }
        }
        return created(runtime, parent, call, identity, made);
    }

    /** Returns the name that the first member gives, or a negative Rc code. */
    private static long agree(MpiRuntime runtime, CommContext parent, Proc[] members) {
        if (members.length == 1) {
            return runtime.names.next();
        }
        if (members.length == parent.size()) {
            long[] name = {parent.rank() == 0 ? runtime.names.next() : 0};
            int rc = runtime.coll.bcast(LeaderMessages.buf(name), 0, parent);
            return rc == Rc.OK ? name[0] : rc;
        }
        return agree(
                runtime, broadcast(runtime, parent, members, ReservedTags.CREATIONS.tag(0)), 0);
    }

    /**
     * Returns the name that the root of a broadcast gives, or a negative Rc code.
     *
     * @param number what all members know of this creation: BAD_ARGUMENT where the root's differs
     */
    private static long agree(MpiRuntime runtime, GroupBroadcast broadcast, int number) {
        long[] words = {broadcast.atRoot() ? runtime.names.next() : 0, number};
        int rc = broadcast.run(words);
        if (rc != Rc.OK) {
            return rc;
        }
        return words[1] == number ? words[0] : Rc.BAD_ARGUMENT;
    }

    private static GroupBroadcast broadcast(
            MpiRuntime runtime, CommContext context, Proc[] members, int tag) {
        RankIndex index = new RankIndex(context);
        int[] ranks = new int[members.length];
        int me = 0;
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = index.rankOf(members[i]);
            me = ranks[i] == context.rank() ? i : me;
        }
        return new GroupBroadcast(runtime.pml, context, ranks, me, tag);
    }

    /** Opens a communicator whose members have agreed on a name; a negative one is an Rc code. */
    static void openNamed(
            MpiRuntime runtime,
            Communicator parent,
            long identity,
            Proc[] members,
            Communicator made) {
        if (identity >= 0) {
            made.setErrorHandler(parent.errorHandler());
            made.open(runtime, parent.context(), identity, members);
        }
    }

    /** Ends a creation: returns the communicator, or throws what a negative name says. */
    static Communicator created(
            MpiRuntime runtime, Communicator parent, String call, long identity, Communicator made)
            throws MPIException {
        if (identity == Rc.NO_MEMORY) {
            String why = "a process has named 2^32 communicators, which is the limit";
            throw Errors.fail(parent, Rc.NO_MEMORY, call, MPI.ANY_SOURCE, why);
        }
        if (identity < 0) {
            throw CollectiveResult.failed(runtime, parent, call, (int) identity);
        }
        return made;
    }

    static Communicator split(Communicator parent, int colour, int key) throws MPIException {
        return split(parent, "MPI_Comm_split", colour, key, null);
    }

    /** Splits; the new communicator has a topology of its own, or none. */
    static Communicator split(
            Communicator parent, String call, int colour, int key, CommTopology topology)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(parent, call);
        CommContext context = parent.context();
        if (colour < 0 && colour != MPI.UNDEFINED) {
            throw Errors.raise(parent, MPI.ERR_ARG, call, "colour " + colour + " is negative");
        }
        Communicator made = new Communicator(topology);
        // Each member offers a name for its group: that of the group's first member is taken.
        long[] choices = new long[CHOICE * context.size()];
        int mine = CHOICE * context.rank();
        choices[mine] = colour;
        choices[mine + 1] = key;
        Buf all = new Buf(choices, 0, CHOICE, DataLayouts.basic(Long.BYTES, Long.BYTES));
        long identity;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            choices[mine + 2] = colour == MPI.UNDEFINED ? 0 : runtime.names.next();
            identity = context.size() == 1 ? Rc.OK : runtime.coll.allgather(null, all, context);
            if (identity == Rc.OK && colour != MPI.UNDEFINED) {
                int[] ranks = sameColour(context, choices, colour);
                identity = choices[CHOICE * ranks[0] + 2];
                openNamed(runtime, parent, identity, procs(context, ranks), made);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return created(runtime, parent, call, identity, made);
    }

    /** Returns the ranks of the members with a colour, by key, then rank. */
    private static int[] sameColour(CommContext context, long[] choices, int colour) {
        int count = 0;
        long[] order = new long[context.size()];
        for (int rank = 0; rank < context.size(); rank++) {
            if (choices[CHOICE * rank] == colour) {
                order[count++] = choices[CHOICE * rank + 1] << Integer.SIZE | rank;
            }
        }
        Arrays.sort(order, 0, count);
        int[] ranks = new int[count];
        for (int i = 0; i < count; i++) {
            ranks[i] = (int) order[i];
        }
        return ranks;
    }

    private static Proc[] procs(CommContext context, int[] ranks) {
        Proc[] procs = new Proc[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            procs[i] = context.peer(ranks[i]);
        }
        return procs;
    }

    static Communicator splitType(Communicator parent, int splitType, int key) throws MPIException {
        String call = "MPI_Comm_split_type";
        MpiRuntime runtime = Checks.runtime(parent, call);
        if (splitType != Comm.TYPE_SHARED && splitType != MPI.UNDEFINED) {
            throw Errors.raise(parent, MPI.ERR_ARG, call, "unknown type " + splitType);
        }
        String host = runtime.proc(runtime.rank()).host();
        int first = 0;
        while (!parent.context().peer(first).host().equals(host)) {
            first++;
        }
        return split(parent, call, splitType == MPI.UNDEFINED ? splitType : first, key, null);
    }

    /** Makes a communicator of a group; collective over all members of the parent. */
    static Communicator ofGroup(Communicator parent, Group group) throws MPIException {
        String call = "MPI_Comm_create";
        Proc[] members = membersOf(parent, group, call);
        return create(parent, call, members, new Communicator());
    }

    /** Makes a communicator of a group; collective over the group only. */
    static Communicator ofGroup(Communicator parent, Group group, int tag) throws MPIException {
        String call = "MPI_Comm_create_group";
        MpiRuntime runtime = Checks.runtime(parent, call);
        if (tag < 0 || tag > runtime.maxTag) {
            throw Errors.raise(parent, MPI.ERR_TAG, call, "tag " + tag);
        }
        Communicator made = new Communicator();
        Proc[] members = membersOf(parent, group, call);
        if (members == null) {
            return made;
        }
        int channel = ReservedTags.GROUPS.tagByTurns(tag);
        long identity;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            identity =
                    members.length == 1
                            ? runtime.names.next()
                            : agree(
                                    runtime,
                                    broadcast(runtime, parent.context(), members, channel),
                                    tag);
            openNamed(runtime, parent, identity, members, made);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return created(runtime, parent, call, identity, made);
    }

    /** Returns a group's processes, null when this process is not among them. */
    private static Proc[] membersOf(Communicator parent, Group group, String call)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(parent, call);
        if (group == null || group.isNull()) {
            throw Errors.raise(parent, MPI.ERR_GROUP, call, "the group is null or was freed");
        }
        Proc[] members = group.procs(runtime, call);
        RankIndex index = new RankIndex(parent.context());
        boolean member = false;
        for (Proc proc : members) {
            if (index.rankOf(proc) < 0) {
                String detail = proc + " is not in ";
                throw Errors.raise(parent, MPI.ERR_GROUP, call, detail + parent.label());
            }
            member |= proc.rank() == runtime.rank();
        }
        return member ? members : null;
    }

    /** Returns the processes with the lowest ranks, null when this process is not among them. */
    static Proc[] firstProcs(CommContext context, int count) {
        return context.rank() < count ? Arrays.copyOf(Communicator.procs(context), count) : null;
    }
}
