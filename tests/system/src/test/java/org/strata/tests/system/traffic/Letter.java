package org.strata.tests.system.traffic;

import mpi.MPI;

import java.util.Random;

/**
 * One message of a plan.
 *
 * @param id its number in the plan; messages of one sender are sent in this order
 * @param comm index of its communicator
 * @param bytes its length
 * @param mode how it is sent
 * @param out the sender's memory
 * @param in the receiver's memory
 * @param how how it is received
 */
record Letter(
        int id,
        int comm,
        int from,
        int to,
        int tag,
        int bytes,
        Mode mode,
        Shape out,
        Shape in,
        How how) {
    /** Longest buffered message: all of a plan's must fit the attached buffer. */
    static final int MOST_BUFFERED = 4096;

    /** How it is sent. */
    enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED
    }

    /** How it is received. */
    enum How {
        POSTED,
        PERSISTENT,
        PROBED,
        MATCHED_PROBED
    }

    static Letter random(int id, Random random, int ranks, int comms, int longest) {
        int bytes = bytes(random, longest);
        Mode mode = any(random, Mode.values());
        Shape out = any(random, Shape.values());
        return new Letter(
                id,
                random.nextInt(comms),
                random.nextInt(ranks),
                random.nextInt(ranks),
                random.nextInt(3),
                bytes,
                bytes > MOST_BUFFERED && mode == Mode.BUFFERED ? Mode.STANDARD : mode,
                bytes % out.size == 0 ? out : Shape.STRIDED,
                any(random, Shape.values()),
                any(random, How.values()));
    }

    private static <T> T any(Random random, T[] all) {
        return all[random.nextInt(all.length)];
    }

    /** Mostly short ones, some at the usual limits, some of any length. */
    private static int bytes(Random random, int longest) {
        int bytes =
                switch (random.nextInt(5)) {
                    case 0, 1 -> random.nextInt(100);
                    case 2 -> (64 << random.nextInt(12)) - 40 + random.nextInt(60);
                    case 3 -> random.nextInt(5000);
                    default -> random.nextInt(longest);
                };
        return Math.min(bytes, longest);
    }

    /**
     * All receives of a rank in a communicator are of one kind, so that none can take what another
     * one needs: by source and tag, by source, by tag, or any.
     */
    private int wildness() {
        return to + comm;
    }

    boolean fromAny() {
        return (wildness() & 1) != 0;
    }

    boolean anyTag() {
        return (wildness() & 2) != 0;
    }

    int wantedSource() {
        return fromAny() ? MPI.ANY_SOURCE : from;
    }

    int wantedTag() {
        return anyTag() ? MPI.ANY_TAG : tag;
    }
}
