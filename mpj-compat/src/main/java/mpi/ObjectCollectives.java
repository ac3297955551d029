package mpi;

import java.util.Arrays;

/**
 * Collective operations on MPI.OBJECT: the objects' lengths first, then their bytes, by the
 * bindings' operations on bytes. Reductions combine in rank order.
 */
final class ObjectCollectives {
    /** What a member knows of a part: number of objects, bytes. */
    private static final int FACTS = 2;

    private final org.strata.mpi.Intracomm core;
    private final int size;
    private final int rank;

    ObjectCollectives(Intracomm comm) {
        core = (org.strata.mpi.Intracomm) comm.core;
        size = comm.Size();
        rank = comm.Rank();
    }

    /**
     * Parts of several members, one behind the other.
     *
     * @param objects numbers of objects
     * @param lengths numbers of bytes
     * @param places where each part begins
     */
    private record Parts(byte[] bytes, int[] objects, int[] lengths, int[] places) {
        /** Returns room for parts of known lengths. */
        static Parts of(int[] facts) {
            int count = facts.length / FACTS;
            int[] objects = new int[count];
            int[] lengths = new int[count];
            int[] places = new int[count];
            long total = 0;
            for (int i = 0; i < count; i++) {
                objects[i] = facts[FACTS * i];
                lengths[i] = facts[FACTS * i + 1];
                places[i] = (int) total;
                total += lengths[i];
            }
            if (total > Integer.MAX_VALUE - Long.BYTES) {
                throw MPIException.bad("MPI_ERR_COUNT", total + " bytes of objects are too many");
            }
            return new Parts(new byte[(int) total], objects, lengths, places);
        }

        /** Returns these parts of this process as facts for the others. */
        int[] facts() {
            int[] facts = new int[FACTS * objects.length];
            for (int i = 0; i < objects.length; i++) {
                facts[FACTS * i] = objects[i];
                facts[FACTS * i + 1] = lengths[i];
            }
            return facts;
        }

        void read(int part, Object buf, int offset, int count, Datatype type) {
            ObjectStream.read(
                    bytes, places[part], lengths[part], objects[part], buf, offset, count, type);
        }
    }

    /** Returns the blocks that go to each member. */
    private Parts write(Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        StagedArray.checkBlocks(size, buf, offset, counts, displs, type);
        byte[][] blocks = new byte[size][];
        int[] facts = new int[FACTS * size];
        for (int i = 0; i < size; i++) {
            int from = offset + displs[i] * type.Extent();
            blocks[i] = ObjectStream.write(buf, from, counts[i], type);
            facts[FACTS * i] = counts[i] * type.Size();
            facts[FACTS * i + 1] = blocks[i].length;
        }
        Parts parts = Parts.of(facts);
        for (int i = 0; i < size; i++) {
            System.arraycopy(blocks[i], 0, parts.bytes, parts.places[i], blocks[i].length);
        }
        return parts;
    }

    private void read(
            Parts parts, Object buf, int offset, int[] counts, int[] displs, Datatype type) {
        for (int i = 0; i < size; i++) {
            parts.read(i, buf, offset + displs[i] * type.Extent(), counts[i], type);
        }
    }

    void bcast(Object buf, int offset, int count, Datatype type, int root) {
        UserElements.check(buf, offset, count, type);
        byte[] mine = rank == root ? ObjectStream.write(buf, offset, count, type) : null;
        int[] facts = {count * type.Size(), mine == null ? 0 : mine.length};
        Core.run(() -> core.bcast(facts, FACTS, org.strata.mpi.MPI.INT, root));
        byte[] bytes = mine == null ? new byte[facts[1]] : mine;
        Core.run(() -> core.bcast(bytes, bytes.length, org.strata.mpi.MPI.BYTE, root));
        if (mine == null) {
            ObjectStream.read(bytes, 0, bytes.length, facts[0], buf, offset, count, type);
        }
    }

    void gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] counts,
            int[] displs,
            Datatype recvtype,
            int root) {
        if (rank == root) {
            StagedArray.checkBlocks(size, recvbuf, recvoffset, counts, displs, recvtype);
        }
        Parts parts = gather(sendbuf, sendoffset, sendcount, sendtype, root);
        if (rank == root) {
            read(parts, recvbuf, recvoffset, counts, displs, recvtype);
        }
    }

    /** Collects the members' objects at the root; returns null elsewhere. */
    private Parts gather(Object buf, int offset, int count, Datatype type, int root) {
        byte[] mine = ObjectStream.write(buf, offset, count, type);
        int[] facts = {count * type.Size(), mine.length};
        int[] all = rank == root ? new int[FACTS * size] : null;
        org.strata.mpi.Datatype ints = org.strata.mpi.MPI.INT;
        org.strata.mpi.Datatype bytes = org.strata.mpi.MPI.BYTE;
        Core.run(() -> core.gather(facts, FACTS, ints, all, FACTS, ints, root));
        if (all == null) {
            Core.run(() -> core.gatherv(mine, mine.length, bytes, root));
            return null;
        }
        Parts parts = Parts.of(all);
        Core.run(() ->
                core.gatherv(
                        mine,
                        mine.length,
                        bytes,
                        parts.bytes,
                        parts.lengths,
                        parts.places,
                        bytes,
                        root));
        return parts;
    }

    void scatter(
            Object sendbuf,
            int sendoffset,
            int[] counts,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        UserElements.check(recvbuf, recvoffset, recvcount, recvtype);
        Parts all = rank == root ? write(sendbuf, sendoffset, counts, displs, sendtype) : null;
        int[] allFacts = all == null ? null : all.facts();
        int[] facts = new int[FACTS];
        org.strata.mpi.Datatype ints = org.strata.mpi.MPI.INT;
        org.strata.mpi.Datatype bytes = org.strata.mpi.MPI.BYTE;
        Core.run(() -> core.scatter(allFacts, FACTS, ints, facts, FACTS, ints, root));
        Parts mine = Parts.of(facts);
        Core.run(() -> {
            if (all == null) {
                core.scatterv(mine.bytes, mine.bytes.length, bytes, root);
            } else {
                core.scatterv(
                        all.bytes,
                        all.lengths,
                        all.places,
                        bytes,
                        mine.bytes,
                        mine.bytes.length,
                        bytes,
                        root);
            }
        });
        mine.read(0, recvbuf, recvoffset, recvcount, recvtype);
    }

    void allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] counts,
            int[] displs,
            Datatype recvtype) {
        StagedArray.checkBlocks(size, recvbuf, recvoffset, counts, displs, recvtype);
        Parts parts = allgather(sendbuf, sendoffset, sendcount, sendtype);
        read(parts, recvbuf, recvoffset, counts, displs, recvtype);
    }

    private Parts allgather(Object buf, int offset, int count, Datatype type) {
        byte[] mine = ObjectStream.write(buf, offset, count, type);
        int[] facts = {count * type.Size(), mine.length};
        int[] all = new int[FACTS * size];
        org.strata.mpi.Datatype ints = org.strata.mpi.MPI.INT;
        org.strata.mpi.Datatype bytes = org.strata.mpi.MPI.BYTE;
        Core.run(() -> core.allGather(facts, FACTS, ints, all, FACTS, ints));
        Parts parts = Parts.of(all);
        Core.run(() ->
                core.allGatherv(
                        mine, mine.length, bytes, parts.bytes, parts.lengths, parts.places, bytes));
        return parts;
    }

    void alltoall(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype recvtype) {
        StagedArray.checkBlocks(size, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
        Parts out = write(sendbuf, sendoffset, sendcounts, sdispls, sendtype);
        int[] facts = new int[FACTS * size];
        org.strata.mpi.Datatype ints = org.strata.mpi.MPI.INT;
        org.strata.mpi.Datatype bytes = org.strata.mpi.MPI.BYTE;
        Core.run(() -> core.allToAll(out.facts(), FACTS, ints, facts, FACTS, ints));
        Parts in = Parts.of(facts);
        Core.run(() ->
                core.allToAllv(
                        out.bytes,
                        out.lengths,
                        out.places,
                        bytes,
                        in.bytes,
                        in.lengths,
                        in.places,
                        bytes));
        read(in, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
    }

    /** Returns the combination of the first members' objects as an array that begins with them. */
    private static Object[] combine(Parts parts, int members, int count, Datatype type, Op op) {
        int origin = (int) Math.max(0, -type.first(count));
        int length = origin + (int) Math.max(0, type.end(count));
        Object[] result = new Object[length];
        parts.read(members - 1, result, origin, count, type);
        for (int i = members - 2; i >= 0; i--) {
            Object[] in = new Object[length];
            parts.read(i, in, origin, count, type);
            op.combine(in, result, count, type);
        }
        return result;
    }

    /** Stores items of a combination. */
    private static void store(
            Object[] result, int skipped, Object recvbuf, int offset, int count, Datatype type) {
        int origin = (int) Math.max(0, -type.first(skipped + count));
        int from = origin + skipped * type.Extent();
        for (int place : type.places(count)) {
            ((Object[]) recvbuf)[offset + place] = result[from + place];
        }
    }

    void reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op,
            int root) {
        if (rank == root) {
            UserElements.check(recvbuf, recvoffset, count, type);
        }
        Parts parts = gather(sendbuf, sendoffset, count, type, root);
        if (parts != null) {
            Object[] result = combine(parts, size, count, type, op);
            store(result, 0, recvbuf, recvoffset, count, type);
        }
    }

    void allreduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        UserElements.check(recvbuf, recvoffset, count, type);
        Parts parts = allgather(sendbuf, sendoffset, count, type);
        store(combine(parts, size, count, type, op), 0, recvbuf, recvoffset, count, type);
    }

    void scan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        UserElements.check(recvbuf, recvoffset, count, type);
        Parts parts = allgather(sendbuf, sendoffset, count, type);
        store(combine(parts, rank + 1, count, type, op), 0, recvbuf, recvoffset, count, type);
    }

    void reduceScatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] counts,
            Datatype type,
            Op op) {
        UserElements.check(recvbuf, recvoffset, counts[rank], type);
        int total = Arrays.stream(counts, 0, size).sum();
        int skipped = Arrays.stream(counts, 0, rank).sum();
        Parts parts = allgather(sendbuf, sendoffset, total, type);
        Object[] result = combine(parts, size, total, type, op);
        store(result, skipped, recvbuf, recvoffset, counts[rank], type);
    }
}
