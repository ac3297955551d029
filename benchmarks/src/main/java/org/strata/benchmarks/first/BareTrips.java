package org.strata.benchmarks.first;

import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Round trips of 8 bytes between two JVMs without an MPI: a store to one cache line of a mapped
 * file, and a loop that reads another one. What no MPI in Java can go below: the JVM begins with
 * the interpreter and compiles these two loops, and nothing else. Both processes have the same
 * file, of zeros, and the numbers 0 and 1; the first one prints as {@link FirstCalls} does.
 */
public final class BareTrips {
    private static final long LINE = 256;

    /** Polls without an answer after which the core is left to whoever needs it. */
    private static final int POLLS = 20_000;

    /** How long both last at most: the other JVM may have died. */
    private static final long MOST_NANOS = 60_000_000_000L;

    private final long mine;
    private final long other;
    private final boolean first;
    private final long end = System.nanoTime() + MOST_NANOS;
    private long count;

    private BareTrips(long base, int me) {
        mine = base + me * LINE;
        other = base + (1 - me) * LINE;
        first = me == 0;
    }

    /** Takes "trip" or "rise", the file, and 0 or 1. */
    public static void main(String[] args) throws IOException {
        try (FileChannel file =
                FileChannel.open(
                        Path.of(args[1]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long base =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, 2 * LINE, Arena.global()).address();
            BareTrips trips = new BareTrips(base, Integer.parseInt(args[2]));
            trips.trip();
            if (args[0].equals("rise")) {
                trips.rise();
            } else {
                trips.thousand();
            }
        }
    }

    private void send() {
        Memory.putLongRelease(other, count);
    }

    private void receive() {
        int polls = 0;
        while (Memory.getLongAcquire(mine) != count) {
            if (++polls > POLLS) {
                polls = 0;
                Thread.yield();
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("the other JVM does not answer");
                }
            }
        }
    }

    private void trip() {
        count++;
        if (first) {
            send();
            receive();
        } else {
            receive();
            send();
        }
    }

    private void report(String phase, long began, long ended) {
        if (first) {
            System.out.printf("%s %.3f%n", phase, (ended - began) / 1e6);
        }
    }

    private void thousand() {
        long began = System.nanoTime();
        trip();
        long answered = System.nanoTime();
        for (int i = 1; i < FirstCalls.CALLS; i++) {
            trip();
        }
        long ended = System.nanoTime();
        report("first call", began, answered);
        report("1,000 calls", began, ended);
    }

    private void rise() {
        long began = System.nanoTime();
        long[] ends = new long[FirstCalls.GROUPS];
        for (int i = 0; i < FirstCalls.GROUPS; i++) {
            for (int k = 0; k < FirstCalls.GROUP; k++) {
                trip();
            }
            ends[i] = System.nanoTime();
        }
        report("80 % of the final rate", began, ends[FirstCalls.atFullRate(ends)]);
    }
}
