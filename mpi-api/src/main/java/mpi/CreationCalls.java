package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.Arrays;

/** The creation of communicators of some members of another (MPI 3.1 §6.4.2). */
final class CreationCalls {
    private CreationCalls() {}

    /** Opens the predefined communicators: Init. */
    static void openPredefined(MpiRuntime runtime) {
        Proc[] procs = runtime.environment.procs().toArray(new Proc[0]);
        int number = runtime.rank();
        int rank = number - runtime.environment.firstRank();
        CommContext world = new CommContext(ContextIds.WORLD, rank, procs, number);
        CommContext self = new CommContext(ContextIds.SELF, 0, new Proc[] {procs[rank]}, number);
        Communicator.WORLD.open(world);
        Communicator.SELF.open(self);
        try (var _ = runtime.enter()) {
            runtime.pml.addComm(world);
            runtime.pml.addComm(self);
        }
    }

    /**
     * Makes a new communicator of some members of another; collective over the latter.
     *
     * @param members its processes by rank, null when this process is not among them
     * @param made null communicator that becomes the new one
     * @return {@code made}, still null when this process is no member
     */
    static Communicator create(Communicator parent, String call, Proc[] members, Communicator made)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(parent, call);
        int id;
        try (var _ = runtime.enter()) {
            id = runtime.contexts.agree(parent.context());
            openAgreed(runtime, parent, id, members, made);
        }
        return created(runtime, parent, call, id, made);
    }

    /**
     * Opens a new communicator if its members agreed on an id and this process is one of them. In
     * the bracket of the agreement: the id stays free for other agreements until then.
     */
    static void openAgreed(
            MpiRuntime runtime, Communicator parent, int id, Proc[] members, Communicator made) {
        if (id >= 0 && members != null) {
            made.setErrorHandler(parent.errorHandler());
            made.open(runtime, parent.context(), id, members);
        }
    }

    /** Ends a creation: returns the communicator, or throws what the id of the agreement says. */
    static Communicator created(
            MpiRuntime runtime, Communicator parent, String call, int id, Communicator made)
            throws MPIException {
        if (id == Rc.NO_MEMORY) {
            String why = "all context ids are in use";
            throw Errors.fail(parent, id, call, MPI.ANY_SOURCE, why);
        }
        if (id < 0) {
            throw CollectiveResult.failed(runtime, parent, call, id);
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
        int[] choices = new int[2 * context.size()];
        choices[2 * context.rank()] = colour;
        choices[2 * context.rank() + 1] = key;
        Buf all = new Buf(choices, 0, 2, DataLayouts.basic(Integer.BYTES, Integer.BYTES));
        int rc;
        try (var _ = runtime.enter()) {
            rc = runtime.coll.allgather(null, all, context);
        }
        CollectiveResult.finish(runtime, parent, call, rc);
        Proc[] members = colour == MPI.UNDEFINED ? null : sameColour(context, choices, colour);
        return create(parent, call, members, new Communicator(topology));
    }

    /** Returns the members with a colour by key, then rank; choices are (colour, key) pairs. */
    private static Proc[] sameColour(CommContext context, int[] choices, int colour) {
        int count = 0;
        long[] order = new long[context.size()];
        for (int rank = 0; rank < context.size(); rank++) {
            if (choices[2 * rank] == colour) {
                order[count++] = (long) choices[2 * rank + 1] << 32 | rank;
            }
        }
        Arrays.sort(order, 0, count);
        Proc[] members = new Proc[count];
        for (int i = 0; i < count; i++) {
            members[i] = context.peer((int) order[i]);
        }
        return members;
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
        CommContext context = parent.context();
        long key = ContextIds.key(context.id(), tag);
        GroupAgreement agreement = agreement(runtime, context, members, tag);
        int id;
        try (var _ = runtime.enter()) {
            id = runtime.contexts.agree(key, agreement);
            openAgreed(runtime, parent, id, members, made);
        }
        return created(runtime, parent, call, id, made);
    }

    private static GroupAgreement agreement(
            MpiRuntime runtime, CommContext context, Proc[] members, int tag) {
        RankIndex index = new RankIndex(context);
        int[] ranks = new int[members.length];
        int me = 0;
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = index.rankOf(members[i]);
            me = ranks[i] == context.rank() ? i : me;
        }
        return new GroupAgreement(runtime.pml, context, ranks, me, tag);
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
