import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
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
        part.Free();
        MPI.Finalize();
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
