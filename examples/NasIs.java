import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * NAS Parallel Benchmark IS: ranks (finds the sorted place of) many small integer keys, ten times,
 * checked against the official values.
 *
 * <p>Shows: allReduce of an array, allToAll, allToAllv of nearly all data, allGather. Written from
 * the specification (NAS report RNR-94-007, section 2.6, and the verification values of NPB 2 and
 * 3). Any number of ranks works.
 *
 * <p>Each rank counts its keys by bucket; the sum over all ranks tells how to cut the range of keys
 * into one piece per rank, with about as many keys each; allToAllv brings every key to the owner of
 * its piece, who counts how many keys there are of each value.
 *
 * <pre>./mpirun -np 2 java examples/NasIs.java A</pre>
 */
public final class NasIs {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/NasIs.java CLASS
              CLASS   S, W, A or B: 2^16, 2^20, 2^23 or 2^25 keys
            Prints the result in NPB's manner; the exit code is 1 when verification fails.
            """;

    private static final int ITERATIONS = 10;

    /** Logarithms of the number of keys, of their range and of the number of buckets. */
    private enum Problem {
        S(16, 11, 9),
        W(20, 16, 10),
        A(23, 19, 10),
        B(25, 21, 10);

        final int keys;
        final int maxKey;
        final int buckets;
        final int shift;

        Problem(int keyBits, int maxKeyBits, int bucketBits) {
            this.keys = 1 << keyBits;
            this.maxKey = 1 << maxKeyBits;
            this.buckets = 1 << bucketBits;
            this.shift = maxKeyBits - bucketBits;
        }

        /** The official test values. */
        Test[] tests() {
            return switch (this) {
                case S ->
                        new Test[] {
                            new Test(48427, 0, 1, 0),
                            new Test(17148, 18, 1, 0),
                            new Test(23627, 346, 1, 0),
                            new Test(62548, 64917, -1, 0),
                            new Test(4431, 65463, -1, 0)
                        };
                case W ->
                        new Test[] {
                            new Test(357773, 1249, 1, 2),
                            new Test(934767, 11698, 1, 2),
                            new Test(875723, 1039987, -1, 0),
                            new Test(898999, 1043896, -1, 0),
                            new Test(404505, 1048018, -1, 0)
                        };
                case A ->
                        new Test[] {
                            new Test(2112377, 104, 1, 1),
                            new Test(662041, 17523, 1, 1),
                            new Test(5336171, 123928, 1, 1),
                            new Test(3642833, 8288932, -1, 1),
                            new Test(4250760, 8388264, -1, 1)
                        };
                case B ->
                        new Test[] {
                            new Test(41869, 33422937, -1, 0),
                            new Test(812306, 10244, 1, 0),
                            new Test(5102857, 59149, 1, 0),
                            new Test(18232239, 33135281, -1, 0),
                            new Test(26860214, 99, 1, 0)
                        };
            };
        }
    }

    /**
     * A key whose rank is known: its place in the sequence, and its rank in iteration "when". Every
     * iteration alters two keys, so the rank moves from each to the next by "step".
     */
    private record Test(int place, int rank, int step, int when) {
        int rank(int iteration) {
            return rank + step * (iteration - when);
        }
    }

    private final Comm comm;
    private final int rank;
    private final int size;
    private final Problem problem;
    private final Test[] tests;

    /** Own part of the sequence of keys, and the place of its first key in the whole. */
    private final int[] keys;

    private final int firstPlace;

    /** Keys per bucket, here and everywhere; behind them, the values of the tested keys. */
    private final int[] localCounts;

    private final int[] globalCounts;

    /** Rank i owns the keys of buckets [firstBuckets[i], firstBuckets[i + 1]). */
    private final int[] firstBuckets;

    private final int[] ordered;
    private final int[] sendCounts;
    private final int[] sendStarts;
    private final int[] receiveCounts;
    private final int[] receiveStarts;
    private int[] received = {};
    private int receivedCount;

    /** Of the own piece: its least key, how many keys are less, and how many are up to each. */
    private int leastKey;

    private int keysBelow;
    private int[] upTo = {};

    private int passed;
    private double secondsInMpi;

    private NasIs(Comm comm, Problem problem) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.size = comm.getSize();
        this.problem = problem;
        this.tests = problem.tests();
        this.firstPlace = (int) ((long) problem.keys * rank / size);
        int end = (int) ((long) problem.keys * (rank + 1) / size);
        this.keys = drawKeys(problem, firstPlace, end);
        this.localCounts = new int[problem.buckets + tests.length];
        this.globalCounts = new int[problem.buckets + tests.length];
        this.firstBuckets = new int[size + 1];
        this.ordered = new int[keys.length];
        this.sendCounts = new int[size];
        this.sendStarts = new int[size];
        this.receiveCounts = new int[size];
        this.receiveStarts = new int[size];
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
        if (args.length == 1 && args[0].equals("--help")) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        for (Problem problem : Problem.values()) {
            if (args.length == 1 && args[0].equalsIgnoreCase(problem.name())) {
                return new NasIs(MPI.COMM_WORLD, problem).benchmark();
            }
        }
        if (speaker) {
            String given = args.length == 0 ? "nothing" : "'" + String.join(" ", args) + "'";
            System.err.println(
                    "NasIs: needs one class of S, W, A, B, not " + given + "; try --help");
        }
        return 2;
    }

    private int benchmark() throws MPIException {
        say("%n NAS Parallel Benchmarks, Strata - IS Benchmark%n%n");
        say(" Size:  %d  (class %s)%n Iterations:   %d%n", problem.keys, problem, ITERATIONS);
        say(" Number of processes:     %d%n%n", size);

        // One iteration that is not timed touches all code and data.
        rankKeys(1);
        passed = 0;
        secondsInMpi = 0;

        say("   iteration%n");
        comm.barrier();
        double start = MPI.wtime();
        for (int i = 1; i <= ITERATIONS; i++) {
            say("        %d%n", i);
            rankKeys(i);
        }
        double[] seconds = {MPI.wtime() - start, secondsInMpi};
        double[] most = new double[1];
        comm.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(seconds, 2, MPI.DOUBLE, MPI.SUM);

        int[] passes = {passed};
        comm.allReduce(passes, 1, MPI.INT, MPI.SUM);
        boolean sorted = isSorted();
        boolean right = sorted && passes[0] == tests.length * ITERATIONS;
        say("%n %d of %d partial verifications passed", passes[0], tests.length * ITERATIONS);
        say("; keys %s%n", sorted ? "in order" : "NOT IN ORDER");
        report(right, most[0], seconds[1] / seconds[0]);
        return right ? 0 : 1;
    }

    // ---- the keys ----

    /**
     * Draws the keys of places [from, to): each a quarter of the range times four random numbers.
     */
    private static int[] drawKeys(Problem problem, int from, int to) {
        RandomSequence random = new RandomSequence();
        random.skip(4L * from);
        int quarter = problem.maxKey / 4;
        int[] keys = new int[to - from];
        for (int i = 0; i < keys.length; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
        return keys;
    }

    private boolean owns(int place) {
        return place >= firstPlace && place < firstPlace + keys.length;
    }

    private void set(int place, int key) {
        if (owns(place)) {
            keys[place - firstPlace] = key;
        }
    }

    // ---- one iteration ----

    private void rankKeys(int iteration) throws MPIException {
        set(iteration, iteration);
        set(iteration + ITERATIONS, problem.maxKey - iteration);
        countBuckets();
        double start = MPI.wtime();
        comm.allReduce(localCounts, globalCounts, globalCounts.length, MPI.INT, MPI.SUM);
        secondsInMpi += MPI.wtime() - start;
        cutPieces();
        orderByBucket();
        exchange();
        countKeys();
        for (int test = 0; test < tests.length; test++) {
            verify(test, iteration);
        }
    }

    private void countBuckets() {
        Arrays.fill(localCounts, 0);
        int shift = problem.shift;
        for (int key : keys) {
            localCounts[key >> shift]++;
        }
        for (int test = 0; test < tests.length; test++) {
            int place = tests[test].place();
            localCounts[problem.buckets + test] = owns(place) ? keys[place - firstPlace] : 0;
        }
    }

    /** Rank i's piece ends with the bucket that fills its share of the keys. */
    private void cutPieces() {
        int owner = 0;
        long seen = 0;
        for (int bucket = 0; bucket < problem.buckets; bucket++) {
            while (owner + 1 < size && seen >= (long) problem.keys * (owner + 1) / size) {
                firstBuckets[++owner] = bucket;
            }
            seen += globalCounts[bucket];
        }
        Arrays.fill(firstBuckets, owner + 1, size + 1, problem.buckets);
    }

    private void orderByBucket() {
        int[] next = new int[problem.buckets];
        for (int bucket = 1; bucket < problem.buckets; bucket++) {
            next[bucket] = next[bucket - 1] + localCounts[bucket - 1];
        }
        for (int i = 0; i < size; i++) {
            sendCounts[i] = sum(localCounts, firstBuckets[i], firstBuckets[i + 1]);
            sendStarts[i] = i == 0 ? 0 : sendStarts[i - 1] + sendCounts[i - 1];
        }
        int shift = problem.shift;
        for (int key : keys) {
            ordered[next[key >> shift]++] = key;
        }
    }

    private void exchange() throws MPIException {
        double start = MPI.wtime();
        comm.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
        secondsInMpi += MPI.wtime() - start;
        receivedCount = 0;
        for (int i = 0; i < size; i++) {
            receiveStarts[i] = receivedCount;
            receivedCount += receiveCounts[i];
        }
        if (received.length < receivedCount) {
            // Two keys change per iteration: the room to spare saves a new array for each.
            received = new int[receivedCount + 2 * ITERATIONS];
        }
        start = MPI.wtime();
        comm.allToAllv(
                ordered,
                sendCounts,
                sendStarts,
                MPI.INT,
                received,
                receiveCounts,
                receiveStarts,
                MPI.INT);
        secondsInMpi += MPI.wtime() - start;
    }

    private void countKeys() {
        leastKey = firstBuckets[rank] << problem.shift;
        keysBelow = sum(globalCounts, 0, firstBuckets[rank]);
        int range = (firstBuckets[rank + 1] << problem.shift) - leastKey;
        if (upTo.length == range) {
            Arrays.fill(upTo, 0);
        } else {
            upTo = new int[range];
        }
        for (int i = 0; i < receivedCount; i++) {
            upTo[received[i] - leastKey]++;
        }
        for (int i = 1; i < range; i++) {
            upTo[i] += upTo[i - 1];
        }
    }

    /** The rank of a key is the number of keys less than it; the owner of the key compares. */
    private void verify(int test, int iteration) {
        int index = globalCounts[problem.buckets + test] - leastKey;
        if (index < 0 || index >= upTo.length) {
            return;
        }
        int keyRank = keysBelow + (index == 0 ? 0 : upTo[index - 1]);
        if (keyRank == tests[test].rank(iteration)) {
            passed++;
        } else {
            System.out.println(
                    "Failed partial verification: iteration " + iteration + ", test key " + test);
        }
    }

    private static int sum(int[] values, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }

    // ---- full verification ----

    /** Puts every key in its place and looks whether they ascend, within and between the ranks. */
    private boolean isSorted() throws MPIException {
        int[] sorted = new int[receivedCount];
        for (int i = 0; i < receivedCount; i++) {
            sorted[--upTo[received[i] - leastKey]] = received[i];
        }
        int disorder = 0;
        for (int i = 1; i < receivedCount; i++) {
            if (sorted[i - 1] > sorted[i]) {
                disorder++;
            }
        }
        boolean empty = receivedCount == 0;
        int[] mine = {
            receivedCount,
            disorder,
            empty ? Integer.MAX_VALUE : sorted[0],
            empty ? Integer.MIN_VALUE : sorted[receivedCount - 1]
        };
        int[] all = new int[4 * size];
        comm.allGather(mine, mine.length, MPI.INT, all, mine.length, MPI.INT);
        return ascends(all);
    }

    private boolean ascends(int[] all) {
        long total = 0;
        int greatest = Integer.MIN_VALUE;
        for (int i = 0; i < all.length; i += 4) {
            if (all[i + 1] != 0 || all[i + 2] < greatest) {
                return false;
            }
            total += all[i];
            greatest = Math.max(greatest, all[i + 3]);
        }
        return total == problem.keys;
    }

    private void report(boolean right, double seconds, double shareInMpi) {
        double rate = (double) problem.keys * ITERATIONS / seconds / 1e6;
        say("%n IS Benchmark Completed%n");
        say(" Class           =  %23s%n", problem);
        say(" Size            =  %23d%n", problem.keys);
        say(" Iterations      =  %23d%n", ITERATIONS);
        say(" Time in seconds =  %23.2f%n", seconds);
        say(" Time in MPI (%%) =  %23.1f%n", 100 * shareInMpi);
        say(" Total processes =  %23d%n", size);
        say(" Mop/s total     =  %23.2f%n", rate);
        say(" Mop/s/process   =  %23.2f%n", rate / size);
        say(" Operation type  =  %23s%n", "keys ranked");
        say(" Verification    =  %23s%n", right ? "SUCCESSFUL" : "UNSUCCESSFUL");
    }

    private void say(String format, Object... values) {
        if (rank == 0) {
            System.out.printf(Locale.ROOT, format, values);
        }
    }

    /** NPB's generator: x = 5^13 x mod 2^46, from 314159265, scaled to (0, 1). */
    private static final class RandomSequence {
        private static final long MULTIPLIER = 1_220_703_125;
        private static final long MASK = (1L << 46) - 1;

        private long state = 314_159_265;

        double next() {
            state = state * MULTIPLIER & MASK;
            return state * 0x1p-46;
        }

        /** Skips numbers in logarithmic time: multiplies by a power of the multiplier. */
        void skip(long numbers) {
            long power = MULTIPLIER;
            for (long n = numbers; n > 0; n >>= 1) {
                if ((n & 1) == 1) {
                    state = state * power & MASK;
                }
                power = power * power & MASK;
            }
        }
    }
}
