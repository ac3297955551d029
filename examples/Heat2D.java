import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import javax.imageio.ImageIO;

/**
 * Heat flow in a square plate with fixed temperatures round its edge: Jacobi's method on a grid cut
 * into blocks, one per rank; writes the final temperatures as a picture.
 *
 * <p>Shows: a two-dimensional grid of ranks, halo exchange by persistent requests, a vector
 * datatype for columns and for blocks inside larger blocks, communication hidden behind
 * computation, allReduce for convergence. A cell's new value is computed from the same four numbers
 * in the same order whoever owns them, so the result is the same, to the last bit, for every number
 * of ranks.
 *
 * <pre>./mpirun -np 4 java examples/Heat2D.java --size 500 --steps 20000 --output heat.png</pre>
 */
public final class Heat2D {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/Heat2D.java [OPTION]...
              --size S        cells along each side of the plate (default 200)
              --steps T       most steps to take (default 5000)
              --tolerance E   stop when no cell changes by more in a step (default 1e-4 degrees)
              --output FILE   picture to write, PNG (default heat2d.png)
              --verify        rank 0 repeats the calculation alone and compares all bits
            Rank 0 prints steps, time, and a checksum that is the same for every number of ranks.
            """;

    /** Steps from one look at the convergence to the next. */
    private static final int CHECK_INTERVAL = 100;

    private static final double HOTTEST = 100;
    private static final int BLOCK = 4;

    private final Comm comm;
    private final int rank;
    private final Options options;

    /** The grid of ranks: its shape, and this rank's place in it. */
    private final int gridRows;

    private final int gridColumns;
    private final int gridRow;
    private final int gridColumn;

    /** Own cells; the block in memory has one more line on each side: the halo. */
    private final int height;

    private final int width;
    private final int stride;

    private Block now;
    private Block next;
    private double change = Double.NaN;

    private Heat2D(Comm comm, Options options) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.options = options;
        int size = comm.getSize();
        this.gridRows = greatestDivisorUpToRoot(size);
        this.gridColumns = size / gridRows;
        this.gridRow = rank / gridColumns;
        this.gridColumn = rank % gridColumns;
        this.height = firstRow(gridRow + 1) - firstRow(gridRow);
        this.width = firstColumn(gridColumn + 1) - firstColumn(gridColumn);
        this.stride = width + 2;
        this.now = new Block();
        this.next = new Block();
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int status = run(args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) throws MPIException {
        boolean speaker = MPI.COMM_WORLD.getRank() == 0;
        Options options;
        try {
            options = Options.parse(args, MPI.COMM_WORLD.getSize());
        } catch (IllegalArgumentException e) {
            if (speaker) {
                System.err.println("Heat2D: " + e.getMessage() + "; try --help");
            }
            return 2;
        }
        if (options.help()) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        return new Heat2D(MPI.COMM_WORLD, options).simulate();
    }

    private int simulate() throws MPIException {
        comm.barrier();
        double start = MPI.wtime();
        int steps = 0;
        boolean converged = false;
        while (steps < options.steps() && !converged) {
            step();
            steps++;
            if (steps % CHECK_INTERVAL == 0) {
                change = greatestChange();
                converged = change <= options.tolerance();
            }
        }
        double seconds = MPI.wtime() - start;
        DoubleBuffer plate = gather();
        int[] status = {rank == 0 ? report(plate, steps, seconds) : 0};
        comm.bcast(status, 1, MPI.INT, 0);
        now.free();
        next.free();
        return status[0];
    }

    // ---- who owns what ----

    private static int greatestDivisorUpToRoot(int n) {
        int divisor = (int) Math.sqrt(n);
        while (n % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    private int firstRow(int row) {
        return (int) ((long) options.size() * row / gridRows);
    }

    private int firstColumn(int column) {
        return (int) ((long) options.size() * column / gridColumns);
    }

    /**
     * Rank at a place of the grid; nobody beyond the edge, so nothing is sent or received there.
     */
    private int rankAt(int row, int column) {
        boolean inside = row >= 0 && row < gridRows && column >= 0 && column < gridColumns;
        return inside ? row * gridColumns + column : MPI.PROC_NULL;
    }

    private int index(int row, int column) {
        return row * stride + column;
    }

    /** Temperature round the plate: hot in the middle of the top, warm on the right, else cold. */
    private static double edge(int row, int column, int size) {
        if (row < 0) {
            return column >= size / 4 && column < size - size / 4 ? HOTTEST : 0;
        }
        return column >= size ? HOTTEST / 2 : 0;
    }

    private static boolean isEdge(int row, int column, int size) {
        return row < 0 || row >= size || column < 0 || column >= size;
    }

    /** The own cells with their halo, and the eight messages that refresh the halo. */
    private final class Block {
        // Direct memory: Open MPI's API asks for it in persistent requests.
        final DoubleBuffer cells = MPI.newDoubleBuffer((height + 2) * stride);
        private final Prequest[] halo;

        Block() throws MPIException {
            int size = options.size();
            for (int i = 0; i < height + 2; i++) {
                for (int j = 0; j < stride; j++) {
                    int row = firstRow(gridRow) + i - 1;
                    int column = firstColumn(gridColumn) + j - 1;
                    boolean fixed = isEdge(row, column, size);
                    cells.put(index(i, j), fixed ? edge(row, column, size) : 0);
                }
            }
            // One number out of every row: a column.
            Datatype column = Datatype.createVector(height, 1, stride, MPI.DOUBLE);
            column.commit();
            int north = rankAt(gridRow - 1, gridColumn);
            int south = rankAt(gridRow + 1, gridColumn);
            int west = rankAt(gridRow, gridColumn - 1);
            int east = rankAt(gridRow, gridColumn + 1);
            // The tag is the direction in which the message travels.
            halo =
                    new Prequest[] {
                        receive(height + 1, 1, width, MPI.DOUBLE, south, 0),
                        receive(0, 1, width, MPI.DOUBLE, north, 1),
                        receive(1, width + 1, 1, column, east, 2),
                        receive(1, 0, 1, column, west, 3),
                        send(1, 1, width, MPI.DOUBLE, north, 0),
                        send(height, 1, width, MPI.DOUBLE, south, 1),
                        send(1, 1, 1, column, west, 2),
                        send(1, width, 1, column, east, 3)
                    };
            column.free();
        }

        private Prequest receive(int i, int j, int count, Datatype type, int peer, int tag)
                throws MPIException {
            return comm.recvInit(MPI.slice(cells, index(i, j)), count, type, peer, tag);
        }

        private Prequest send(int i, int j, int count, Datatype type, int peer, int tag)
                throws MPIException {
            return comm.sendInit(MPI.slice(cells, index(i, j)), count, type, peer, tag);
        }

        void startHalo() throws MPIException {
            Prequest.startAll(halo);
        }

        void finishHalo() throws MPIException {
            Request.waitAll(halo);
        }

        void free() throws MPIException {
            for (Prequest request : halo) {
                request.free();
            }
        }
    }

    // ---- the calculation ----

    /** The inner cells need no halo: they are computed while it travels. */
    private void step() throws MPIException {
        now.startHalo();
        relax(2, height, 2, width);
        now.finishHalo();
        relax(1, 2, 1, width + 1);
        relax(height, height + 1, 1, width + 1);
        relax(1, height + 1, 1, 2);
        relax(1, height + 1, width, width + 1);
        Block old = now;
        now = next;
        next = old;
    }

    /** Every cell of rows [top, bottom) and columns [left, right) becomes its neighbours' mean. */
    private void relax(int top, int bottom, int left, int right) {
        DoubleBuffer u = now.cells;
        DoubleBuffer v = next.cells;
        int line = stride;
        for (int row = top; row < bottom; row++) {
            int end = index(row, right);
            for (int i = index(row, left); i < end; i++) {
                v.put(i, mean(u.get(i - line), u.get(i + line), u.get(i - 1), u.get(i + 1)));
            }
        }
    }

    /** Brackets decide the rounding: all that computes a cell must add in this order. */
    private static double mean(double north, double south, double west, double east) {
        return 0.25 * ((north + south) + (west + east));
    }

    /** The greatest change of any cell of the plate in the last step. */
    private double greatestChange() throws MPIException {
        double greatest = 0;
        for (int row = 1; row <= height; row++) {
            for (int i = index(row, 1); i <= index(row, width); i++) {
                greatest = Math.max(greatest, Math.abs(now.cells.get(i) - next.cells.get(i)));
            }
        }
        double[] everywhere = {greatest};
        comm.allReduce(everywhere, 1, MPI.DOUBLE, MPI.MAX);
        return everywhere[0];
    }

    // ---- the result ----

    /** Collects the blocks at rank 0, each straight into its place in the plate. */
    private DoubleBuffer gather() throws MPIException {
        Datatype inside = block(height, width, stride);
        Request sent = comm.iSend(MPI.slice(now.cells, index(1, 1)), 1, inside, 0, BLOCK);
        DoubleBuffer plate = null;
        if (rank == 0) {
            int size = options.size();
            plate = MPI.newDoubleBuffer(size * size);
            for (int row = 0; row < gridRows; row++) {
                for (int column = 0; column < gridColumns; column++) {
                    int top = firstRow(row);
                    int left = firstColumn(column);
                    Datatype place =
                            block(firstRow(row + 1) - top, firstColumn(column + 1) - left, size);
                    DoubleBuffer corner = MPI.slice(plate, top * size + left);
                    comm.recv(corner, 1, place, rankAt(row, column), BLOCK);
                    place.free();
                }
            }
        }
        sent.waitFor();
        inside.free();
        return plate;
    }

    /** Rows of numbers inside a larger array. */
    private static Datatype block(int rows, int columns, int stride) throws MPIException {
        Datatype type = Datatype.createVector(rows, columns, stride, MPI.DOUBLE);
        type.commit();
        return type;
    }

    private int report(DoubleBuffer plate, int steps, double seconds) {
        int size = options.size();
        System.out.printf("%d x %d cells on %d x %d ranks%n", size, size, gridRows, gridColumns);
        System.out.printf(
                "%d steps in %.3f s: %.1f million cells/s%n",
                steps, seconds, (double) size * size * steps / seconds / 1e6);
        System.out.printf("greatest change in a step when last checked: %.3g degrees%n", change);
        System.out.printf("checksum %016x%n", checksum(plate));
        if (options.verify() && !verify(plate, steps)) {
            return 1;
        }
        return write(plate) ? 0 : 1;
    }

    private static long checksum(DoubleBuffer plate) {
        long sum = 0;
        for (int i = 0; i < plate.capacity(); i++) {
            long bits = Double.doubleToRawLongBits(plate.get(i));
            sum = (Long.rotateLeft(sum, 7) ^ bits) * 0x9E3779B97F4A7C15L;
        }
        return sum;
    }

    /** The same steps again on one array, without any communication. */
    private boolean verify(DoubleBuffer plate, int steps) {
        int size = options.size();
        double[][] before = new double[size + 2][size + 2];
        for (int row = -1; row <= size; row++) {
            for (int column = -1; column <= size; column++) {
                if (isEdge(row, column, size)) {
                    before[row + 1][column + 1] = edge(row, column, size);
                }
            }
        }
        double[][] after = Arrays.stream(before).map(double[]::clone).toArray(double[][]::new);
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i <= size; i++) {
                relaxRow(before[i - 1], before[i], before[i + 1], after[i]);
            }
            double[][] old = before;
            before = after;
            after = old;
        }
        int different = 0;
        for (int i = 0; i < size * size; i++) {
            if (Double.compare(plate.get(i), before[i / size + 1][i % size + 1]) != 0) {
                different++;
            }
        }
        System.out.println(
                different == 0
                        ? "Sequential calculation: the same bits"
                        : "Sequential calculation: " + different + " cells DIFFER");
        return different == 0;
    }

    private static void relaxRow(double[] north, double[] row, double[] south, double[] result) {
        for (int j = 1; j < row.length - 1; j++) {
            result[j] = mean(north[j], south[j], row[j - 1], row[j + 1]);
        }
    }

    private boolean write(DoubleBuffer plate) {
        int size = options.size();
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < plate.capacity(); i++) {
            image.setRGB(i % size, i / size, colour(plate.get(i) / HOTTEST));
        }
        ImageIO.setUseCache(false);
        try (OutputStream file = Files.newOutputStream(Path.of(options.output()))) {
            if (!ImageIO.write(image, "png", file)) {
                throw new IOException("this JDK has no writer for PNG");
            }
        } catch (IOException e) {
            System.err.println("Heat2D: cannot write " + options.output() + ": " + e);
            return false;
        }
        System.out.println("wrote " + options.output());
        return true;
    }

    /** Black, red, yellow, white. */
    private static int colour(double heat) {
        return level(3 * heat) << 16 | level(3 * heat - 1) << 8 | level(3 * heat - 2);
    }

    private static int level(double share) {
        return (int) (255 * Math.clamp(share, 0.0, 1.0));
    }

    private record Options(
            boolean help, int size, int steps, double tolerance, String output, boolean verify) {
        private static final int LARGEST = 16_000;

        static Options parse(String[] args, int ranks) {
            boolean help = false;
            int size = 200;
            int steps = 5000;
            double tolerance = 1e-4;
            String output = "heat2d.png";
            boolean verify = false;
            for (int i = 0; i < args.length; i++) {
                String value = i + 1 < args.length ? args[i + 1] : "";
                switch (args[i]) {
                    case "--help" -> help = true;
                    case "--verify" -> verify = true;
                    case "--size" -> size = (int) number(args[i++], value, 1, LARGEST);
                    case "--steps" -> steps = (int) number(args[i++], value, 0, 1e9);
                    case "--tolerance" -> tolerance = number(args[i++], value, 0, HOTTEST);
                    case "--output" -> {
                        if (value.isEmpty()) {
                            throw new IllegalArgumentException("--output needs a file name");
                        }
                        output = value;
                        i++;
                    }
                    default ->
                            throw new IllegalArgumentException(
                                    "unknown argument '" + args[i] + "'");
                }
            }
            int longest = ranks / greatestDivisorUpToRoot(ranks);
            if (size < longest) {
                throw new IllegalArgumentException(
                        "--size must be at least " + longest + " for " + ranks + " ranks");
            }
            return new Options(help, size, steps, tolerance, output, verify);
        }

        private static double number(String option, String text, double least, double most) {
            try {
                double value = Double.parseDouble(text);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Said below, with the option's name.
            }
            throw new IllegalArgumentException(
                    option
                            + " needs a number from "
                            + least
                            + " to "
                            + most
                            + ", not '"
                            + text
                            + "'");
        }
    }
}
