package mpi;

/** Carries words between the leaders of two groups while these make a communicator together. */
@FunctionalInterface
interface LeaderLink {
    /**
     * Sends words to the other leader and receives its own. Inside the bracket.
     *
     * @param in has the length of what the other one sends
     * @return an Rc code
     */
    int exchange(long[] out, long[] in);
}
