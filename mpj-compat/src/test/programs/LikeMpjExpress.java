import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;

/** What programs for MPJ Express rely on and mpiJava leaves open: numbers, results, Init again. */
public class LikeMpjExpress {
    private static void equal(Object value, Object right, String what) {
        if (!value.equals(right)) {
            throw new AssertionError(what + ": " + value + " and not " + right);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            equal(MPI.Initialized(), false, "Initialized before round " + round);
            MPI.Init(args);
            equal(MPI.Initialized(), true, "Initialized in round " + round);
            numbers();
            results();
            datatypes();
            messages(round);
            MPI.Finalize();
            try {
                MPI.COMM_WORLD.Barrier();
                throw new AssertionError("a barrier after Finalize");
            } catch (MPIException e) {
                equal(e.getMessage(), "MPI is finalized.", "after Finalize");
            }
            if (round == 2) {
                System.out.println("like MPJ Express");
            }
        }
    }

    private static void numbers() {
        equal(MPI.UNDEFINED, -1, "UNDEFINED");
        equal(MPI.ANY_SOURCE, -2, "ANY_SOURCE");
        equal(MPI.ANY_TAG, -2, "ANY_TAG");
        equal(MPI.PROC_NULL, -3, "PROC_NULL");
        equal(MPI.GRAPH, 1, "GRAPH");
        equal(MPI.CART, 2, "CART");
        equal(MPI.NUM_OF_PROCESSORS, Runtime.getRuntime().availableProcessors(), "processors");
        int[] levels = {
            MPI.THREAD_SINGLE, MPI.THREAD_FUNNELED, MPI.THREAD_SERIALIZED, MPI.THREAD_MULTIPLE
        };
        int[] results = {MPI.IDENT, MPI.SIMILAR, MPI.UNEQUAL, MPI.CONGRUENT};
        for (int i = 0; i < 4; i++) {
            equal(levels[i], i + 1, "thread level");
            equal(results[i], i, "result of a comparison");
        }
    }

    private static void results() throws Exception {
        Group world = MPI.COMM_WORLD.Group();
        Group others = world.Excl(new int[] {MPI.COMM_WORLD.Rank()});
        equal(others.Rank(), -1, "rank of a process that is no member");
        int[] there = Group.Translate_ranks(world, new int[] {MPI.COMM_WORLD.Rank(), -3}, others);
        equal(there[0], -1, "rank in another group");
        equal(there[1], -3, "no process in another group");
        equal(MPI.COMM_WORLD.Topo_test(), -1, "no topology");
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[1], false);
        equal(grid.Topo_test(), 2, "a grid");
        boolean first = grid.Rank() == 0;
        equal(grid.Shift(0, 1).rank_source, first ? -3 : 0, "the edge");
        equal(grid.Shift(0, 1).rank_dest, first ? 1 : -3, "the edge");
        grid.Free();
        Intracomm none = MPI.COMM_WORLD.Split(-1, 0);
        equal(none == null, true, "no colour");
        Request[] nothing = {MPI.REQUEST_NULL, null};
        equal(Request.Testsome(nothing).length, 0, "Testsome of nothing");
        equal(Request.Waitany(nothing).index, -1, "Waitany of nothing");
        MPI.Buffer_attach(ByteBuffer.allocateDirect(1000));
        // Programs attach a buffer for each message and detach none.
        MPI.Buffer_attach(ByteBuffer.allocateDirect(2000));
        MPI.Buffer_detach();
        // Finalize detaches it.
        MPI.Buffer_attach(new byte[1000]);
    }

    private static void datatypes() throws Exception {
        for (Datatype type : new Datatype[] {MPI.LB, MPI.UB}) {
            equal(type.Lb() + type.Ub() + type.Extent() + type.Size(), 0, "bounds of " + type);
        }
        int[] no = {};
        int[] zero = {0};
        Datatype[] empty = {
            Datatype.Struct(no, no, new Datatype[0]),
            Datatype.Struct(zero, zero, new Datatype[] {MPI.INT}),
            Datatype.Contiguous(0, MPI.INT),
            Datatype.Indexed(no, no, MPI.INT)
        };
        int self = MPI.COMM_WORLD.Rank();
        for (Datatype type : empty) {
            type.Commit();
            equal(type.Size() + type.Extent(), 0, "size of " + type);
            int[] data = {1, 2, 3};
            Request send = MPI.COMM_WORLD.Isend(data, 1, 2, type, self, 3);
            MPI.COMM_WORLD.Recv(data, 0, 3, type, self, 3);
            send.Wait();
            MPI.COMM_WORLD.Bcast(data, 0, 2, type, 0);
            equal(data[0] + data[1] + data[2], 6, "data of " + type);
        }
    }

    private static void messages(int round) throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        int[] data = {10 * round + rank};
        Status status =
                MPI.COMM_WORLD.Sendrecv(
                        data.clone(), 0, 1, MPI.INT, 1 - rank, 5, data, 0, 1, MPI.INT, -2, -2);
        equal(data[0], 10 * round + 1 - rank, "message");
        equal(status.source, 1 - rank, "source");
        equal(status.tag, 5, "tag");
        status = MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, -3, 0);
        equal(status.source, -3, "source of nothing");
        Object[] objects = {"text " + round};
        MPI.COMM_WORLD.Bcast(objects, 0, 1, MPI.OBJECT, 0);
        equal(objects[0], "text " + round, "object");
        for (int wrong : new int[] {-1, -4, -32_766}) {
            refused("MPI_ERR_RANK", () -> MPI.COMM_WORLD.Iprobe(wrong, 0));
            refused("MPI_ERR_TAG", () -> MPI.COMM_WORLD.Iprobe(0, wrong));
            refused("MPI_ERR_RANK", () -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, wrong, 0));
        }
        refused("MPI_ERR_RANK", () -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, -2, 0));
        refused("MPI_ERR_ARG", () -> MPI.COMM_WORLD.Split(-32_766, 0));
    }

    private interface Code {
        void run() throws Exception;
    }

    private static void refused(String symbol, Code code) throws Exception {
        try {
            code.run();
        } catch (MPIException e) {
            equal(e.getMessage().startsWith(symbol), true, e.getMessage());
            return;
        }
        throw new AssertionError("no " + symbol);
    }
}
