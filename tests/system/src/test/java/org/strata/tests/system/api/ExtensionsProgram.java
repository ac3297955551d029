package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Win;

import java.io.ObjectInputFilter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the API has beyond Open MPI's, between processes. */
final class ExtensionsProgram {
    private static final int LONG = 1 << 18;

    private final Comm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final int right = (rank + 1) % size;
    private final int left = (rank + size - 1) % size;

    private ExtensionsProgram() throws MPIException {}

    static void run() throws MPIException {
        ExtensionsProgram program = new ExtensionsProgram();
        program.world.setErrhandler(MPI.ERRORS_RETURN);
        program.futures();
        program.objects();
        program.segments();
        program.scopes();
    }

    /** Complete without a wait or test, short and long, also of collectives. */
    private void futures() throws MPIException {
        List<CompletableFuture<Status>> all = new ArrayList<>();
        int[][] in = {new int[1], new int[LONG]};
        int[] sum = new int[1];
        for (int i = 0; i < in.length; i++) {
            int count = in[i].length;
            all.add(world.iRecv(in[i], count, MPI.INT, left, i).toFuture());
            int[] out = new int[count];
            out[count - 1] = 100 + rank;
            all.add(world.iSend(out, count, MPI.INT, right, i).toFuture());
        }
        all.add(world.iAllReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM).toFuture());
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        Check.equal(in[0][0], 100 + left, "short message of a future");
        Check.equal(in[1][LONG - 1], 100 + left, "long message of a future");
        Check.equal(sum[0], size * (size - 1) / 2, "sum of a future");
        Check.equal(all.getFirst().join().getSource(), left, "source of a future");
        Request none = world.iRecv(in[0], 1, MPI.INT, MPI.PROC_NULL, 0);
        Check.equal(none.toFuture().join().getSource(), MPI.PROC_NULL, "future of no message");
    }

    private void objects() throws MPIException {
        Map<String, int[]> small = Map.of("rank", new int[] {rank});
        double[] large = new double[LONG];
        large[LONG - 1] = rank;
        for (Object value : new Object[] {small, large, null}) {
            if (rank % 2 == 0) {
                world.sendObject(value, right, 7);
            }
            if (rank % 2 == 1 || (size % 2 == 1 && rank == 0)) {
                Object got = world.recvObject(left, 7);
                Check.equal(
                        got instanceof double[] d ? d[LONG - 1] : (double) left, (double) left, "");
                Check.equal(got == null, value == null, "null");
            }
        }
        for (int root = 0; root < size; root++) {
            String mine = rank == root ? "from " + root : "ignored";
            Check.equal(world.bcastObject(mine, root), "from " + root, "bcastObject");
        }
        ObjectInputFilter nothing = ObjectInputFilter.Config.createFilter("!*");
        if (rank == 0) {
            world.bcastObject(new ArrayList<>(List.of(1)), 0, nothing);
        } else {
            String text =
                    Check.fails(
                            MPI.ERR_CONVERSION,
                            () -> world.bcastObject(null, 0, nothing),
                            "filter");
            Check.that(text.contains("REJECTED"), text);
        }
        int expected = rank == 0 ? MPI.ERR_ARG : MPI.ERR_OTHER;
        Check.fails(expected, () -> world.bcastObject(new Object(), 0), "not serialisable");
    }

    private void segments() throws MPIException {
        try (Arena arena = Arena.ofConfined()) {
            for (int count : new int[] {1, LONG}) {
                MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG, count);
                out.setAtIndex(ValueLayout.JAVA_LONG, count - 1, rank);
                long[] array = new long[count + 2];
                MemorySegment in = MemorySegment.ofArray(array).asSlice(Long.BYTES);
                world.sendRecv(out, count, MPI.LONG, right, 0, in, count, MPI.LONG, left, 0);
                Check.equal(array[count], (long) left, "received in a segment");
                MemorySegment total = arena.allocate(ValueLayout.JAVA_LONG, count);
                world.iAllReduce(out, total, count, MPI.LONG, MPI.SUM).waitFor();
                long sum = total.getAtIndex(ValueLayout.JAVA_LONG, count - 1);
                Check.equal(sum, (long) size * (size - 1) / 2, "sum in a segment");
            }
        }
    }

    private void scopes() throws MPIException {
        int[] in = new int[2];
        try (Comm comm = world.dup();
                Datatype pair = Datatype.createContiguous(2, MPI.INT);
                Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, comm)) {
            pair.commit();
            win.fence(0);
            try (Request receive = comm.iRecv(in, 1, pair, left, 0)) {
                comm.send(new int[] {rank, 5}, 1, pair, right, 0);
                Check.that(!receive.isNull(), "under way");
            }
            win.fence(0);
        }
        Check.equal(in, new int[] {left, 5}, "completed at the end of its scope");
    }
}
