package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random operations by all ranks, compared with a sequential model of everybody's memory, which
 * every rank computes from the same seed. In a phase, each operation has a cell of its own at its
 * target; all ranks add to the same words at the beginning. Two threads of each rank begin the
 * operations of a phase, but where each has a lock of its own.
 */
final class RandomWindowsProgram {
    private static final int SHARED = 16;
    private static final int CELL = 12;
    private static final int CELLS = 10;
    private static final int THREADS = 2;
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final int words = SHARED + size * CELLS * CELL;
    private final long[][] model = new long[size][words];
    private final LongBuffer memory = MPI.newLongBuffer(words);
    private final Win win;
    private final Datatype spread;
    private final List<Runnable> checks = new ArrayList<>();

    /** This rank's operations of the phase. */
    private final List<Call> calls = new ArrayList<>();

    private final long seed;

    /** One operation on the window. */
    private interface Call {
        void run() throws MPIException;
    }

    /** How the operations of a phase are synchronised. */
    private enum Sync {
        FENCE,
        LOCK,
        LOCK_ALL,
        GROUP,
        REQUESTS
    }

    /** What an operation does. */
    private enum Kind {
        PUT,
        PUT_SPREAD,
        GET,
        ACCUMULATE,
        GET_ACCUMULATE,
        REPLACE,
        COMPARE_AND_SWAP,
        ADD_TO_SHARED,
        FETCH_AND_ADD
    }

    private RandomWindowsProgram() throws MPIException {
        long[] agreed = {SEED};
        world.bcast(agreed, 1, MPI.LONG, 0);
        seed = agreed[0];
        win = new Win(memory, words, 1, MPI.INFO_NULL, world);
        spread = Datatype.createVector(4, 1, 3, MPI.LONG);
        spread.commit();
    }

    static void run() throws MPIException {
        RandomWindowsProgram program = new RandomWindowsProgram();
        try {
            program.phases(Integer.getInteger("phases", 20));
            program.win.free();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("-Dseed=" + program.seed, e);
        }
        LockProgram.run();
    }

    private void phases(int count) throws MPIException {
        Random common = new Random(seed);
        win.fence(MPI.MODE_NOSUCCEED);
        for (int phase = 0; phase < count; phase++) {
            Sync sync = Sync.values()[common.nextInt(Sync.values().length)];
            long phaseSeed = common.nextLong();
            begin(sync);
            for (int origin = 0; origin < size; origin++) {
                Random random = new Random(phaseSeed + origin);
                int operations = random.nextInt(CELLS + 1);
                for (int cell = 0; cell < operations; cell++) {
                    operate(sync, origin, random.nextInt(size), cell, random);
                }
            }
            runCalls(MPI.queryThread() == MPI.THREAD_MULTIPLE ? THREADS : 1);
            end(sync);
            checks.forEach(Runnable::run);
            checks.clear();
            world.barrier();
            compare("phase " + phase + ", " + sync);
            world.barrier();
        }
    }

    /** Each thread runs its share of the operations, all at the same time. */
    private void runCalls(int threads) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> others = new ArrayList<>();
        for (int thread = 1; thread < threads; thread++) {
            int share = thread;
            others.add(Thread.ofPlatform().start(() -> runShare(share, threads, failure)));
        }
        runShare(0, threads, failure);
        for (Thread other : others) {
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        calls.clear();
        if (failure.get() != null) {
            throw new AssertionError("an operation failed", failure.get());
        }
    }

    private void runShare(int share, int shares, AtomicReference<Throwable> failure) {
        try {
            for (int i = share; i < calls.size(); i += shares) {
                calls.get(i).run();
            }
        } catch (MPIException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void compare(String when) throws MPIException {
        win.lock(MPI.LOCK_SHARED, rank, 0);
        win.sync();
        for (int i = 0; i < words; i++) {
            Check.equal(memory.get(i), model[rank][i], when + ", word " + i);
        }
        win.unlock(rank);
    }

    // ---- Synchronisation.

    private void begin(Sync sync) throws MPIException {
        switch (sync) {
            case FENCE -> win.fence(0);
            case LOCK_ALL, REQUESTS -> win.lockAll(0);
            case GROUP -> {
                Group all = win.getGroup();
                win.post(all, 0);
                win.start(all, 0);
            }
            case LOCK -> {}
        }
    }

    private void end(Sync sync) throws MPIException {
        switch (sync) {
            case FENCE -> win.fence(MPI.MODE_NOSUCCEED);
            case LOCK_ALL, REQUESTS -> {
                win.flushAll();
                win.unlockAll();
            }
            case GROUP -> {
                win.complete();
                win.waitFor();
            }
            case LOCK -> {}
        }
    }

    // ---- Operations: in the model, and if they are this rank's, on the window.

    /**
     * One operation.
     *
     * @param mine whether this rank is its origin
     * @param place of its cell at the target
     * @param values of its operand
     * @param data the same in memory of this rank
     * @param there the target's memory in the model
     */
    private record Operation(
            Sync sync,
            boolean mine,
            int target,
            int place,
            long[] values,
            LongBuffer data,
            long[] there) {}

    private void operate(Sync sync, int origin, int target, int cell, Random random)
            throws MPIException {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        int place = SHARED + (origin * CELLS + cell) * CELL;
        long[] values = random.longs(CELL, -1000, 1000).toArray();
        int shared = random.nextInt(SHARED);
        boolean exclusive = random.nextBoolean();
        boolean equal = random.nextBoolean();
        boolean locks = origin == rank && sync == Sync.LOCK;
        if (locks) {
            win.lock(exclusive ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, target, 0);
        }
        LongBuffer data = MPI.newLongBuffer(CELL).put(0, values);
        Operation call =
                new Operation(sync, origin == rank, target, place, values, data, model[target]);
        switch (kind) {
            case PUT -> put(call);
            case PUT_SPREAD -> putSpread(call);
            case GET -> get(call);
            case ACCUMULATE -> accumulate(call);
            case GET_ACCUMULATE -> getAccumulate(call, MPI.MAX);
            case REPLACE -> getAccumulate(call, MPI.REPLACE);
            case COMPARE_AND_SWAP -> compareAndSwap(call, equal);
            case ADD_TO_SHARED -> addToShared(call, shared, false);
            case FETCH_AND_ADD -> addToShared(call, shared, true);
        }
        if (locks) {
            runCalls(1);
            win.unlock(target);
        }
    }

    /** Adds what an operation does on the window, if it is this rank's. */
    private void add(Operation operation, Call call) {
        if (operation.mine()) {
            calls.add(call);
        }
    }

    private void put(Operation call) throws MPIException {
        LongBuffer data = call.data();
        int target = call.target();
        int place = call.place();
        if (call.sync() == Sync.REQUESTS) {
            add(
                    call,
                    () -> win.rPut(data, CELL, MPI.LONG, target, place, CELL, MPI.LONG).waitFor());
        } else {
            add(call, () -> win.put(data, CELL, MPI.LONG, target, place, CELL, MPI.LONG));
        }
        System.arraycopy(call.values(), 0, call.there(), call.place(), CELL);
    }

    private void putSpread(Operation call) throws MPIException {
        add(call, () -> win.put(call.data(), 4, MPI.LONG, call.target(), call.place(), 1, spread));
        for (int i = 0; i < 4; i++) {
            call.there()[call.place() + 3 * i] = call.values()[i];
        }
    }

    private void get(Operation call) throws MPIException {
        LongBuffer data = call.data();
        int target = call.target();
        int place = call.place();
        if (call.sync() == Sync.REQUESTS) {
            add(call, () -> win.rGet(data, 1, spread, target, place, 1, spread).waitFor());
        } else {
            add(call, () -> win.get(data, 1, spread, target, place, 1, spread));
        }
        expect(call, data, call.there()[call.place() + 9], 9);
        expect(call, data, call.values()[1], 1);
    }

    private void accumulate(Operation call) throws MPIException {
        LongBuffer data = call.data();
        int target = call.target();
        int place = call.place();
        add(call, () -> win.accumulate(data, 4, MPI.LONG, target, place, 1, spread, MPI.SUM));
        for (int i = 0; i < 4; i++) {
            call.there()[call.place() + 3 * i] += call.values()[i];
        }
    }

    private void getAccumulate(Operation call, Op op) throws MPIException {
        LongBuffer before = MPI.newLongBuffer(CELL);
        LongBuffer data = call.data();
        int target = call.target();
        int place = call.place();
        if (call.sync() == Sync.REQUESTS) {
            add(
                    call,
                    () ->
                            win.rGetAccumulate(
                                            data, CELL, MPI.LONG, before, CELL, MPI.LONG, target,
                                            place, CELL, MPI.LONG, op)
                                    .waitFor());
        } else {
            add(
                    call,
                    () ->
                            win.getAccumulate(
                                    data, CELL, MPI.LONG, before, CELL, MPI.LONG, target, place,
                                    CELL, MPI.LONG, op));
        }
        for (int i = 0; i < CELL; i++) {
            long old = call.there()[place + i];
            expect(call, before, old, i);
            long value = call.values()[i];
            call.there()[place + i] = op == MPI.REPLACE ? value : Math.max(old, value);
        }
    }

    private void compareAndSwap(Operation call, boolean equal) throws MPIException {
        long old = call.there()[call.place()];
        LongBuffer compare = MPI.newLongBuffer(1).put(0, equal ? old : old + 1);
        LongBuffer before = MPI.newLongBuffer(1);
        int target = call.target();
        int place = call.place();
        add(call, () -> win.compareAndSwap(call.data(), compare, before, MPI.LONG, target, place));
        expect(call, before, old, 0);
        call.there()[call.place()] = equal ? call.values()[0] : old;
    }

    private void addToShared(Operation call, int shared, boolean fetch) throws MPIException {
        LongBuffer data = call.data();
        int target = call.target();
        if (fetch) {
            LongBuffer before = MPI.newLongBuffer(1);
            add(call, () -> win.fetchAndOp(data, before, MPI.LONG, target, shared, MPI.SUM));
        } else {
            add(
                    call,
                    () -> win.accumulate(data, 1, MPI.LONG, target, shared, 1, MPI.LONG, MPI.SUM));
        }
        call.there()[shared] += call.values()[0];
    }

    private void expect(Operation call, LongBuffer data, long expected, int index) {
        if (call.mine()) {
            checks.add(() -> Check.equal(data.get(index), expected, "result at " + index));
        }
    }
}
