package org.strata.mca.pml;

import org.strata.opal.Rc;

/**
 * Identities of communicators: 64 bits that no two communicators of a process ever share, not even
 * after one of them has been freed. One process, a member of the communicator, names it: the
 * identity is the number of that process ({@link org.strata.mca.proc.Proc#rank}), which is unique
 * among all processes that can meet, and the number of communicators that it has named before. So a
 * creation needs no search for a number that is free everywhere, and a late packet of a freed
 * communicator can belong to no other one (docs/design/015-communicators.md).
 *
 * <p>Identities are not negative. {@link Namer} gives them out.
 */
public final class CommId {
    private static final int NUMBER_BITS = 32;
    private static final long NUMBERS = 1L << NUMBER_BITS;

    /** MPI_COMM_WORLD, which the first process of each world names. */
    private static final long WORLD = 0;

    /** MPI_COMM_SELF of each process. */
    private static final long SELF = 1;

    private static final long FIRST = 2;

    private CommId() {}

    private static long of(int process, long number) {
        return (long) process << NUMBER_BITS | number;
    }

    /**
     * Returns the identity of a world's MPI_COMM_WORLD.
     *
     * @param firstProcess the number of the first process of the world
     */
    public static long world(int firstProcess) {
        return of(firstProcess, WORLD);
    }

    /** Returns the identity of a process's MPI_COMM_SELF. */
    public static long self(int process) {
        return of(process, SELF);
    }

    /** Returns the number of the process that named the communicator. */
    public static int process(long identity) {
        return (int) (identity >>> NUMBER_BITS);
    }

    /** Returns the number that the process gave it, 0 to 2^32 - 1. */
    public static long number(long identity) {
        return identity & (NUMBERS - 1);
    }

    /** Returns the identity for people: {@code PROCESS.NUMBER}. */
    public static String text(long identity) {
        return process(identity) + "." + number(identity);
    }

    /** Names communicators for one process. Used inside the progress bracket only. */
    public static final class Namer {
        private final int process;
        private long next;

        /**
         * @param process the number of this process
         */
        public Namer(int process) {
            this(process, FIRST);
        }

        /**
         * @param first the first number to give; for tests of the last ones
         */
        public Namer(int process, long first) {
            this.process = process;
            this.next = first;
        }

        /**
         * Returns an identity that was never returned before, or {@code Rc.NO_MEMORY} when this
         * process has named 2^32 communicators.
         */
        public long next() {
            return next < NUMBERS ? of(process, next++) : Rc.NO_MEMORY;
        }
    }
}
