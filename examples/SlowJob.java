import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/**
 * A program that is slow for a reason that you choose, to see how a report of a job shows it. Every
 * step computes on the rank's cells, exchanges the cells at the edges with both neighbours in a
 * ring, and adds up a checksum over all ranks.
 *
 * <p>Shows: what imbalance, work in turn and messages that are too small look like in {@code mpirun
 * --report}; docs/guide/performance.md walks through the pages.
 *
 * <pre>./mpirun -np 4 --report=slow.html java examples/SlowJob.java imbalance</pre>
 */
public final class SlowJob {
    private static final String USAGE =
            """
            Usage: mpirun [--report=slow.html] -np N java examples/SlowJob.java FAULT [OPTION]...
            FAULT is one of
              none        every rank has the same work
              imbalance   the last rank computes three times as much as the others
              chain       a rank begins when the one before it has finished
              small       the edges are sent number by number, and after every few sweeps
              --steps S   steps to take (default 300, small: 60)
              --work W    sweeps over a rank's cells in a step (default 1500)
            Rank 0 prints the time, and whether the checksum is right.
            """;

    private static final int CELLS = 4_096;
    private static final int EDGE = 256;
    private static final int TAG = 7;

    /** Sweeps between two exchanges of the edges, if that is the fault. */
    private static final int FEW = 15;

    private enum Fault {
        NONE,
        IMBALANCE,
        CHAIN,
        SMALL
    }

    private final Comm comm;
    private final int rank;
    private final int left;
    private final int right;
    private final Fault fault;
    private final int work;
    private final double[] cells = new double[CELLS];
    private final double[] ghosts = new double[EDGE];
    private final double[] edge = new double[EDGE];

    private SlowJob(Comm comm, Fault fault, int work) throws MPIException {
        this.comm = comm;
        this.fault = fault;
        this.work = work;
        rank = comm.getRank();
        left = (rank + comm.getSize() - 1) % comm.getSize();
        right = (rank + 1) % comm.getSize();
        Arrays.fill(cells, 1);
    }

    public static void main(String[] args) throws MPIException {
        String[] words = MPI.Init(args);
        int status = run(MPI.COMM_WORLD, words);
        MPI.Finalize();
        System.exit(status);
    }

    private static int run(Comm comm, String[] words) throws MPIException {
        Fault fault = null;
        int steps = 0;
        int work = 1500;
        try {
            for (int i = 0; i < words.length; i++) {
                switch (words[i]) {
                    case "--steps" -> steps = Integer.parseInt(words[++i]);
                    case "--work" -> work = Integer.parseInt(words[++i]);
                    default -> fault = Fault.valueOf(words[i].toUpperCase());
                }
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            fault = null;
        }
        if (fault == null || steps < 0 || work < 1) {
            if (comm.getRank() == 0) {
                System.out.print(USAGE);
            }
            return words.length == 1 && words[0].equals("--help") ? 0 : 2;
        }
        int usual = fault == Fault.SMALL ? 60 : 300;
        return new SlowJob(comm, fault, work).run(steps == 0 ? usual : steps);
    }

    private int run(int steps) throws MPIException {
        long begin = System.nanoTime();
        double sum = 0;
        for (int step = 0; step < steps; step++) {
            if (fault == Fault.CHAIN) {
                inTurn();
            } else {
                compute();
            }
            exchange();
            sum = checksum();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        // Every cell keeps the value 1, whatever was done in between.
        boolean right = Math.abs(sum - (double) CELLS * comm.getSize()) < 1e-6 * sum;
        if (rank == 0) {
            System.out.printf(
                    "%d steps in %.2f s, checksum as it should be: %b%n", steps, seconds, right);
        }
        return right ? 0 : 1;
    }

    /** Averages neighbours, again and again; the last rank has more of it if that is the fault. */
    private void compute() throws MPIException {
        boolean more = fault == Fault.IMBALANCE && rank == comm.getSize() - 1;
        int sweeps = more ? 3 * work : work;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            double before = cells[CELLS - 1];
            for (int i = 0; i < CELLS; i++) {
                double now = cells[i];
                cells[i] = 0.5 * before + 0.5 * now;
                before = now;
            }
            if (fault == Fault.SMALL && sweep % FEW == 0) {
                exchange();
            }
        }
    }

    /** Waits for the rank before, computes, and lets the next one begin. */
    private void inTurn() throws MPIException {
        int[] token = new int[1];
        if (rank > 0) {
            comm.recv(token, 1, MPI.INT, rank - 1, TAG);
        }
        compute();
        if (rank < comm.getSize() - 1) {
            comm.send(token, 1, MPI.INT, rank + 1, TAG);
        }
    }

    /** Sends the cells at the right edge to the right neighbour, and receives those of the left. */
    private void exchange() throws MPIException {
        System.arraycopy(cells, CELLS - EDGE, edge, 0, EDGE);
        if (fault == Fault.SMALL) {
            oneByOne();
        } else {
            comm.sendRecv(edge, EDGE, MPI.DOUBLE, right, TAG, ghosts, EDGE, MPI.DOUBLE, left, TAG);
        }
        for (int i = 0; i < EDGE; i++) {
            cells[i] = 0.5 * cells[i] + 0.5 * ghosts[i];
        }
    }

    private void oneByOne() throws MPIException {
        double[] one = new double[1];
        double[] other = new double[1];
        for (int i = 0; i < EDGE; i++) {
            one[0] = edge[i];
            comm.sendRecv(one, 1, MPI.DOUBLE, right, TAG, other, 1, MPI.DOUBLE, left, TAG);
            ghosts[i] = other[0];
        }
    }

    private double checksum() throws MPIException {
        double[] own = {Arrays.stream(cells).sum()};
        double[] all = new double[1];
        comm.allReduce(own, all, 1, MPI.DOUBLE, MPI.SUM);
        return all[0];
    }
}
