import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * What the start-up caches are trained with: the calls that most programs make, a few times each.
 */
public final class Warmup {
    private static final int ROUNDS = 200;
    private static final int LONG = 1 << 18;

    private Warmup() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int peer = (me + 1) % world.getSize();
        System.out.println(
                "rank " + me + " of " + world.getSize() + " on " + MPI.getProcessorName());
        for (int i = 0; i < ROUNDS; i++) {
            arrays(world, me, peer);
            buffers(world, me, peer);
            collectives(world, me);
        }
        large(world, me, peer);
        derived(world, me);
        Comm dup = world.dup();
        dup.barrier();
        dup.free();
        MPI.Finalize();
    }

    private static void arrays(Intracomm world, int me, int peer) throws Exception {
        double[] out = {me, 1, 2};
        double[] in = new double[out.length];
        Status status;
        if (me == 0) {
            world.send(out, out.length, MPI.DOUBLE, peer, 1);
            status = world.recv(in, in.length, MPI.DOUBLE, peer, 2);
        } else {
            status = world.recv(in, in.length, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            world.send(out, out.length, MPI.DOUBLE, peer, 2);
        }
        status.getCount(MPI.DOUBLE);
    }

    private static void buffers(Intracomm world, int me, int peer) throws Exception {
        ByteBuffer out = MPI.newByteBuffer(64);
        IntBuffer in = MPI.newIntBuffer(16);
        Request receive = world.iRecv(in, 16, MPI.INT, peer, 3);
        Request send = world.iSend(out, 64, MPI.BYTE, peer, 3);
        Request.waitAll(new Request[] {send, receive});
    }

    private static void collectives(Intracomm world, int me) throws Exception {
        int[] one = {me + 1};
        int[] sum = new int[1];
        int[] all = new int[world.getSize()];
        world.barrier();
        world.bcast(one, 1, MPI.INT, 0);
        world.reduce(one, sum, 1, MPI.INT, MPI.SUM, 0);
        world.allReduce(one, sum, 1, MPI.INT, MPI.MAX);
        world.gather(one, 1, MPI.INT, all, 1, MPI.INT, 0);
        world.allGather(one, 1, MPI.INT, all, 1, MPI.INT);
        world.scatter(all, 1, MPI.INT, one, 1, MPI.INT, 0);
    }

    private static void large(Intracomm world, int me, int peer) throws Exception {
        long[] out = new long[LONG];
        long[] in = new long[LONG];
        world.sendRecv(out, LONG, MPI.LONG, peer, 4, in, LONG, MPI.LONG, peer, 4);
    }

    private static void derived(Intracomm world, int me) throws Exception {
        Datatype column = Datatype.createVector(4, 1, 4, MPI.DOUBLE);
        column.commit();
        double[] matrix = new double[16];
        world.bcast(matrix, 1, column, 0);
        column.free();
    }
}
