package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;

import java.util.Arrays;
import java.util.Map;

/** Inter-communicators: made of two groups, duplicated, merged (MPI 3.1 §6.6). */
final class InterCalls {
    private InterCalls() {}

    /** Checks that a communicator is usable and has two groups; returns the runtime. */
    static MpiRuntime runtime(Communicator comm, String call) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        if (!comm.context().isInter()) {
            String detail = comm.label() + " is no inter-communicator";
            throw Errors.raise(comm, MPI.ERR_COMM, call, detail);
        }
        return runtime;
    }

    static int remoteSize(Communicator comm) throws MPIException {
        runtime(comm, "MPI_Comm_remote_size");
        return comm.context().size();
    }

    static Group remoteGroup(Communicator comm) throws MPIException {
        runtime(comm, "MPI_Comm_remote_group");
        return LocalCalls.groupOf(comm.context());
    }

    // ---- MPI_Intercomm_create

    /**
     * Joins two groups.
     *
     * @param bridge has both leaders as members; significant at the leaders only
     * @param remoteLeader the other leader's rank in it
     */
    static Communicator create(
            Communicator bridge, Communicator local, int localLeader, int remoteLeader, int tag)
            throws MPIException {
        String call = "MPI_Intercomm_create";
        MpiRuntime runtime = checkLocal(local, localLeader, call);
        CommContext group = local.context();
        LeaderLink link = null;
        long key = 0;
        if (group.rank() == localLeader) {
            checkBridge(bridge, remoteLeader, tag, call);
            CommContext peers = bridge.context();
            int bridgeTag = ReservedTags.BRIDGES.tagByTurns(tag);
            link = new LeaderMessages(runtime, peers, remoteLeader, bridgeTag);
            key = ContextIds.key(peers.id(), tag);
        }
        return join(local, call, new InterAgreement(runtime, group, localLeader, link), key);
    }

    private static MpiRuntime checkLocal(Communicator local, int leader, String call)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(local, call);
        CommContext group = local.context();
        if (group.isInter()) {
            String detail = "the local communicator is an inter-communicator";
            throw Errors.raise(local, MPI.ERR_COMM, call, detail);
        }
        if (leader < 0 || leader >= group.size()) {
            String detail = "leader " + leader + " is not a rank of a communicator of ";
            throw Errors.raise(local, MPI.ERR_ARG, call, detail + group.size());
        }
        return runtime;
    }

    private static void checkBridge(Communicator bridge, int remoteLeader, int tag, String call)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(bridge, call);
        int peers = bridge.context().size();
        if (remoteLeader < 0 || remoteLeader >= peers) {
            String detail =
                    "remote leader " + remoteLeader + " is not a rank of a communicator of ";
            throw Errors.raise(bridge, MPI.ERR_ARG, call, detail + peers);
        }
        if (tag < 0 || tag > runtime.maxTag) {
            String detail = "tag " + tag + " is not in 0.." + runtime.maxTag;
            throw Errors.raise(bridge, MPI.ERR_TAG, call, detail);
        }
    }

    /**
     * Makes an inter-communicator of the own group and another, whose leaders exchange words;
     * collective over both.
     *
     * @param agreement of both groups
     * @param key of the agreement on context ids, the same at both leaders; unused at others
     */
    static Communicator join(Communicator local, String call, InterAgreement agreement, long key)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(local, call);
        CommContext group = local.context();
        Communicator made = new Communicator();
        int id = Rc.OK;
        int rc;
        try (var _ = runtime.enter()) {
            long[] head = {group.size(), key};
            long[] theirs = new long[head.length];
            rc = agreement.exchange(head, theirs);
            Proc[] remote = new Proc[0];
            if (rc == Rc.OK) {
                long[] members = new long[(int) theirs[0]];
                rc = agreement.exchange(ranks(group), members);
                remote = rc == Rc.OK ? procs(runtime, members) : remote;
            }
            if (rc == Rc.OK && !overlap(group, remote)) {
                boolean first = least(Communicator.procs(group)) < least(remote);
                id = open(runtime, made, local, agreement, theirs[1], first, remote);
            }
        }
        CollectiveResult.finish(runtime, local, call, rc);
        if (made.isNull() && id == Rc.OK) {
            throw Errors.raise(local, MPI.ERR_COMM, call, "a process is in both groups");
        }
        return CreationCalls.created(runtime, local, call, id, made);
    }

    /** Makes a predefined communicator what another one is, which nobody has seen yet. */
    static void adopt(Communicator predefined, Communicator made) {
        predefined.open(made.context());
        predefined.setErrorHandler(made.errorHandler());
    }

    /** Agrees on two context ids, one for the own group, and opens; returns an id or Rc code. */
    private static int open(
            MpiRuntime runtime,
            Communicator made,
            Communicator parent,
            InterAgreement agreement,
            long key,
            boolean first,
            Proc[] remote) {
        int own = runtime.contexts.agree(key, agreement);
        if (own < 0) {
            return own;
        }
        runtime.contexts.take(own);
        int id = runtime.contexts.agree(key, agreement);
        if (id < 0) {
            runtime.contexts.release(own);
            return id;
        }
        made.setErrorHandler(parent.errorHandler());
        made.open(runtime, parent.context().group(), own, id, first, remote);
        return id;
    }

    private static long[] ranks(CommContext group) {
        long[] ranks = new long[group.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = group.peer(i).rank();
        }
        return ranks;
    }

    private static Proc[] procs(MpiRuntime runtime, long[] ranks) {
        Proc[] procs = new Proc[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            procs[i] = runtime.proc((int) ranks[i]);
        }
        return procs;
    }

    private static int least(Proc[] procs) {
        return Arrays.stream(procs).mapToInt(Proc::rank).min().orElseThrow();
    }

    private static boolean overlap(CommContext group, Proc[] others) {
        RankIndex index = new RankIndex(group);
        return Arrays.stream(others).anyMatch(proc -> index.rankOf(proc) >= 0);
    }

    // ---- MPI_Comm_dup of an inter-communicator

    static Communicator duplicate(Communicator comm, String call, Map<String, String> hints)
            throws MPIException {
        MpiRuntime runtime = runtime(comm, call);
        CommContext inter = comm.context();
        Communicator made = comm.heir(hints);
        int id;
        try (var _ = runtime.enter()) {
            InterAgreement agreement = InterAgreement.of(runtime, inter);
            long key = ContextIds.key(inter.id());
            Proc[] remote = Communicator.procs(inter);
            id = open(runtime, made, comm, agreement, key, inter.firstGroup(), remote);
        }
        if (id < 0) {
            made.attributes().clear();
        }
        return CreationCalls.created(runtime, comm, call, id, made);
    }

    // ---- MPI_Intercomm_merge

    /**
     * Makes a communicator of all members of both groups.
     *
     * @param high whether the own group's ranks follow the other's; where both groups say the same,
     *     the first group comes first
     */
    static Communicator merge(Communicator comm, boolean high) throws MPIException {
        String call = "MPI_Intercomm_merge";
        MpiRuntime runtime = runtime(comm, call);
        CommContext inter = comm.context();
        InterAgreement agreement = InterAgreement.of(runtime, inter);
        Communicator made = new Communicator();
        int id;
        try (var _ = runtime.enter()) {
            long[] theirs = new long[1];
            id = agreement.exchange(new long[] {high ? 1 : 0}, theirs);
            if (id == Rc.OK) {
                boolean theirHigh = theirs[0] != 0;
                boolean ownFirst = high == theirHigh ? inter.firstGroup() : theirHigh;
                Proc[] members = concatenated(inter, ownFirst);
                id = runtime.contexts.agree(ContextIds.key(inter.id()), agreement);
                CreationCalls.openAgreed(runtime, comm, id, members, made);
            }
        }
        return CreationCalls.created(runtime, comm, call, id, made);
    }

    private static Proc[] concatenated(CommContext inter, boolean ownFirst) {
        Proc[] own = Communicator.procs(inter.group());
        Proc[] remote = Communicator.procs(inter);
        Proc[] low = ownFirst ? own : remote;
        Proc[] all = Arrays.copyOf(low, own.length + remote.length);
        Proc[] rest = ownFirst ? remote : own;
        System.arraycopy(rest, 0, all, low.length, rest.length);
        return all;
    }
}
