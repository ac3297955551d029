package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import java.util.Arrays;

/** Communicators of two groups: the even and the odd ranks of the world. */
final class IntercommProgram {
    private static final int TAG = 12;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final Intracomm half = world.split(rank % 2, rank);
    private final int others = size - half.getSize();

    private IntercommProgram() throws MPIException {}

    static void run() throws MPIException {
        if (MPI.COMM_WORLD.getSize() > 1) {
            new IntercommProgram().checks();
        }
        Check.that(Intercomm.getParent().isNull(), "no parent");
    }

    private void checks() throws MPIException {
        Intercomm inter = world.createIntercomm(half, 0, 1 - rank % 2, TAG);
        groups(inter);
        messages(inter);
        merges(inter);
        movement(inter);
        parts(inter);
        reductions(inter);
        copies(inter);
        errors(inter);
        inter.free();
        Check.that(inter.isNull(), "freed");
        idsComeBack();
        half.free();
    }

    private void groups(Intercomm inter) throws MPIException {
        Check.that(inter.isInter() && !half.isInter(), "isInter");
        Check.equal(inter.getRank(), rank / 2, "rank");
        Check.equal(inter.getSize(), half.getSize(), "size");
        Check.equal(inter.getRemoteSize(), others, "remote size");
        Check.equal(Group.compare(inter.getGroup(), half.getGroup()), MPI.IDENT, "group");
        int[] ranks = new int[others];
        Arrays.setAll(ranks, i -> i);
        int[] inWorld = Group.translateRanks(inter.getRemoteGroup(), ranks, world.getGroup());
        for (int i = 0; i < others; i++) {
            Check.equal(inWorld[i], 2 * i + 1 - rank % 2, "remote group");
        }
        Check.equal(Comm.compare(inter, half), MPI.UNEQUAL, "compare");
    }

    private void messages(Intercomm inter) throws MPIException {
        Request[] sends = new Request[others];
        for (int i = 0; i < others; i++) {
            sends[i] = inter.iSend(new int[] {rank, i}, 2, MPI.INT, i, TAG);
        }
        int[] in = new int[2];
        for (int i = 0; i < others; i++) {
            Status status = inter.recv(in, 2, MPI.INT, MPI.ANY_SOURCE, TAG);
            Check.equal(in[0], 2 * status.getSource() + 1 - rank % 2, "sender");
            Check.equal(in[1], rank / 2, "receiver");
        }
        Request.waitAll(sends);
        double[] large = new double[200_000];
        Arrays.fill(large, rank);
        if (rank / 2 < others) {
            Status status =
                    inter.sendRecv(
                            large.clone(),
                            large.length,
                            MPI.DOUBLE,
                            rank / 2,
                            1,
                            large,
                            large.length,
                            MPI.DOUBLE,
                            rank / 2,
                            1);
            Check.equal(status.getCount(MPI.DOUBLE), large.length, "count");
            Check.equal(large[199_999], (double) (rank ^ 1), "large");
        }
        inter.send(null, 0, MPI.INT, MPI.PROC_NULL, 0);
    }

    private void merges(Intercomm inter) throws MPIException {
        Intracomm oddFirst = inter.merge(rank % 2 == 0);
        Check.equal(oddFirst.getSize(), size, "merged");
        int expected = rank / 2 + (rank % 2 == 0 ? others : 0);
        Check.equal(oddFirst.getRank(), expected, "rank in the merged");
        Intracomm same = inter.merge(true);
        int[] leader = {same.getRank() == 0 ? rank : -1};
        same.allReduce(leader, 1, MPI.INT, MPI.MAX);
        Check.equal(leader[0], 0, "the group with the least rank comes first");
        Check.equal(sum(oddFirst), size * (size - 1) / 2, "sum over the merged");
        same.free();
        oddFirst.free();
    }

    private int sum(Intracomm comm) throws MPIException {
        int[] sum = {rank};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    /** The root that a member of the group of even ranks, or of the other, passes. */
    private int root(int worldRank) {
        if (worldRank % 2 != rank % 2) {
            return worldRank / 2;
        }
        return worldRank == rank ? MPI.ROOT : MPI.PROC_NULL;
    }

    /** Two of each at a time, completed in the other order. */
    private void nonBlocking(Intercomm inter) throws MPIException {
        Request barrier = inter.iBarrier();
        for (int from = 0; from < size; from++) {
            int root = root(from);
            int[] word = {from == rank ? 100 + from : -1};
            int[] all = new int[others];
            Request bcast = inter.iBcast(word, 1, MPI.INT, root);
            Request gather = inter.iGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT, root);
            gather.waitFor();
            bcast.waitFor();
            Check.equal(word[0], root == MPI.PROC_NULL ? -1 : 100 + from, "iBcast");
            checkRemote(root == MPI.ROOT, all, "iGather");
        }
        int[] theirs = new int[others];
        int[] sum = new int[1];
        Request gather = inter.iAllGather(new int[] {rank}, 1, MPI.INT, theirs, 1, MPI.INT);
        Request reduce = inter.iAllReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        Request.waitAll(new Request[] {reduce, gather, barrier});
        checkRemote(true, theirs, "iAllGather");
        Check.equal(sum[0], others, "iAllReduce");
    }

    private void movement(Intercomm inter) throws MPIException {
        nonBlocking(inter);
        inter.barrier();
        for (int from = 0; from < size; from++) {
            int root = root(from);
            int[] word = {from == rank ? 100 + from : -1};
            inter.bcast(word, 1, MPI.INT, root);
            Check.equal(word[0], root == MPI.PROC_NULL ? -1 : 100 + from, "bcast");
            int[] all = new int[others];
            inter.gather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT, root);
            checkRemote(root == MPI.ROOT, all, "gather");
            int[] each = new int[others];
            int base = 1000 * from;
            Arrays.setAll(each, i -> base + i);
            int[] mine = {-1};
            inter.scatter(each, 1, MPI.INT, mine, 1, MPI.INT, root);
            Check.equal(mine[0], root >= 0 ? base + rank / 2 : -1, "scatter");
            int[] either = root == MPI.ROOT ? new int[others] : new int[] {rank};
            inter.gather(either, 1, MPI.INT, root);
            checkRemote(root == MPI.ROOT, either, "gather of one buffer");
        }
        int[] theirs = new int[others];
        inter.allGather(new int[] {rank}, 1, MPI.INT, theirs, 1, MPI.INT);
        checkRemote(true, theirs, "allGather");
        int[] out = new int[others];
        Arrays.setAll(out, i -> rank * 100 + i);
        int[] in = new int[others];
        inter.allToAll(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int i = 0; i < others; i++) {
            Check.equal(in[i], (2 * i + 1 - rank % 2) * 100 + rank / 2, "allToAll");
        }
    }

    private void checkRemote(boolean received, int[] values, String what) {
        for (int i = 0; received && i < others; i++) {
            Check.equal(values[i], 2 * i + 1 - rank % 2, what);
        }
    }

    /** Collectives whose parts differ: a member with group rank r contributes r + 1 elements. */
    private void parts(Intercomm inter) throws MPIException {
        int mine = rank / 2 + 1;
        int[] own = new int[mine];
        Arrays.fill(own, rank);
        int[] counts = new int[others];
        int[] places = new int[others];
        int total = 0;
        for (int i = 0; i < others; i++) {
            counts[i] = i + 1;
            places[i] = total;
            total += counts[i];
        }
        counts = Surplus.behind(counts);
        places = Surplus.behind(places);
        int[] all = new int[total];
        inter.allGatherv(own, mine, MPI.INT, all, counts, places, MPI.INT);
        checkParts(all, places, "allGatherv");
        Arrays.fill(all, -1);
        int root = root(size - 1);
        if (root == MPI.ROOT) {
            inter.gatherv(all, counts, places, MPI.INT, root);
            checkParts(all, places, "gatherv");
            inter.scatterv(all, counts, places, MPI.INT, root);
        } else {
            inter.gatherv(own, mine, MPI.INT, root);
            int[] back = new int[mine];
            inter.scatterv(back, mine, MPI.INT, root);
            Check.that(root == MPI.PROC_NULL || Arrays.equals(back, own), "scatterv");
        }
    }

    private void checkParts(int[] all, int[] places, String what) {
        for (int i = 0; i < others; i++) {
            Check.equal(all[places[i]], 2 * i + 1 - rank % 2, what);
            Check.equal(all[places[i] + i], 2 * i + 1 - rank % 2, what);
        }
    }

    private void reductions(Intercomm inter) throws MPIException {
        int theirs = 0;
        for (int i = 0; i < others; i++) {
            theirs += 2 * i + 1 - rank % 2;
        }
        int[] sum = {-1};
        inter.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
        Check.equal(sum[0], theirs, "allReduce");
        int root = root(1);
        int[] atRoot = {-1};
        inter.reduce(new int[] {rank}, atRoot, 1, MPI.INT, MPI.SUM, root);
        Check.equal(atRoot[0], root == MPI.ROOT ? theirs : -1, "reduce");
        int block = others;
        int[] in = new int[block * half.getSize()];
        Arrays.fill(in, rank);
        int[] results = new int[block];
        inter.reduceScatterBlock(in, results, block, MPI.INT, MPI.SUM);
        Check.equal(results[block - 1], theirs, "reduceScatterBlock");
        int[] counts = new int[half.getSize()];
        Arrays.fill(counts, block);
        results = new int[block];
        inter.reduceScatter(in, results, Surplus.behind(counts), MPI.INT, MPI.SUM);
        Check.equal(results[block - 1], theirs, "reduceScatter");
    }

    private void copies(Intercomm inter) throws MPIException {
        int key = Comm.createKeyval();
        inter.setAttr(key, "value");
        inter.setName("evens and odds");
        inter.setErrhandler(MPI.ERRORS_RETURN);
        Intercomm copy = inter.dup();
        Check.equal(Comm.compare(copy, inter), MPI.CONGRUENT, "compare of a dup");
        Check.equal(copy.getAttr(key), "value", "attribute");
        Check.equal(copy.getErrhandler(), MPI.ERRORS_RETURN, "error handler");
        Check.equal(inter.getName(), "evens and odds", "name");
        Intercomm later = inter.iDup();
        Intercomm latest = copy.iDup();
        latest.getRequest().waitFor();
        later.getRequest().waitFor();
        for (Intercomm each : new Intercomm[] {later, latest, copy}) {
            each.barrier();
            int[] sum = {0};
            each.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
            Check.equal(sum[0], others, "on a copy");
            each.disconnect();
        }
        Comm.freeKeyval(key);
    }

    private void errors(Intercomm inter) throws MPIException {
        int[] one = new int[1];
        Check.fails(MPI.ERR_RANK, () -> inter.send(one, 1, MPI.INT, others, 0), "rank");
        Check.fails(MPI.ERR_ROOT, () -> inter.bcast(one, 1, MPI.INT, others), "root");
        Check.fails(MPI.ERR_ARG, () -> inter.allReduce(one, 1, MPI.INT, MPI.SUM), "in place");
        Intracomm local = half.dup();
        local.setErrhandler(MPI.ERRORS_RETURN);
        int beyond = local.getSize();
        Check.fails(
                MPI.ERR_ARG, () -> world.createIntercomm(local, beyond, 0, TAG), "local leader");
        Check.fails(
                MPI.ERR_COMM, () -> world.createIntercomm(inter, 0, 0, TAG), "local communicator");
        if (local.getRank() == 0) {
            // Both leaders are the same process.
            Intracomm self = MPI.COMM_SELF.dup();
            self.setErrhandler(MPI.ERRORS_RETURN);
            Check.fails(MPI.ERR_COMM, () -> self.createIntercomm(self, 0, 0, TAG), "overlapping");
            self.free();
        }
        local.free();
    }

    private void idsComeBack() throws MPIException {
        for (int i = 0; i < 60; i++) {
            Intercomm inter = world.createIntercomm(half, 0, 1 - rank % 2, i);
            Intracomm all = inter.merge(rank % 2 == 1);
            Check.equal(all.getRank() < half.getSize(), rank % 2 == 0, "order");
            inter.free();
            all.free();
        }
    }
}
