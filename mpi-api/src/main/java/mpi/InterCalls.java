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
        if (group.rank() == localLeader) {
            checkBridge(bridge, remoteLeader, tag, call);
            CommContext peers = bridge.context();
            int bridgeTag = ReservedTags.BRIDGES.tagByTurns(tag);
            LeaderLink messages = new LeaderMessages(runtime, peers, remoteLeader, bridgeTag);
            link = new BridgeLink(messages, tag);
        }
        return join(local, call, new InterExchange(runtime, group, localLeader, link));
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
     * @param leaders the exchange of both groups
     */
    static Communicator join(Communicator local, String call, InterExchange leaders)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(local, call);
        CommContext group = local.context();
        Communicator made = new Communicator();
        boolean overlaps = false;
        long identity;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            Names names = new Names(runtime, leaders, group.size());
            identity = names.rc;
            Proc[] remote = identity == Rc.OK ? members(runtime, leaders, group, names) : null;
            if (remote != null) {
                overlaps = overlap(group, remote);
            }
            if (identity == Rc.OK && remote == null) {
                identity = Rc.UNREACHABLE;
            } else if (identity == Rc.OK && !overlaps) {
                boolean first = least(Communicator.procs(group)) < least(remote);
                identity = open(runtime, made, local, names, first, remote);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (overlaps) {
            throw Errors.raise(local, MPI.ERR_COMM, call, "a process is in both groups");
        }
        return CreationCalls.created(runtime, local, call, identity, made);
    }

    /** Returns the processes of the other group by rank, or null if that failed. */
    private static Proc[] members(
            MpiRuntime runtime, InterExchange leaders, CommContext group, Names names) {
        if (names.theirNote <= 0 || names.theirNote > Proc.JOB_SPAN) {
            return null;
        }
        long[] members = new long[(int) names.theirNote];
        int rc = leaders.exchange(ranks(group), members);
        return rc == Rc.OK ? procs(runtime, members) : null;
    }

    /**
     * The names that both leaders offer: each one for the communicator, of which that of the first
     * group's leader is taken, and one for the own group's messages in it; and a note of each.
     */
    private static final class Names {
        private static final int NOTE = 0;
        private static final int BOTH = 1;
        private static final int OWN = 2;

        private final long[] ours = new long[3];
        private final long[] theirs = new long[3];

        /** Whether the exchange succeeded. */
        final int rc;

        /** What the other leader has noted. */
        final long theirNote;

        /** Exchanges names and notes. */
        Names(MpiRuntime runtime, InterExchange leaders, long note) {
            if (leaders.atLeader()) {
                ours[NOTE] = note;
                ours[BOTH] = runtime.names.next();
                ours[OWN] = runtime.names.next();
            }
            rc = leaders.exchange(ours, theirs);
            theirNote = theirs[NOTE];
        }

        /** Returns the communicator's name; a negative one is an Rc code. */
        long both(boolean first) {
            return sound(first ? ours[BOTH] : theirs[BOTH]);
        }

        /** Returns the name for the own group's messages; a negative one is an Rc code. */
        long own() {
            return sound(ours[OWN]);
        }

        /** A leader sends a name or NO_MEMORY; the low half of another word might be Rc.OK. */
        private static long sound(long name) {
            return name >= 0 || name == Rc.NO_MEMORY ? name : Rc.UNREACHABLE;
        }
    }

    /** Makes a predefined communicator what another one is, which nobody has seen yet. */
    static void adopt(Communicator predefined, Communicator made) {
        predefined.open(made.context());
        predefined.setErrorHandler(made.errorHandler());
    }

    /** Opens under the names that the leaders have exchanged; returns a name or Rc code. */
    private static long open(
            MpiRuntime runtime,
            Communicator made,
            Communicator parent,
            Names names,
            boolean first,
            Proc[] remote) {
        long both = names.both(first);
        long least = Math.min(both, names.own());
        if (least >= 0) {
            made.setErrorHandler(parent.errorHandler());
            CommContext group = parent.context().group();
            made.open(runtime, group, names.own(), both, first, remote);
        }
        return least;
    }

    private static long[] ranks(CommContext group) {
        long[] ranks = new long[group.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = group.peer(i).rank();
        }
        return ranks;
    }

    /** Returns the processes with these numbers; null when one of them is none of a known job. */
    private static Proc[] procs(MpiRuntime runtime, long[] ranks) {
        Proc[] procs = new Proc[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            int rank = (int) ranks[i];
            procs[i] = rank == ranks[i] ? runtime.proc(rank) : null;
            if (procs[i] == null) {
                return null;
            }
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
        long identity;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            Names names = new Names(runtime, InterExchange.of(runtime, inter), 0);
            Proc[] remote = Communicator.procs(inter);
            identity =
                    names.rc == Rc.OK
                            ? open(runtime, made, comm, names, inter.firstGroup(), remote)
                            : names.rc;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (identity < 0) {
            made.attributes().clear();
        }
        return CreationCalls.created(runtime, comm, call, identity, made);
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
        Communicator made = new Communicator();
        long identity;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            Names names = new Names(runtime, InterExchange.of(runtime, inter), high ? 1 : 0);
            identity = names.rc;
            if (identity == Rc.OK) {
                boolean theirHigh = names.theirNote != 0;
                boolean ownFirst = high == theirHigh ? inter.firstGroup() : theirHigh;
                Proc[] members = concatenated(inter, ownFirst);
                identity = names.both(inter.firstGroup());
                CreationCalls.openNamed(runtime, comm, identity, members, made);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        return CreationCalls.created(runtime, comm, call, identity, made);
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
