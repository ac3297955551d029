package org.strata.opal.report;

import java.util.List;
import java.util.Map;

/**
 * What one rank has counted and measured so far. Times are in nanoseconds, of the rank's own clock.
 *
 * @param rank the rank's number in its job
 * @param state how far the rank has come
 * @param times sums over the rank's life
 * @param calls MPI functions that the program has called
 * @param sites lines of the program that have waited or were found in a call
 * @param peers what was exchanged with, and what was waited for, other processes; those that count
 *     most
 * @param sizes messages that the rank has sent, by protocol and size
 * @param comms communicators, those with most bytes
 * @param activity times in equal intervals from the start on
 * @param values numbers by name: counters of the components, memory, the JVM
 * @param facts words by name: versions, binding
 */
public record RankNumbers(
        int rank,
        State state,
        Times times,
        List<Call> calls,
        List<Site> sites,
        List<Peer> peers,
        List<Size> sizes,
        List<Comm> comms,
        Activity activity,
        Map<String, Long> values,
        Map<String, String> facts) {
    /** Stands for a peer when several processes, or nobody knows which, could end a wait. */
    public static final int SEVERAL = -2;

    /** How far a rank has come. */
    public enum State {
        /** It has not called MPI.Finalize: these are its numbers at some time before. */
        RUNNING,
        /** It has called MPI.Finalize: these are its last numbers. */
        FINAL
    }

    /**
     * Sums over a rank's life.
     *
     * @param elapsed from the return of MPI.Init to now, or to the call of MPI.Finalize
     * @param mpi in calls of MPI, the mean of the threads that call
     * @param waiting of it before the partner acted
     * @param cost what measuring itself took
     */
    public record Times(long elapsed, long mpi, long waiting, long cost) {
        /** Returns the time outside of MPI. */
        public long useful() {
            return Math.max(0, elapsed - mpi);
        }

        /** Returns the time in MPI in which nobody was waited for. */
        public long transfer() {
            return Math.max(0, mpi - waiting);
        }
    }

    /**
     * One MPI function.
     *
     * @param name as the standard writes it
     * @param calls how often it was called
     * @param bytes of the caller's buffers, for messages between two processes
     * @param time in it, estimated from samples and waits
     * @param error standard error of that estimate
     * @param waiting of the time before the partner acted
     */
    public record Call(String name, long calls, long bytes, long time, long error, long waiting) {}

    /**
     * A line of the program.
     *
     * @param call the MPI function
     * @param place the line, as a stack trace writes it
     * @param waits how often the line has waited for others, for 20 µs or longer
     * @param waiting how long in all
     * @param peer the process that it waited for longest, or {@link #SEVERAL}
     * @param sampled how many calls were found there by sampling; each stands for many
     */
    public record Site(
            String call, String place, long waits, long waiting, int peer, long sampled) {}

    /**
     * Another process, or this one.
     *
     * @param rank its number in the job, or {@link #SEVERAL}
     * @param sent messages to it
     * @param sentBytes their data
     * @param received messages of it
     * @param receivedBytes their data
     * @param waiting how long this rank waited for it
     * @param link what carries the messages to it, in order of preference; "" if none was sent
     */
    public record Peer(
            int rank,
            long sent,
            long sentBytes,
            long received,
            long receivedBytes,
            long waiting,
            String link) {}

    /**
     * Messages of a size.
     *
     * @param protocol the PML's name of how they went
     * @param bits 0 for empty messages, else 1 + the logarithm of the size to base 2, cut
     * @param messages their number
     * @param bytes their data
     */
    public record Size(String protocol, int bits, long messages, long bytes) {}

    /**
     * A communicator.
     *
     * @param name what the program calls it
     * @param size number of its processes
     * @param messages sent on it
     * @param bytes their data
     */
    public record Comm(String name, int size, long messages, long bytes) {}

    /**
     * What the rank did in equal intervals.
     *
     * @param width of an interval
     * @param mpi time in MPI by interval, the last one perhaps not full
     * @param waiting of it before the partner acted
     */
    public record Activity(long width, long[] mpi, long[] waiting) {}
}
