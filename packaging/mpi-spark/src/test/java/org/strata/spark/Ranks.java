package org.strata.spark;

import mpi.MPI;
import mpi.MPIException;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Programs of ranks. Compiled for Java 17, so that a driver of that age has them, too. */
public final class Ranks {
    private Ranks() {}

    /** Returns the rank; rank 0 prints the number after which the job is named. */
    private static int rank() throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        if (rank == 0) {
            System.out.println("first process " + ProcessHandle.current().pid());
        }
        return rank;
    }

    /** Adds up all rows of all ranks; returns rank, size and the sums. */
    public static final class Sums implements RankProgram<double[], double[]> {
        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) throws MPIException {
            double[] sums = new double[Integer.parseInt(args[0])];
            while (rows.hasNext()) {
                double[] row = rows.next();
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += row[i];
                }
            }
            double[] all = new double[sums.length];
            MPI.COMM_WORLD.allReduce(sums, all, sums.length, MPI.DOUBLE, MPI.SUM);
            StageProgress.add(1);
            System.out.println("sums are ready");
            double[] result = new double[sums.length + 2];
            result[0] = rank();
            result[1] = MPI.COMM_WORLD.getSize();
            System.arraycopy(all, 0, result, 2, all.length);
            return List.of(result).iterator();
        }
    }

    /** Returns its rows as they are, while it reads them. */
    public static final class Echo implements RankProgram<Object, Object> {
        @Override
        public Iterator<Object> run(Iterator<Object> rows, String[] args) {
            return rows;
        }
    }

    /** Returns what nobody can serialise. */
    public static final class NewObjects implements RankProgram<Object, Object> {
        @Override
        public Iterator<Object> run(Iterator<Object> rows, String[] args) {
            return List.of(new Object()).iterator();
        }
    }

    /** A row that only Java's serialization knows. */
    public record Point(int x, List<String> names) implements Serializable {}

    /** Returns per rank the sum of the products of columns x and n, and the time of the kind. */
    public static final class Products implements RankProgram<Columns, Double> {
        @Override
        public Iterator<Double> run(Iterator<Columns> rows, String[] args) throws MPIException {
            Columns columns = rows.next();
            double[] sum = new double[1];
            for (int i = 0; i < columns.rows(); i++) {
                sum[0] += columns.doubles("x")[i] * columns.longs("n")[i];
            }
            MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
            return List.of(sum[0]).iterator();
        }
    }

    /** Fails as its arguments say: a rank, and what it does. The others wait for it. */
    public static final class Failing implements RankProgram<double[], double[]> {
        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) throws Exception {
            int rank = rank();
            System.out.println("has come with " + String.join(" ", args));
            if (rank == Integer.parseInt(args[0])) {
                System.err.println("this rank will fail now");
                switch (args[1]) {
                    case "throw" -> throw new IllegalStateException("row 17 is bad");
                    case "abort" -> MPI.COMM_WORLD.abort(7);
                    case "exit" -> System.exit(3);
                    case "exit0" -> System.exit(0);
                    case "kill" -> killMyself("-9");
                    case "crash" -> killMyself("-SEGV");
                    case "memory" -> fillHeap();
                    case "loop" -> loop();
                    case "print" ->
                            new FileOutputStream(FileDescriptor.out)
                                    .write(
                                            "rubbish that is no frame"
                                                    .getBytes(StandardCharsets.UTF_8));
                    case "mpi" -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
                    default -> throw new IllegalArgumentException(args[1]);
                }
            }
            MPI.COMM_WORLD.barrier();
            return new ArrayList<double[]>().iterator();
        }

        private static void killMyself(String signal) throws Exception {
            long pid = ProcessHandle.current().pid();
            new ProcessBuilder("kill", signal, "" + pid).start().waitFor();
            LockSupport.park();
        }

        private static void fillHeap() {
            Object[] all = null;
            while (true) {
                all = new Object[] {all, new long[1 << 20]};
            }
        }

        /** Nothing interrupts it. */
        @SuppressWarnings("InfiniteLoopStatement")
        private static void loop() {
            System.err.println("looping");
            long count = 0;
            while (true) {
                count++;
                if (count == Long.MIN_VALUE) {
                    System.err.println(count);
                }
            }
        }
    }

    /** Does not come to MPI.Init in rank 1. */
    public static final class NeverJoins implements RankProgram<double[], double[]> {
        /** Called before MPI.Init. */
        public NeverJoins() {
            String directory = System.getProperty("ranks.wait", "");
            while (!directory.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) {
            return rows;
        }
    }

    /** Fails in the first attempt of the stage: the file is there from the second on. */
    public static final class SecondTime implements RankProgram<double[], double[]> {
        @Override
        public Iterator<double[]> run(Iterator<double[]> rows, String[] args) throws Exception {
            if (rank() == 1 && new File(args[0]).createNewFile()) {
                throw new IllegalStateException("the first attempt");
            }
            double[] one = {1};
            MPI.COMM_WORLD.allReduce(one, 1, MPI.DOUBLE, MPI.SUM);
            return List.of(one).iterator();
        }
    }
}
