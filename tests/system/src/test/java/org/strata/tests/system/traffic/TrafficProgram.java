package org.strata.tests.system.traffic;

import mpi.MPI;
import mpi.MPIException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * The ranks' program: {@code seed rounds longest [seconds | file]}. Rounds of random traffic, as
 * many as asked for and until the seconds are over or the file is there; a failure names the seed
 * that repeats its round.
 */
public final class TrafficProgram {
    private static final int COMMUNICATORS = 3;
    private static final int LETTERS_PER_RANK = 20;

    private TrafficProgram() {}

    /** Runs the rounds; the first rank says how many messages there were. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        long seed = Long.parseLong(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int longest = Integer.parseInt(args[2]);
        BooleanSupplier over = end(args.length > 3 ? args[3] : "0");
        Post post = new Post(COMMUNICATORS);
        if (post.rank == 0) {
            System.out.println("traffic begins, seed " + seed);
        }
        long messages = 0;
        int round = 0;
        while (round < rounds || goesOn(over)) {
            messages += round(post, seed + round, longest);
            round++;
        }
        MPI.detachBuffer();
        if (post.rank == 0) {
            System.out.println("ok, " + round + " rounds, " + messages + " messages");
        }
        MPI.Finalize();
    }

    private static BooleanSupplier end(String argument) throws MPIException {
        if (argument.startsWith("/")) {
            return () -> Files.exists(Path.of(argument));
        }
        long start = System.nanoTime();
        double seconds = Double.parseDouble(argument);
        return () -> (System.nanoTime() - start) / 1e9 > seconds;
    }

    /** The first rank looks at the clock, or for the file, for all. */
    private static boolean goesOn(BooleanSupplier over) throws MPIException {
        byte[] more = {(byte) (over.getAsBoolean() ? 0 : 1)};
        MPI.COMM_WORLD.bcast(more, 1, MPI.BYTE, 0);
        return more[0] != 0;
    }

    private static int round(Post post, long seed, int longest) throws MPIException {
        try {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(LETTERS_PER_RANK * post.ranks);
            List<Letter> letters = new ArrayList<>();
            for (int id = 0; id < count; id++) {
                letters.add(Letter.random(id, random, post.ranks, COMMUNICATORS, longest));
            }
            switch (random.nextInt(4)) {
                case 0 -> new Procession(post, longest).run(letters);
                case 1 -> new Parade(post, longest).run(letters);
                default -> new Storm(post, new Random(seed * 31 + post.rank), longest).run(letters);
            }
            post.flushBuffered();
            MPI.COMM_WORLD.barrier();
            post.nothingIsLeft();
            MPI.COMM_WORLD.barrier();
            return count;
        } catch (AssertionError e) {
            throw new AssertionError("rank " + post.rank + ", round of seed " + seed, e);
        }
    }
}
