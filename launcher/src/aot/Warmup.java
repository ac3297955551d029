import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * What the start-up caches are trained with: the calls that most programs make.
 *
 * <p>The caches contain profiles, by which the JVM compiles the message paths as soon as a job uses
 * them. It compiles only what a profile has seen, and starts anew when a program takes a branch
 * that it has not: so {@link #traffic} sends messages of all kinds by turns, until the JVM has
 * compiled each path for all of them.
 */
public final class Warmup {
    private static final int ROUNDS = 200;
    private static final int TRAFFIC_ROUNDS = 4;
    private static final int LINK_ROUNDS = 4;
    private static final int TIMES = 2000;
    private static final int WINDOW = 64;
    private static final int LONG = 1 << 18;

    private Warmup() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm all = MPI.COMM_WORLD;
        int me = all.getRank();
        System.out.println("rank " + me + " of " + all.getSize() + " on " + MPI.getProcessorName());
        Intracomm pair = (Intracomm) all.split(me < 2 ? 0 : 1, me);
        if (me < 2) {
            overMemory(pair, me);
        }
        if (me != 1 && all.getSize() > 2) {
            overSecondLink(all, 2 - me, me == 0);
        }
        pair.free();
        MPI.Finalize();
    }

    /** Two ranks, which share memory. */
    private static void overMemory(Intracomm world, int me) throws Exception {
        int peer = 1 - me;
        for (int i = 0; i < ROUNDS; i++) {
            arrays(world, me, peer);
            buffers(world, me, peer);
            collectives(world, me);
        }
        large(world, me, peer);
        derived(world, me);
        for (int i = 0; i < TRAFFIC_ROUNDS; i++) {
            traffic(world, peer, me == i % 2);
        }
        EachCall.all(world);
    }

    /**
     * Two ranks that have no other link than tcp, or the (software) adapter: Trainer says which.
     */
    private static void overSecondLink(Intracomm world, int peer, boolean first) throws Exception {
        ByteBuffer own = MPI.newByteBuffer(LONG);
        for (int i = 0; i < LINK_ROUNDS; i++) {
            for (int size : new int[] {8, 20, 64, 1000, 4096}) {
                bounce(world, own, size, MPI.BYTE, peer, first, TIMES / 2);
                stream(world, own, size, peer, first == (i % 2 == 0));
            }
            bounce(world, new byte[64], 64, MPI.BYTE, peer, first, TIMES / 2);
            bounce(world, own, 65_000, MPI.BYTE, peer, first, TIMES / 10);
        }
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

    /** Messages of all kinds between two ranks; {@code first} is the one that begins. */
    private static void traffic(Intracomm world, int peer, boolean first) throws Exception {
        ByteBuffer own = MPI.newByteBuffer(LONG);
        ByteBuffer direct = ByteBuffer.allocateDirect(LONG);
        Object[] buffers = {own, new byte[LONG], direct, own};
        for (int size : new int[] {8, 0, 3, 64, 20, 1000, 5000, 8}) {
            for (Object buffer : buffers) {
                bounce(world, buffer, size, MPI.BYTE, peer, first, TIMES / 2);
            }
        }
        bounce(world, new double[8], 1, MPI.DOUBLE, peer, first, TIMES);
        bounce(world, new int[8], 1, MPI.INT, peer, first, TIMES);
        for (Object buffer : buffers) {
            // Fewer of pool memory would leave the path of RDMA without a profile that counts.
            int times = buffer == own ? TIMES : TIMES / 10;
            bounce(world, buffer, 65_000, MPI.BYTE, peer, first, times);
            bounce(world, buffer, LONG, MPI.BYTE, peer, first, TIMES / 100);
        }
        for (int size : new int[] {8, 64, 1000}) {
            stream(world, own, size, peer, first);
            stream(world, direct, size, peer, !first);
            requests(world, own, size, peer, first);
        }
        anySource(world, new long[8], peer, first);
        for (int i = 0; i < TIMES; i++) {
            arrays(world, first ? 0 : 1, peer);
            world.barrier();
            world.bcast(own, 8, MPI.BYTE, 0);
            world.allReduce(new double[] {i}, new double[1], 1, MPI.DOUBLE, MPI.SUM);
        }
    }

    private static void bounce(
            Intracomm world,
            Object buffer,
            int count,
            Datatype type,
            int peer,
            boolean first,
            int times)
            throws Exception {
        for (int i = 0; i < times; i++) {
            if (first) {
                world.send(buffer, count, type, peer, 1);
                world.recv(buffer, count, type, peer, 1);
            } else {
                world.recv(buffer, count, type, peer, 1);
                world.send(buffer, count, type, peer, 1);
            }
        }
    }

    private static void stream(
            Intracomm world, ByteBuffer buffer, int size, int peer, boolean first)
            throws Exception {
        Request[] window = new Request[WINDOW];
        for (int i = 0; i < TIMES / 4; i++) {
            for (int j = 0; j < WINDOW; j++) {
                window[j] =
                        first
                                ? world.iSend(buffer, size, MPI.BYTE, peer, 2)
                                : world.iRecv(buffer, size, MPI.BYTE, peer, 2);
            }
            Request.waitAll(window);
        }
    }

    private static void requests(
            Intracomm world, ByteBuffer buffer, int size, int peer, boolean first)
            throws Exception {
        ByteBuffer in = MPI.newByteBuffer(size);
        for (int i = 0; i < TIMES; i++) {
            Request receive = world.iRecv(in, size, MPI.BYTE, peer, 3);
            if (!first) {
                receive.waitFor();
            }
            world.iSend(buffer, size, MPI.BYTE, peer, 3).waitFor();
            if (first) {
                receive.waitStatus();
            }
        }
    }

    private static void anySource(Intracomm world, long[] buffer, int peer, boolean first)
            throws Exception {
        for (int i = 0; i < TIMES; i++) {
            if (first) {
                world.send(buffer, 1, MPI.LONG, peer, 4);
                world.recv(buffer, 1, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
            } else {
                world.recv(buffer, 1, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
                world.send(buffer, 1, MPI.LONG, peer, 4);
            }
        }
    }
}
