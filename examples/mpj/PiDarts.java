import mpi.MPI;
import mpi.Status;

import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * Throws darts at a square and counts those in the circle: a program for MPJ Express. Rank 0 sends
 * each rank its share as an object; the counts are summed.
 *
 * <pre>
 * javac -cp $MPJ_HOME/lib/mpj.jar examples/mpj/PiDarts.java
 * mpjrun.sh -np 4 -cp examples/mpj PiDarts 4000000
 * </pre>
 */
public class PiDarts {
    /** What a rank does. */
    private static final class Share implements Serializable {
        private static final long serialVersionUID = 1L;
        final int darts;
        final long seed;

        Share(int darts, long seed) {
            this.darts = darts;
            this.seed = seed;
        }
    }

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int all = own.length > 0 ? Integer.parseInt(own[0]) : 4_000_000;
        Object[] share = new Object[1];
        if (rank == 0) {
            for (int to = 1; to < size; to++) {
                Object[] one = {new Share(all / size, to)};
                MPI.COMM_WORLD.Send(one, 0, 1, MPI.OBJECT, to, 0);
            }
            share[0] = new Share(all - all / size * (size - 1), 0);
        } else {
            Status status = MPI.COMM_WORLD.Recv(share, 0, 1, MPI.OBJECT, 0, MPI.ANY_TAG);
            if (status.Get_count(MPI.OBJECT) != 1) {
                throw new IllegalStateException("no share");
            }
        }
        long[] hits = {hits((Share) share[0])};
        long[] total = new long[1];
        MPI.COMM_WORLD.Reduce(hits, 0, total, 0, 1, MPI.LONG, MPI.SUM, 0);
        if (rank == 0) {
            double pi = 4.0 * total[0] / all;
            boolean right = Math.abs(pi - Math.PI) < 0.01;
            System.out.printf(
                    "%d darts by %d ranks: pi is about %.2f, as it should be: %b%n",
                    all, size, pi, right);
        }
        MPI.Finalize();
    }

    private static long hits(Share share) {
        SplittableRandom random = new SplittableRandom(share.seed);
        long hits = 0;
        for (int i = 0; i < share.darts; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            hits += x * x + y * y < 1 ? 1 : 0;
        }
        return hits;
    }
}
