package org.strata.tests.system.traffic;

import mpi.MPI;
import mpi.MPIException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The ranks' program: {@code seed rounds longest [seconds]}. Rounds of random traffic, as many as
 * asked for and until the seconds are over; a failure names the seed that repeats its round.
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
        double seconds = args.length > 3 ? Double.parseDouble(args[3]) : 0;
        Post post = new Post(COMMUNICATORS);
        if (post.rank == 0) {
            System.out.println("traffic begins, seed " + seed);
        }
        double end = MPI.wtime() + seconds;
        long messages = 0;
        int round = 0;
        while (round < rounds || goesOn(end)) {
            messages += round(post, seed + round, longest);
            round++;
        }
        MPI.detachBuffer();
        if (post.rank == 0) {
            System.out.println("ok, " + round + " rounds, " + messages + " messages");
        }
        MPI.Finalize();
    }

    /** The first rank looks at the clock for all. */
    private static boolean goesOn(double end) throws MPIException {
        byte[] more = {(byte) (MPI.wtime() < end ? 1 : 0)};
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
