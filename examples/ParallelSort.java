import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Sorts numbers by samples and writes them to one file.
 *
 * <p>Shows: allGather, allToAll, allToAllv, exScan; a file that all ranks open, a collective write
 * at each rank's own offset, a view, a big-endian representation, file hints, delete on close.
 *
 * <p>Each rank makes its share of the numbers and sorts it. Samples of all ranks, sorted, give the
 * borders of as many parts as there are ranks; each rank sends every part to its owner, who merges
 * what it gets and writes it behind the parts of the ranks below.
 *
 * <pre>./mpirun -np 4 java examples/ParallelSort.java --numbers 2000000 sorted.dat</pre>
 */
public final class ParallelSort {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/ParallelSort.java [--numbers N] [FILE]
              --numbers N  how many numbers to sort (default 1000000)
              FILE         gets them, as big-endian longs; without it the file is deleted at the end
            """;

    private static final int SAMPLES = 64;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int size = comm.getSize();

    private ParallelSort() throws MPIException {}

    public static void main(String[] args) throws MPIException {
        String[] words = MPI.Init(args);
        int numbers = 1_000_000;
        String path = null;
        boolean valid = true;
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals("--numbers") && i + 1 < words.length) {
                String count = words[++i];
                valid &= count.matches("\\d{1,8}");
                numbers = valid ? Integer.parseInt(count) : 0;
            } else if (words[i].startsWith("-") || path != null) {
                valid = false;
            } else {
                path = words[i];
            }
        }
        int code = valid ? new ParallelSort().run(numbers, path) : usage();
        MPI.Finalize();
        System.exit(code);
    }

    private static int usage() throws MPIException {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.err.print(USAGE);
        }
        return 2;
    }

    private int run(int numbers, String path) throws MPIException {
        long[] mine = share(numbers);
        double begin = MPI.wtime();
        Arrays.sort(mine);
        long[] part = exchange(mine, borders(mine));
        Arrays.sort(part);
        double sorted = MPI.wtime();

        String name = path != null ? path : "parallelsort.dat";
        int mode = MPI.MODE_CREATE | MPI.MODE_RDWR;
        File file = new File(comm, name, path != null ? mode : mode | MPI.MODE_DELETE_ON_CLOSE);
        file.setSize(8L * numbers);
        file.setView(0, MPI.LONG, MPI.LONG, "external32");
        file.writeAtAll(countBelow(part.length), part, part.length, MPI.LONG);
        file.sync();
        double written = MPI.wtime();

        boolean right = verify(file, numbers, mine);
        file.close();
        if (rank == 0) {
            System.out.printf(
                    "%d numbers sorted in %.3f s, written to %s in %.3f s%n",
                    numbers, sorted - begin, name, written - sorted);
            System.out.println("The file is sorted and has every number: " + right);
        }
        return right ? 0 : 1;
    }

    /** Makes this rank's share of the numbers, which do not depend on the number of ranks. */
    private long[] share(int numbers) {
        int from = (int) ((long) numbers * rank / size);
        int to = (int) ((long) numbers * (rank + 1) / size);
        long[] share = new long[to - from];
        Arrays.setAll(share, i -> new SplittableRandom(from + i).nextLong());
        return share;
    }

    /** Returns the first number of each part but the first; the same at all ranks. */
    private long[] borders(long[] sorted) throws MPIException {
        long[] samples = new long[SAMPLES * size];
        for (int i = 0; i < SAMPLES && sorted.length > 0; i++) {
            samples[rank * SAMPLES + i] = sorted[(int) ((long) sorted.length * i / SAMPLES)];
        }
        comm.allGather(samples, SAMPLES, MPI.LONG);
        Arrays.sort(samples);
        long[] borders = new long[size - 1];
        Arrays.setAll(borders, i -> samples[(i + 1) * SAMPLES]);
        return borders;
    }

    /**
     * Sends each part of the sorted numbers to its owner; returns the parts that this rank owns.
     */
    private long[] exchange(long[] sorted, long[] borders) throws MPIException {
        int[] sendPlaces = new int[size + 1];
        sendPlaces[size] = sorted.length;
        for (int part = 1; part < size; part++) {
            int found = Arrays.binarySearch(sorted, borders[part - 1]);
            sendPlaces[part] = Math.max(sendPlaces[part - 1], found < 0 ? -found - 1 : found);
        }
        int[] sendCounts = new int[size];
        Arrays.setAll(sendCounts, part -> sendPlaces[part + 1] - sendPlaces[part]);
        int[] counts = new int[size];
        comm.allToAll(sendCounts, 1, MPI.INT, counts, 1, MPI.INT);
        int[] places = new int[size + 1];
        for (int source = 0; source < size; source++) {
            places[source + 1] = places[source] + counts[source];
        }
        long[] received = new long[places[size]];
        comm.allToAllv(
                sorted, sendCounts, sendPlaces, MPI.LONG, received, counts, places, MPI.LONG);
        return received;
    }

    /** Returns how many numbers the ranks below this one have. */
    private long countBelow(int count) throws MPIException {
        long[] below = new long[1];
        comm.exScan(new long[] {count}, below, 1, MPI.LONG, MPI.SUM);
        return rank == 0 ? 0 : below[0];
    }

    /** Reads a share of the file and one number more; compares order and checksums. */
    private boolean verify(File file, int numbers, long[] mine) throws MPIException {
        comm.barrier();
        int from = (int) ((long) numbers * rank / size);
        int to = (int) ((long) numbers * (rank + 1) / size);
        long[] found = new long[to - from + 1];
        int count = file.readAtAll(from, found, found.length, MPI.LONG).getCount(MPI.LONG);
        boolean right = count == Math.min(found.length, numbers - from);
        for (int i = 1; i < count; i++) {
            right &= found[i - 1] <= found[i];
        }
        long[] sums = {right ? 0 : 1, 0, 0};
        for (int i = 0; i < mine.length; i++) {
            sums[1] += hash(found[i]) - hash(mine[i]);
            sums[2] += hash(~found[i]) - hash(~mine[i]);
        }
        comm.allReduce(sums, sums.length, MPI.LONG, MPI.SUM);
        return sums[0] == 0 && sums[1] == 0 && sums[2] == 0;
    }

    /**
     * Equal sums over two arrays mean that one is, but for an accident, a permutation of the other.
     */
    private static long hash(long number) {
        return (number * 0x9e3779b97f4a7c15L) >>> 5;
    }
}
