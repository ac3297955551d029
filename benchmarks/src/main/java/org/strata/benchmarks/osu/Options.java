package org.strata.benchmarks.osu;

/**
 * OSU's options.
 *
 * @param minSize smallest message, bytes
 * @param maxSize largest message, bytes
 * @param iterations timed repetitions of messages up to 8 KiB
 * @param warmup untimed repetitions before them
 * @param window sends under way at once in bandwidth tests
 * @param buffers where messages live
 * @param tests tests of a non-blocking collective's request during the computation
 * @param settleMillis how long the whole test runs unreported before it runs for the table
 * @param blocks parts of the timed repetitions of the latency test, of which the fastest counts
 */
record Options(
        int minSize,
        int maxSize,
        int iterations,
        int warmup,
        int window,
        Buffers buffers,
        int tests,
        int settleMillis,
        int blocks) {
    private static final int LARGE = 8192;
    private static final int SETTLING_ITERATIONS = 400;

    static final String HELP =
            """
            options
              -m [MIN:]MAX  message sizes in bytes, doubling (default 1, or 0 for latency tests)
              -i N          iterations per size (default 10000; a tenth above 8 KiB)
              -x N          warm-up iterations per size (default 2000; a tenth above 8 KiB)
              -W N          window of bandwidth tests (default 64)
              -t N          tests during the computation of non-blocking collectives (default 10)
              -b KIND       buffers: mpi (MPI.newByteBuffer), direct (allocateDirect), array,
                            arena (Arena.ofShared)
              -T MILLIS     run the test unreported before, until the JVM has compiled it (default 0)
              -B N          latency test: time N parts of the iterations, report the best (default 1)
            """;

    /** Where messages live. */
    enum Buffers {
        MPI,
        DIRECT,
        ARRAY,
        ARENA
    }

    static Options parse(String[] args, Benchmark benchmark) {
        int min = benchmark == Benchmark.LATENCY || benchmark == Benchmark.MULTI_LAT ? 0 : 1;
        int max = benchmark.maxSize();
        int iterations = 10_000;
        int warmup = 2_000;
        int window = 64;
        Buffers buffers = Buffers.MPI;
        int tests = 10;
        int settle = 0;
        int blocks = 1;
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value.\n\n" + HELP);
            }
            String value = args[i + 1];
            switch (args[i]) {
                case "-m" -> {
                    int colon = value.indexOf(':');
                    min = colon < 0 ? min : number("-m", value.substring(0, colon));
                    max = number("-m", value.substring(colon + 1));
                }
                case "-i" -> iterations = number("-i", value);
                case "-x" -> warmup = number("-x", value);
                case "-W" -> window = number("-W", value);
                case "-t" -> tests = number("-t", value);
                case "-T" -> settle = number("-T", value);
                case "-B" -> blocks = Math.max(number("-B", value), 1);
                case "-b" -> buffers = Buffers.valueOf(value.toUpperCase());
                default ->
                        throw new IllegalArgumentException(
                                "Unknown option " + args[i] + ".\n\n" + HELP);
            }
        }
        return new Options(min, max, iterations, warmup, window, buffers, tests, settle, blocks);
    }

    private static int number(String option, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    option + " takes a whole number, not \"" + value + "\".", e);
        }
    }

    /** Returns these options with a few short repetitions per size: one pass of settling. */
    Options settling() {
        return new Options(
                minSize, maxSize, SETTLING_ITERATIONS, 1, window, buffers, tests, settleMillis, 1);
    }

    int iterations(int size) {
        return size > LARGE ? Math.max(iterations / 10, 1) : iterations;
    }

    int warmup(int size) {
        return size > LARGE ? Math.max(warmup / 10, 1) : warmup;
    }

    /** Returns the message size after this one. */
    static int next(int size) {
        return size == 0 ? 1 : size * 2;
    }
}
