import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;

import java.util.Arrays;

/** Collective operations and reductions. */
class EveryCollective extends EveryMethod {
    // ---- Collective operations

    static void collectives() {
        int root = size - 1;
        comm.Barrier();
        int[] data = rank == root ? new int[] {0, 5, 6} : new int[3];
        comm.Bcast(data, 1, 2, MPI.INT, root);
        check(data[0] == 0 && data[1] == 5 && data[2] == 6, "Bcast");
        boolean[] flags = {false, rank == root, true};
        comm.Bcast(flags, 1, 1, MPI.BOOLEAN, root);
        check(flags[1] && !flags[0] && flags[2], "Bcast of booleans");
        int[] mine = {-1, rank, 10 * rank};
        int[] all = new int[2 * size + 1];
        comm.Gather(mine, 1, 2, MPI.INT, rank == root ? all : null, 1, 2, MPI.INT, root);
        check(rank != root || pairs(all, 10), "Gather");
        int[] back = new int[3];
        comm.Scatter(all, 1, 2, MPI.INT, back, 1, 2, MPI.INT, root);
        check(back[1] == rank && back[2] == 10 * rank, "Scatter");
        Arrays.fill(all, 0);
        comm.Allgather(mine, 1, 1, MPI.INT2, all, 1, 2, MPI.INT);
        check(pairs(all, 10), "Allgather");
        int[] out = new int[size + 1];
        int[] in = new int[size + 1];
        for (int i = 0; i < size; i++) {
            out[i + 1] = 100 * rank + i;
        }
        comm.Alltoall(out, 1, 1, MPI.INT, in, 1, 1, MPI.INT);
        comm.Alltoall(out, 1, 1, MPI.INT, out, 1, 1, MPI.INT);
        for (int i = 0; i < size; i++) {
            check(in[i + 1] == 100 * i + rank && out[i + 1] == in[i + 1], "Alltoall");
        }
        boolean[] odd = new boolean[size + 2];
        odd[0] = true;
        odd[size + 1] = true;
        comm.Allgather(
                new boolean[] {false, rank % 2 == 1}, 1, 1, MPI.BOOLEAN, odd, 1, 1, MPI.BOOLEAN);
        for (int i = 0; i < size; i++) {
            check(odd[i + 1] == (i % 2 == 1) && odd[size + 1], "Allgather of booleans");
        }
    }

    static boolean pairs(int[] all, int factor) {
        boolean right = all[0] == 0;
        for (int i = 0; i < size; i++) {
            right &= all[2 * i + 1] == i && all[2 * i + 2] == factor * i;
        }
        return right;
    }

    /** Rank i has i + 1 elements; places are backwards. */
    static void blocks() {
        int[] counts = new int[size];
        int[] places = new int[size];
        int total = 0;
        for (int i = size - 1; i >= 0; i--) {
            counts[i] = i + 1;
            places[i] = total;
            total += i + 1;
        }
        counts = surplus(counts);
        places = surplus(places);
        int[] mine = new int[rank + 2];
        Arrays.fill(mine, rank);
        int[] all = new int[total + 3];
        comm.Gatherv(
                mine, 1, rank + 1, MPI.INT, rank == 0 ? all : null, 3, counts, places, MPI.INT, 0);
        check(rank != 0 || inBlocks(all, counts, places), "Gatherv");
        int[] back = new int[rank + 2];
        comm.Scatterv(
                rank == 0 ? all : null, 3, counts, places, MPI.INT, back, 1, rank + 1, MPI.INT, 0);
        check(back[0] == 0 && back[1] == rank && back[rank + 1] == rank, "Scatterv");
        int[] every = new int[total + 3];
        comm.Allgatherv(mine, 1, rank + 1, MPI.INT, every, 3, counts, places, MPI.INT);
        check(inBlocks(every, counts, places), "Allgatherv");
        int[] same = new int[size];
        int[] steps = new int[size];
        int[] out = new int[size * (rank + 1)];
        for (int i = 0; i < size; i++) {
            same[i] = rank + 1;
            steps[i] = i * (rank + 1);
            Arrays.fill(out, steps[i], steps[i] + rank + 1, rank);
        }
        Arrays.fill(every, 0);
        same = surplus(same);
        steps = surplus(steps);
        comm.Alltoallv(out, 0, same, steps, MPI.INT, every, 3, counts, places, MPI.INT);
        check(inBlocks(every, counts, places), "Alltoallv");
    }

    /** Returns an array with entries behind those of the ranks, which do not count. */
    static int[] surplus(int[] values) {
        int[] longer = Arrays.copyOf(values, size + 2);
        Arrays.fill(longer, size, size + 2, rank % 2 == 0 ? 1_000_000_007 : -1 - rank);
        return longer;
    }

    static boolean inBlocks(int[] all, int[] counts, int[] places) {
        boolean right = all[0] == 0 && all[1] == 0 && all[2] == 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < counts[i]; j++) {
                right &= all[3 + places[i] + j] == i;
            }
        }
        return right;
    }

    static void objectCollectives() {
        Object[] one = {null, rank == 0 ? new Box(7, 10_000) : null};
        comm.Bcast(one, 1, 1, MPI.OBJECT, 0);
        check(one[1].equals(new Box(7, 10_000)), "Bcast of objects");
        Object[] mine = {"of " + rank};
        Object[] all = new Object[size + 1];
        comm.Gather(mine, 0, 1, MPI.OBJECT, rank == 0 ? all : null, 1, 1, MPI.OBJECT, 0);
        check(rank != 0 || texts(all, "of "), "Gather of objects");
        Object[] back = new Object[2];
        comm.Scatter(all, 1, 1, MPI.OBJECT, back, 1, 1, MPI.OBJECT, 0);
        check(mine[0].equals(back[1]), "Scatter of objects");
        Arrays.fill(all, null);
        comm.Allgather(mine, 0, 1, MPI.OBJECT, all, 1, 1, MPI.OBJECT);
        check(texts(all, "of "), "Allgather of objects");
        Object[] out = new Object[size];
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            out[i] = rank + " to " + i;
            counts[i] = 1;
            places[i] = size - 1 - i;
        }
        counts = surplus(counts);
        places = surplus(places);
        Object[] in = new Object[size];
        comm.Alltoall(out, 0, 1, MPI.OBJECT, in, 0, 1, MPI.OBJECT);
        check(in[left].equals(left + " to " + rank), "Alltoall of objects");
        comm.Alltoallv(out, 0, counts, places, MPI.OBJECT, in, 0, counts, places, MPI.OBJECT);
        check(in[places[left]].equals(left + " to " + places[rank]), "Alltoallv of objects");
        comm.Gatherv(mine, 0, 1, MPI.OBJECT, in, 0, counts, places, MPI.OBJECT, 0);
        check(rank != 0 || in[places[right]].equals("of " + right), "Gatherv of objects");
        comm.Scatterv(in, 0, counts, places, MPI.OBJECT, back, 0, 1, MPI.OBJECT, 0);
        check(back[0].equals("of " + rank), "Scatterv of objects");
        comm.Allgatherv(mine, 0, 1, MPI.OBJECT, in, 0, counts, places, MPI.OBJECT);
        check(in[places[left]].equals("of " + left), "Allgatherv of objects");
        Op join = new Op(new Join(), false);
        Object[] words = {"" + rank, "x"};
        Object[] joined = new Object[2];
        String digits = "0123456789".substring(0, size);
        comm.Allreduce(words, 0, joined, 0, 2, MPI.OBJECT, join);
        check(joined[0].equals(digits) && joined[1].equals("x".repeat(size)), "objects reduced");
        comm.Reduce(words, 0, rank == 0 ? joined : null, 0, 1, MPI.OBJECT, join, 0);
        check(rank != 0 || joined[0].equals(digits), "Reduce of objects");
        comm.Scan(words, 0, joined, 1, 1, MPI.OBJECT, join);
        check(joined[1].equals(digits.substring(0, rank + 1)), "Scan of objects");
        comm.Reduce_scatter(out, 0, joined, 1, counts, MPI.OBJECT, join);
        check(((String) joined[1]).startsWith("0 to " + rank), "Reduce_scatter of objects");
    }

    static boolean texts(Object[] all, String text) {
        boolean right = all[0] == null;
        for (int i = 0; i < size; i++) {
            right &= all[i + 1].equals(text + i);
        }
        return right;
    }

    static final class Join extends User_function {
        @Override
        public void Call(Object in, int inoff, Object inout, int inoutoff, int n, Datatype type) {
            for (int i = 0; i < n; i++) {
                ((Object[]) inout)[inoutoff + i] =
                        (String) ((Object[]) in)[inoff + i] + ((Object[]) inout)[inoutoff + i];
            }
        }
    }

    static void reductions() throws Exception {
        int[] mine = {0, rank + 1, size - rank};
        int[] sum = new int[4];
        int triangle = size * (size + 1) / 2;
        comm.Allreduce(mine, 1, sum, 2, 2, MPI.INT, MPI.SUM);
        check(sum[1] == 0 && sum[2] == triangle && sum[3] == triangle, "Allreduce");
        comm.Allreduce(mine, 0, mine, 0, 3, MPI.INT, MPI.MAX);
        check(mine[1] == size && mine[2] == size, "the same array twice");
        long[] product = new long[1];
        boolean last = rank == size - 1;
        comm.Reduce(
                new long[] {rank + 1},
                0,
                last ? product : null,
                0,
                1,
                MPI.LONG,
                MPI.PROD,
                size - 1);
        check(!last || product[0] == factorial(size), "Reduce");
        double[] prefix = new double[2];
        comm.Scan(new double[] {0.5 + rank}, 0, prefix, 1, 1, MPI.DOUBLE, MPI.SUM);
        check(prefix[1] == (rank + 1) * (rank + 1) / 2.0, "Scan");
        int[] counts = new int[size];
        Arrays.fill(counts, 2);
        int[] out = new int[2 * size + 1];
        Arrays.setAll(out, k -> k - 1);
        int[] part = new int[3];
        comm.Reduce_scatter(out, 1, part, 1, surplus(counts), MPI.INT, MPI.SUM);
        check(part[1] == 2 * rank * size && part[2] == (2 * rank + 1) * size, "Reduce_scatter");
        byte[] low = new byte[1];
        comm.Allreduce(new byte[] {(byte) (rank - 2)}, 0, low, 0, 1, MPI.BYTE, MPI.MIN);
        check(low[0] == -2, "signed bytes: " + low[0]);
        comm.Allreduce(new byte[] {(byte) (rank - 2)}, 0, low, 0, 1, MPI.BYTE, MPI.MAX);
        check(low[0] == size - 3, "signed bytes: " + low[0]);
        boolean[] flag = new boolean[3];
        boolean[] given = {false, rank == 0};
        comm.Allreduce(given, 1, flag, 2, 1, MPI.BOOLEAN, MPI.LAND);
        check(flag[2] == (size == 1), "LAND");
        comm.Allreduce(given, 1, flag, 0, 1, MPI.BOOLEAN, MPI.LOR);
        check(flag[0], "LOR");
        comm.Allreduce(given, 1, flag, 1, 1, MPI.BOOLEAN, MPI.LXOR);
        check(flag[1], "LXOR");
        int[] bits = new int[1];
        comm.Allreduce(new int[] {1 << rank}, 0, bits, 0, 1, MPI.INT, MPI.BOR);
        check(bits[0] == (1 << size) - 1, "BOR");
        comm.Allreduce(new int[] {~(1 << rank)}, 0, bits, 0, 1, MPI.INT, MPI.BAND);
        check(bits[0] == -1 << size, "BAND");
        comm.Allreduce(new int[] {1 << rank}, 0, bits, 0, 1, MPI.INT, MPI.BXOR);
        check(bits[0] == (1 << size) - 1, "BXOR");
        locations();
        fails(
                "MPI_ERR_OP",
                () -> comm.Allreduce(new float[1], 0, new float[1], 0, 1, MPI.FLOAT, MPI.BAND));
        fails(
                "MPI_ERR_OP",
                () -> comm.Allreduce(new float[1], 0, new float[1], 0, 1, MPI.FLOAT, null));
        Datatype row = Datatype.Contiguous(2, MPI.INT);
        comm.Allreduce(new int[] {1, 2, 3, 4}, 0, sum, 0, 2, row, MPI.SUM);
        check(sum[3] == 4 * size, "rows");
    }

    static long factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static void locations() throws Exception {
        int far = size - 1;
        int[] i = new int[2];
        comm.Allreduce(new int[] {10 + rank, rank}, 0, i, 0, 1, MPI.INT2, MPI.MAXLOC);
        check(i[0] == 10 + far && i[1] == far, "MAXLOC");
        double[] d = new double[2];
        comm.Allreduce(new double[] {1.5, rank}, 0, d, 0, 1, MPI.DOUBLE2, MPI.MAXLOC);
        check(d[0] == 1.5 && d[1] == 0, "the smaller index");
        float[] f = new float[2];
        comm.Allreduce(new float[] {-rank, rank}, 0, f, 0, 1, MPI.FLOAT2, MPI.MINLOC);
        check(f[0] == -far && f[1] == far, "MINLOC");
        long[] l = new long[4];
        comm.Allreduce(new long[] {rank, 5, -rank, 6 + rank}, 0, l, 0, 2, MPI.LONG2, MPI.MINLOC);
        check(l[0] == 0 && l[1] == 5 && l[2] == -far && l[3] == 6 + far, "two pairs");
        short[] s = new short[2];
        comm.Allreduce(new short[] {(short) rank, 3}, 0, s, 0, 1, MPI.SHORT2, MPI.MINLOC);
        check(s[0] == 0 && s[1] == 3, "shorts");
        fails(
                "needs pairs",
                () -> comm.Allreduce(new int[2], 0, new int[2], 0, 1, MPI.INT, MPI.MAXLOC));
    }

    /** Matrices of 2 x 2, whose product does not commute; in a datatype with gaps. */
    static void functions() throws Exception {
        User_function multiply =
                new User_function() {
                    @Override
                    public void Call(
                            Object in,
                            int inoff,
                            Object inout,
                            int inoutoff,
                            int n,
                            Datatype type) {
                        long[] a = (long[]) in;
                        long[] b = (long[]) inout;
                        check(type.Size() == 4, "datatype of the function");
                        for (int k = 0; k < n; k++) {
                            int p = inoff + k * type.Extent();
                            int q = inoutoff + k * type.Extent();
                            long b0 = b[q];
                            long b1 = b[q + 1];
                            b[q] = a[p] * b0 + a[p + 1] * b[q + 3];
                            b[q + 1] = a[p] * b1 + a[p + 1] * b[q + 4];
                            long c0 = a[p + 3] * b0 + a[p + 4] * b[q + 3];
                            b[q + 4] = a[p + 3] * b1 + a[p + 4] * b[q + 4];
                            b[q + 3] = c0;
                        }
                    }
                };
        Op product = new Op(multiply, false);
        Datatype matrix = Datatype.Vector(2, 2, 3, MPI.LONG);
        Datatype same =
                Datatype.Struct(
                        new int[] {2, 2}, new int[] {0, 3}, new Datatype[] {MPI.LONG, MPI.LONG});
        long[] mine = {-7, 1, rank + 1, -7, 0, 1};
        long sum = (long) size * (size + 1) / 2;
        for (Datatype type : new Datatype[] {matrix, same}) {
            type.Commit();
            long[] all = new long[6];
            comm.Allreduce(mine, 1, all, 1, 1, type, product);
            check(Arrays.equals(all, new long[] {0, 1, sum, 0, 0, 1}), Arrays.toString(all));
        }
        MPIException thrown = new MPIException("mine");
        Op bad =
                new Op(
                        new User_function() {
                            @Override
                            public void Call(
                                    Object in, int i, Object inout, int j, int n, Datatype type) {
                                throw thrown;
                            }
                        },
                        true);
        if (size > 1) {
            try {
                comm.Allreduce(mine, 0, new long[6], 0, 6, MPI.LONG, bad);
            } catch (MPIException e) {
                check(e == thrown || e.getCause() == thrown, "another exception: " + e);
            }
        }
        product.finalize();
        product.free();
        fails("MPI_ERR_OP", () -> comm.Scan(mine, 0, new long[6], 0, 1, matrix, product));
        fails("predefined", () -> MPI.SUM.free());
    }
}
