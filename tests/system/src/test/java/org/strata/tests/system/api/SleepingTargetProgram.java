package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A passive target that is in no MPI call: it sleeps until a file says that the others have
 * completed their operations on its memory. Where a component needs its help, the job hangs.
 */
final class SleepingTargetProgram {
    private static final int WORDS = 10_000;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final int target = size - 1;
    private final LongBuffer memory = MPI.newLongBuffer(size * WORDS);
    private final LongBuffer data = MPI.newLongBuffer(WORDS);
    private final LongBuffer back = MPI.newLongBuffer(WORDS);

    private SleepingTargetProgram() throws MPIException {}

    static void run() throws MPIException {
        try {
            SleepingTargetProgram program = new SleepingTargetProgram();
            program.putsAndGets();
            program.locksAndCounters();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void putsAndGets() throws MPIException, IOException {
        Win win = new Win(memory, size * WORDS, 1, MPI.INFO_NULL, world);
        Path[] done = files();
        win.lockAll(0);
        world.barrier();
        if (rank == target) {
            for (int origin = 0; origin < target; origin++) {
                sleepUntil(done[origin]);
            }
            win.sync();
            for (int i = 0; i < target * WORDS; i++) {
                Check.equal(memory.get(i), value(i / WORDS, i % WORDS), "word " + i);
            }
        } else {
            operate(win);
            Files.createFile(done[rank]);
        }
        win.unlockAll();
        world.barrier();
        if (rank != target) {
            Files.delete(done[rank]);
        }
        win.free();
    }

    /** Counters at the target, one by fetch-and-add, one under its lock, and a flag. */
    private void locksAndCounters() throws MPIException, IOException {
        int rounds = 200;
        LongBuffer counters = MPI.newLongBuffer(3);
        Win win = new Win(counters, 3, 1, MPI.INFO_NULL, world);
        Path[] done = files();
        world.barrier();
        if (rank == target) {
            for (int origin = 0; origin < target; origin++) {
                sleepUntil(done[origin]);
            }
            win.lock(MPI.LOCK_SHARED, target, 0);
            Check.equal(counters.get(0), (long) target * rounds, "fetch and add");
            Check.equal(counters.get(1), (long) target * rounds, "under the lock");
            Check.equal(counters.get(2), (long) target * rounds, "compare and swap");
            win.unlock(target);
        } else {
            for (int i = 0; i < rounds; i++) {
                count(win);
            }
            Files.createFile(done[rank]);
        }
        world.barrier();
        if (rank != target) {
            Files.delete(done[rank]);
        }
        win.free();
    }

    private void count(Win win) throws MPIException {
        LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
        LongBuffer compare = MPI.newLongBuffer(1);
        LongBuffer before = MPI.newLongBuffer(1);
        win.lock(MPI.LOCK_SHARED, target, 0);
        win.fetchAndOp(one, before, MPI.LONG, target, 0, MPI.SUM);
        win.flush(target);
        boolean swapped = false;
        for (long guess = 0; !swapped; guess = before.get(0)) {
            compare.put(0, guess);
            one.put(0, guess + 1);
            win.compareAndSwap(one, compare, before, MPI.LONG, target, 2);
            win.flush(target);
            swapped = before.get(0) == guess;
        }
        win.unlock(target);
        win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        win.get(before, 1, MPI.LONG, target, 1, 1, MPI.LONG);
        win.flush(target);
        before.put(0, before.get(0) + 1);
        win.put(before, 1, MPI.LONG, target, 1, 1, MPI.LONG);
        win.unlock(target);
    }

    private static long value(int origin, int word) {
        return origin * 1_000_000L + word;
    }

    /** Short, long, from native memory and from an array. */
    private void operate(Win win) throws MPIException {
        long[] array = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            array[i] = value(rank, i);
            data.put(i, array[i]);
        }
        int place = rank * WORDS;
        int half = WORDS / 2;
        win.put(data, 1, MPI.LONG, target, place, 1, MPI.LONG);
        win.put(array, half, MPI.LONG, target, place, half, MPI.LONG);
        win.flush(target);
        LongBuffer rest = data.slice(half, WORDS - half);
        win.rPut(rest, WORDS - half, MPI.LONG, target, place + half, WORDS - half, MPI.LONG)
                .waitFor();
        win.flush(target);
        win.get(back, WORDS, MPI.LONG, target, place, WORDS, MPI.LONG);
        win.flush(target);
        long[] first = new long[2];
        win.rGet(first, 2, MPI.LONG, target, place, 2, MPI.LONG).waitFor();
        Check.equal(first[1], array[1], "the second word");
        for (int i = 0; i < WORDS; i++) {
            Check.equal(back.get(i), array[i], "word " + i + " of rank " + rank);
        }
    }

    /** Returns the names of files that nobody has made yet, equal in all ranks. */
    private Path[] files() throws MPIException {
        byte[] directory = new byte[1024];
        String temp = System.getProperty("java.io.tmpdir");
        byte[] own = temp.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(own, 0, directory, 0, own.length);
        long[] number = {System.nanoTime(), ProcessHandle.current().pid(), own.length};
        world.bcast(number, number.length, MPI.LONG, 0);
        world.bcast(directory, directory.length, MPI.BYTE, 0);
        String text = new String(directory, 0, (int) number[2], StandardCharsets.UTF_8);
        Path[] files = new Path[size];
        for (int origin = 0; origin < size; origin++) {
            String name = "strata-test." + number[1] + "." + number[0] + "." + origin;
            files[origin] = Path.of(text, name);
        }
        return files;
    }

    private static void sleepUntil(Path there) {
        while (!Files.exists(there)) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
