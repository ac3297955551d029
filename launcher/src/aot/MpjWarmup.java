import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * What the start-up cache of {@code mpj.jar} is trained with: the calls that most programs of MPJ
 * Express make. As with {@code Warmup}, messages of all kinds alternate until the JVM has compiled
 * each path for all of them.
 */
public final class MpjWarmup {
    private static final int ROUNDS = 100;
    private static final int TRAFFIC_ROUNDS = 3;
    private static final int TIMES = 1000;
    private static final int WINDOW = 64;
    private static final int LONG = 1 << 18;
    private static final int MIDDLE = 65_000;

    private MpjWarmup() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int peer = 1 - me;
        System.out.println("rank " + me + " of " + world.Size() + ", " + MPI.Get_processor_name());
        for (int i = 0; i < ROUNDS; i++) {
            requests(world, peer);
            collectives(world, me);
            objects(world, me, peer);
        }
        for (int i = 0; i < TRAFFIC_ROUNDS; i++) {
            traffic(world, peer, me == i % 2);
        }
        Intracomm part = world.Split(0, me);
        part.Barrier();
        messagesOnce(world, me, peer);
        // The second time the members' shared memory is set up.
        for (int i = 0; i < 2; i++) {
            collectivesOnce(part);
        }
        Cartcomm ring = world.Create_cart(new int[] {2}, new boolean[] {true}, false);
        ring.Shift(0, 1);
        ring.Coords(me);
        ring.Free();
        part.Free();
        MPI.Finalize();
    }

    /** The other calls, each once or twice, so that their classes and lambdas are in the cache. */
    private static void messagesOnce(Intracomm world, int me, int peer) {
        double[] out = {me, 1, 2, 3};
        double[] in = new double[4];
        Request send = world.Issend(out, 0, 1, MPI.DOUBLE, peer, 6);
        world.Probe(peer, 6);
        Request[] both = {send, world.Irecv(in, 0, 1, MPI.DOUBLE, peer, 6)};
        Request.Waitany(both);
        Request.Waitany(both);
        world.Sendrecv_replace(out, 0, 1, MPI.DOUBLE, peer, 6, peer, 6);
        Datatype column = Datatype.Vector(2, 1, 2, MPI.DOUBLE);
        column.Commit();
        world.Sendrecv(out, 0, 1, column, peer, 6, in, 0, 1, column, peer, 6);
        Prequest persistent =
                me == 0
                        ? world.Send_init(out, 0, 1, MPI.DOUBLE, peer, 6)
                        : world.Recv_init(in, 0, 1, MPI.DOUBLE, peer, 6);
        persistent.Start();
        persistent.Wait();
        exchange(world, new long[2], MPI.LONG, peer);
        exchange(world, new float[2], MPI.FLOAT, peer);
        exchange(world, new char[2], MPI.CHAR, peer);
        exchange(world, new short[2], MPI.SHORT, peer);
        exchange(world, new boolean[2], MPI.BOOLEAN, peer);
    }

    private static void exchange(Intracomm world, Object array, Datatype type, int peer) {
        world.Sendrecv(array, 0, 1, type, peer, 6, array, 1, 1, type, peer, 6);
    }

    private static void collectivesOnce(Intracomm comm) {
        int[] ones = {1, 1};
        int[] turns = {0, 1};
        double[] out = {1, 2, 3, 4};
        double[] in = new double[4];
        collectives(comm, 0);
        comm.Alltoall(out, 0, 1, MPI.DOUBLE, in, 0, 1, MPI.DOUBLE);
        comm.Alltoallv(out, 0, ones, turns, MPI.DOUBLE, in, 0, ones, turns, MPI.DOUBLE);
        comm.Gatherv(out, 0, 1, MPI.DOUBLE, in, 0, ones, turns, MPI.DOUBLE, 0);
        comm.Scatterv(out, 0, ones, turns, MPI.DOUBLE, in, 0, 1, MPI.DOUBLE, 0);
        comm.Allgatherv(out, 0, 1, MPI.DOUBLE, in, 0, ones, turns, MPI.DOUBLE);
        comm.Reduce_scatter(out, 0, in, 0, ones, MPI.DOUBLE, MPI.SUM);
        comm.Scan(out, 0, in, 0, 1, MPI.DOUBLE, MPI.SUM);
        double[] big = new double[LONG];
        comm.Bcast(big, 0, LONG, MPI.DOUBLE, 0);
        comm.Allreduce(big, 0, new double[LONG], 0, LONG, MPI.DOUBLE, MPI.SUM);
    }

    private static void requests(Intracomm world, int peer) {
        double[] out = new double[16];
        double[] in = new double[16];
        Request receive = world.Irecv(in, 0, 8, MPI.DOUBLE, peer, 3);
        Request send = world.Isend(out, 4, 8, MPI.DOUBLE, peer, 3);
        Request.Waitall(new Request[] {send, receive});
        world.Sendrecv(out, 0, 16, MPI.DOUBLE, peer, 4, in, 0, 16, MPI.DOUBLE, peer, 4);
    }

    private static void collectives(Intracomm world, int me) {
        int[] one = {me + 1};
        int[] sum = new int[1];
        int[] all = new int[world.Size()];
        world.Barrier();
        world.Bcast(one, 0, 1, MPI.INT, 0);
        world.Reduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        world.Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.MAX);
        world.Gather(one, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
        world.Allgather(one, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
        world.Scatter(all, 0, 1, MPI.INT, one, 0, 1, MPI.INT, 0);
    }

    private static void objects(Intracomm world, int me, int peer) {
        Object[] objects = {"text", new int[] {me}, Integer.valueOf(me)};
        if (me == 0) {
            world.Send(objects, 0, objects.length, MPI.OBJECT, peer, 5);
            world.Recv(objects, 0, objects.length, MPI.OBJECT, peer, 5);
        } else {
            world.Recv(objects, 0, objects.length, MPI.OBJECT, peer, 5);
            world.Send(objects, 0, objects.length, MPI.OBJECT, peer, 5);
        }
        world.Bcast(objects, 0, objects.length, MPI.OBJECT, 0);
    }

    /** Messages of all kinds between two ranks; {@code first} is the one that begins. */
    private static void traffic(Intracomm world, int peer, boolean first) {
        byte[] bytes = new byte[LONG];
        double[] doubles = new double[LONG];
        int[] ints = new int[LONG];
        for (int size : new int[] {8, 0, 3, 64, 20, 1000, 5000, 8}) {
            bounce(world, bytes, size, MPI.BYTE, peer, first, TIMES);
        }
        for (int size : new int[] {1, 8, 100, 600}) {
            bounce(world, doubles, size, MPI.DOUBLE, peer, first, TIMES);
            bounce(world, ints, size, MPI.INT, peer, first, TIMES);
        }
        bounce(world, bytes, MIDDLE, MPI.BYTE, peer, first, TIMES);
        bounce(world, doubles, MIDDLE / Double.BYTES, MPI.DOUBLE, peer, first, TIMES);
        bounce(world, bytes, LONG, MPI.BYTE, peer, first, TIMES / 20);
        bounce(world, doubles, LONG, MPI.DOUBLE, peer, first, TIMES / 100);
        for (int size : new int[] {8, 64, 1000}) {
            stream(world, bytes, size, peer, first);
        }
        for (int i = 0; i < TIMES; i++) {
            anySource(world, doubles, peer, first);
            world.Barrier();
            world.Bcast(doubles, 0, 1, MPI.DOUBLE, 0);
            world.Allreduce(doubles, 0, new double[1], 0, 1, MPI.DOUBLE, MPI.SUM);
        }
    }

    private static void bounce(
            Intracomm world,
            Object buffer,
            int count,
            Datatype type,
            int peer,
            boolean first,
            int times) {
        for (int i = 0; i < times; i++) {
            if (first) {
                world.Send(buffer, 0, count, type, peer, 1);
                world.Recv(buffer, 0, count, type, peer, 1);
            } else {
                world.Recv(buffer, 0, count, type, peer, 1);
                world.Send(buffer, 0, count, type, peer, 1);
            }
        }
    }

    private static void stream(Intracomm world, byte[] buffer, int size, int peer, boolean first) {
        Request[] window = new Request[WINDOW];
        byte[][] buffers = new byte[WINDOW][size];
        for (int i = 0; i < TIMES / 10; i++) {
            for (int j = 0; j < WINDOW; j++) {
                window[j] =
                        first
                                ? world.Isend(buffer, 0, size, MPI.BYTE, peer, 2)
                                : world.Irecv(buffers[j], 0, size, MPI.BYTE, peer, 2);
            }
            Request.Waitall(window);
        }
    }

    private static void anySource(Intracomm world, double[] buffer, int peer, boolean first) {
        if (first) {
            world.Send(buffer, 0, 1, MPI.DOUBLE, peer, 4);
            world.Recv(buffer, 0, 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
        } else {
            Status status = world.Recv(buffer, 0, 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            status.Get_count(MPI.DOUBLE);
            world.Send(buffer, 0, 1, MPI.DOUBLE, peer, 4);
        }
    }
}
