package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** One-sided communication: every method of Win, and its errors. */
final class WindowsProgram {
    private static final int RANGE = 68;
    private static final int INTS = 40_000;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final int right = (rank + 1) % size;
    private final int left = (rank + size - 1) % size;
    private final IntBuffer memory = MPI.newIntBuffer(INTS);
    private final IntBuffer data = MPI.newIntBuffer(INTS);

    private WindowsProgram() throws MPIException {}

    static void run() throws MPIException {
        WindowsProgram program = new WindowsProgram();
        program.fences();
        program.derivedTypes();
        program.accumulates();
        WindowPairs.run();
        program.locks();
        program.flushes();
        program.requests();
        program.groups();
        program.dynamic();
        program.allocated();
        program.shared();
        program.memoryOfTheJdk();
        program.attributes();
        program.epochErrors();
        program.argumentErrors();
        program.sizeLargerThanTheBuffer();
    }

    private Win window() throws MPIException {
        Win win = new Win(memory, INTS, 1, MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        for (int i = 0; i < INTS; i++) {
            memory.put(i, -1);
            data.put(i, rank * INTS + i);
        }
        // No one may write before all have filled their memory.
        win.fence(MPI.MODE_NOPRECEDE);
        return win;
    }

    private void fences() throws MPIException {
        Win win = window();
        int[] counts = {0, 1, 900, 5000, INTS / 2};
        for (int count : counts) {
            win.put(data, count, MPI.INT, right, 7, count, MPI.INT);
            win.fence(0);
            for (int i = 0; i < count; i++) {
                Check.equal(memory.get(7 + i), left * INTS + i, "put " + count + " at " + i);
            }
            Check.equal(memory.get(6), -1, "before");
            win.fence(MPI.MODE_NOSTORE);
            IntBuffer back = MPI.newIntBuffer(INTS);
            win.get(back, count, MPI.INT, right, 7, count, MPI.INT);
            win.put(data, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
            win.fence(0);
            for (int i = 0; i < count; i++) {
                Check.equal(back.get(i), data.get(i), "get " + count + " at " + i);
            }
        }
        win.fence(MPI.MODE_NOSUCCEED | MPI.MODE_NOPUT);
        win.free();
    }

    /** A column of a matrix goes to a column of another place; types that no request can hold. */
    private void derivedTypes() throws MPIException {
        Win win = window();
        Datatype column = Datatype.createVector(50, 1, 10, MPI.INT);
        column.commit();
        win.put(data, 50, MPI.INT, right, 3, 1, column);
        win.fence(0);
        for (int i = 0; i < 50; i++) {
            Check.equal(memory.get(3 + 10 * i), left * INTS + i, "column at " + i);
            Check.equal(memory.get(4 + 10 * i), -1, "beside column at " + i);
        }
        int[] lengths = new int[3000];
        int[] places = new int[3000];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 1 + i % 3;
            places[i] = 12 * i;
        }
        Datatype scattered = Datatype.createIndexed(lengths, places, MPI.INT);
        scattered.commit();
        win.put(data, 1, scattered, right, 1000, 1, scattered);
        IntBuffer back = MPI.newIntBuffer(6000);
        win.fence(0);
        win.get(back, 6000, MPI.INT, right, 1000, 1, scattered);
        win.accumulate(data, 1, scattered, right, 1000, 1, scattered, MPI.NO_OP);
        win.fence(0);
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            for (int j = 0; j < lengths[i]; j++) {
                int place = places[i] + j;
                Check.equal(memory.get(1000 + place), left * INTS + place, "scattered " + place);
                Check.equal(back.get(at++), data.get(place), "gathered " + place);
            }
            Check.equal(memory.get(1000 + places[i] + 5), -1, "gap");
        }
        // No one may add before all have looked at their memory.
        win.fence(0);
        win.accumulate(data, 1, scattered, right, 1000, 1, scattered, MPI.SUM);
        win.fence(0);
        Check.equal(memory.get(1000 + 24), 2 * (left * INTS + 24), "scattered sum");
        win.fence(0);
        win.free();
    }

    private void accumulates() throws MPIException {
        Win win = window();
        int count = 5000;
        if (rank == 0) {
            for (int i = 0; i < count; i++) {
                memory.put(i, 1);
            }
        }
        win.fence(0);
        win.accumulate(data, count, MPI.INT, 0, 0, count, MPI.INT, MPI.SUM);
        win.accumulate(data, 1, MPI.INT, 0, count, 1, MPI.INT, MPI.MAX);
        win.fence(0);
        if (rank == 0) {
            for (int i = 0; i < count; i++) {
                int sum = 1 + size * i + INTS * (size * (size - 1) / 2);
                Check.equal(memory.get(i), sum, "sum at " + i);
            }
            Check.equal(memory.get(count), (size - 1) * INTS, "max");
        }
        win.fence(0);
        win.accumulate(data, count, MPI.INT, right, 0, count, MPI.INT, MPI.REPLACE);
        win.fence(0);
        IntBuffer before = MPI.newIntBuffer(count);
        win.getAccumulate(
                data, count, MPI.INT, before, count, MPI.INT, right, 0, count, MPI.INT, MPI.SUM);
        win.fence(0);
        IntBuffer after = MPI.newIntBuffer(count);
        win.getAccumulate(
                null, count, MPI.INT, after, count, MPI.INT, right, 0, count, MPI.INT, MPI.NO_OP);
        win.fence(0);
        for (int i = 0; i < count; i++) {
            Check.equal(before.get(i), data.get(i), "fetched " + i);
            Check.equal(after.get(i), 2 * data.get(i), "read " + i);
        }
        win.free();
    }

    private void locks() throws MPIException {
        Win win = window();
        IntBuffer value = MPI.newIntBuffer(1);
        IntBuffer result = MPI.newIntBuffer(1);
        int rounds = 100;
        // The fence's epoch has no operations: locks may follow.
        for (int i = 0; i < rounds; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.flush(0);
            value.put(0, value.get(0) + 1);
            win.put(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.unlock(0);
        }
        world.barrier();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
        win.unlock(0);
        Check.equal(value.get(0), size * rounds - 1, "counter under locks");
        win.lockAll(0);
        IntBuffer one = MPI.newIntBuffer(1).put(0, 1);
        for (int i = 0; i < rounds; i++) {
            win.fetchAndOp(one, result, MPI.INT, i % size, 1, MPI.SUM);
        }
        win.flushAll();
        win.unlockAll();
        world.barrier();
        int expected = -1 + size * ((rounds + size - 1 - rank) / size);
        win.lock(MPI.LOCK_SHARED, rank, MPI.MODE_NOCHECK);
        win.sync();
        Check.equal(memory.get(1), expected, "fetch and add");
        win.unlock(rank);
        compareAndSwap(win, result);
        win.lock(MPI.LOCK_EXCLUSIVE, MPI.PROC_NULL, 0);
        win.unlock(MPI.PROC_NULL);
        world.barrier();
        win.free();
    }

    private void compareAndSwap(Win win, IntBuffer result) throws MPIException {
        IntBuffer fresh = MPI.newIntBuffer(1).put(0, 1000 + rank);
        IntBuffer empty = MPI.newIntBuffer(1).put(0, -1);
        world.barrier();
        win.lockAll(0);
        win.compareAndSwap(fresh, empty, result, MPI.INT, 0, 2);
        win.flush(0);
        int[] winners = {result.get(0) == -1 ? 1 : 0};
        win.unlockAll();
        boolean won = winners[0] == 1;
        world.allReduce(winners, 1, MPI.INT, MPI.SUM);
        Check.equal(winners[0], 1, "one compare-and-swap succeeds");
        if (!won) {
            Check.that(result.get(0) >= 1000 && result.get(0) < 1000 + size, "the winner's value");
        }
    }

    private void flushes() throws MPIException {
        Win win = window();
        IntBuffer back = MPI.newIntBuffer(1);
        win.lockAll(0);
        for (int i = 0; i < 20; i++) {
            data.put(0, 100 * rank + i);
            win.put(data, 1, MPI.INT, right, 5, 1, MPI.INT);
            if (i % 4 == 0) {
                win.flushLocal(right);
                win.flush(right);
            } else if (i % 4 == 1) {
                win.flushLocalAll();
                win.flushAll();
            } else {
                win.flush(right);
            }
            win.get(back, 1, MPI.INT, right, 5, 1, MPI.INT);
            win.flushLocal(right);
            Check.equal(back.get(0), 100 * rank + i, "what was flushed");
        }
        win.unlockAll();
        win.free();
    }

    private void requests() throws MPIException {
        Win win = window();
        world.barrier();
        win.lockAll(0);
        for (int count : new int[] {1, 20_000}) {
            Request put = win.rPut(data, count, MPI.INT, right, 0, count, MPI.INT);
            put.waitFor();
            win.flush(right);
            IntBuffer back = MPI.newIntBuffer(count);
            Request[] gets = {
                win.rGet(back, count, MPI.INT, right, 0, count, MPI.INT),
                win.rGet(back, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT)
            };
            Request.waitAll(gets);
            Check.that(gets[0].isNull(), "complete");
            Check.equal(back.get(count - 1), data.get(count - 1), "got with a request");
            Request sum = win.rAccumulate(data, count, MPI.INT, right, 0, count, MPI.INT, MPI.SUM);
            while (!sum.test()) {
                Thread.onSpinWait();
            }
            win.flush(right);
            win.rGetAccumulate(
                            data,
                            count,
                            MPI.INT,
                            back,
                            count,
                            MPI.INT,
                            right,
                            0,
                            count,
                            MPI.INT,
                            MPI.REPLACE)
                    .waitFor();
            Check.equal(back.get(count - 1), 2 * data.get(count - 1), "fetched with a request");
            win.flushAll();
        }
        win.unlockAll();
        win.free();
    }

    private void groups() throws MPIException {
        Win win = window();
        Group all = win.getGroup();
        Check.equal(all.getSize(), size, "group of the window");
        Group before = all.incl(new int[] {left});
        Group after = all.incl(new int[] {right});
        for (int i = 0; i < 10; i++) {
            // Short, with data behind the request, and longer than any eager message.
            int count = new int[] {9, 9000, INTS - 10}[i % 3];
            data.put(0, 10 * rank + i);
            data.put(count - 1, 20 * rank + i);
            win.post(before, 0);
            win.start(after, 0);
            win.put(data, 1, MPI.INT, right, 9, 1, MPI.INT);
            win.put(data, count, MPI.INT, right, 10, count, MPI.INT);
            win.complete();
            if (i % 2 == 0) {
                win.waitFor();
            } else {
                while (!win.test()) {
                    Thread.onSpinWait();
                }
            }
            Check.equal(memory.get(9), 10 * left + i, "put in the epoch of a group");
            Check.equal(memory.get(9 + count), 20 * left + i, "end of the put");
            Check.equal(memory.get(10), 10 * left + i, "its begin");
        }
        // Everybody to rank 0.
        Group first = all.incl(new int[] {0});
        if (rank == 0) {
            win.post(all, MPI.MODE_NOSTORE);
        }
        win.start(first, 0);
        win.accumulate(data, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.MAX);
        win.complete();
        if (rank == 0) {
            win.waitFor();
            Check.equal(memory.get(0), 10 * (size - 1) + 9, "largest of all");
        }
        win.free();
    }

    private void dynamic() throws MPIException {
        Win win = new Win(MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        IntBuffer first = MPI.newIntBuffer(100);
        LongBuffer second = MPI.newLongBuffer(50);
        win.attach(first, 100);
        int place = win.attachAt(second, 50);
        Check.equal(place, 448, "behind the first, aligned");
        Check.fails(69, () -> win.attach(MPI.slice(first, 50), 10), "overlap");
        IntBuffer halves = MPI.newIntBuffer(80);
        Check.equal(win.attachAt(halves, 40), 896, "the first half");
        win.attach(MPI.slice(halves, 40), 40);
        Check.fails(69, () -> win.attach(MPI.slice(halves, 39), 1), "its last element");
        win.detach(halves);
        win.detach(MPI.slice(halves, 40));
        win.fence(0);
        win.put(data, 10, MPI.INT, right, 4 * 90, 10, MPI.INT);
        LongBuffer longs = MPI.newLongBuffer(1).put(0, 1L << 40 | rank);
        win.put(longs, 1, MPI.LONG, right, place + 8 * 49, 1, MPI.LONG);
        win.fence(0);
        Check.equal(first.get(99), data.get(9) + INTS * (left - rank), "in the first");
        Check.equal(second.get(49), 1L << 40 | left, "in the second");
        win.put(data, 10, MPI.INT, right, 4 * 95, 10, MPI.INT);
        String message = Check.fails(RANGE, () -> win.fence(0), "over the end");
        Check.that(message.contains("rank " + right), message);
        win.detach(second);
        Check.fails(MPI.ERR_BASE, () -> win.detach(second), "detached twice");
        win.fence(0);
        IntBuffer back = MPI.newIntBuffer(1).put(0, 5);
        win.get(back, 1, MPI.INT, right, place, 1, MPI.INT);
        Check.fails(RANGE, () -> win.fence(0), "detached memory");
        Check.equal(back.get(0), 5, "nothing came");
        Check.equal(win.getAttr(MPI.WIN_BASE), 0L, "base of a dynamic window");
        win.free();
    }

    private void allocated() throws MPIException {
        Win win = new Win(100, 1, MPI.INFO_NULL, world, null, Win.FLAVOR_PRIVATE);
        ByteBuffer own = win.sharedQuery(rank);
        Check.equal(own.capacity(), 100, "memory of the library");
        data.put(0, 50 + rank);
        win.fence(0);
        win.put(data, 1, MPI.INT, right, 96, 1, MPI.INT);
        win.fence(0);
        Check.equal(own.getInt(96), 50 + left, "put there");
        win.free();
        IntBuffer given = MPI.newIntBuffer(10);
        Win over = new Win(10, 1, MPI.INFO_NULL, world, given, Win.FLAVOR_PRIVATE);
        over.fence(0);
        over.put(data, 1, MPI.INT, right, 9, 1, MPI.INT);
        over.fence(0);
        Check.equal(given.get(9), 50 + left, "the given buffer is the window");
        over.free();
    }

    /** All ranks of these jobs share a host; osc = pt2pt has no shared memory. */
    private void shared() throws MPIException {
        if (System.getenv("OMPI_MCA_osc") != null) {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Check.fails(71, () -> new Win(8, 1, MPI.INFO_NULL, world, null, Win.FLAVOR_SHARED), "");
            world.setErrhandler(MPI.ERRORS_ARE_FATAL);
            return;
        }
        Win win = new Win(8 * (rank + 1), 8, MPI.INFO_NULL, world, null, Win.FLAVOR_SHARED);
        ByteBuffer own = win.sharedQuery(rank);
        Check.equal(own.capacity(), 8 * (rank + 1), "own part");
        own.putLong(8 * rank, 500 + rank);
        win.fence(0);
        ByteBuffer whole = win.sharedQuery(MPI.PROC_NULL);
        Check.equal(whole.capacity(), 4 * size * (size + 1), "one piece");
        Check.equal(whole.getLong(whole.capacity() - 8), 499L + size, "the last one's");
        Check.equal(win.sharedQuery(right).getLong(8 * right), 500L + right, "loaded");
        Check.that((Long) win.getAttr(MPI.WIN_BASE) != 0, "base");
        win.fence(0);
        LongBuffer fresh = MPI.newLongBuffer(1).put(0, -rank);
        win.put(fresh, 1, MPI.LONG, right, right, 1, MPI.LONG);
        win.fence(0);
        Check.equal(own.getLong(8 * rank), (long) -left, "stored by the neighbour");
        win.free();
    }

    /** Memory that no other process can map. */
    private void memoryOfTheJdk() throws MPIException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(16).order(java.nio.ByteOrder.nativeOrder());
        Win win = new Win(rank == 0 ? MPI.newByteBuffer(16) : bytes, 16, 1, MPI.INFO_NULL, world);
        ByteBuffer mine = rank == 0 ? win.sharedQuery(0) : bytes;
        win.fence(0);
        win.put(data, 1, MPI.INT, right, 12, 1, MPI.INT);
        win.fence(0);
        Check.equal(mine.getInt(12), 50 + left, "put to memory of the JDK");
        win.free();
    }

    private void attributes() throws MPIException {
        Win win = window();
        Check.equal(win.getName(), "", "no name");
        win.setName("table");
        Check.equal(win.getName(), "table", "name");
        Check.equal(win.getAttr(MPI.WIN_SIZE), 4 * INTS, "size");
        Check.equal(win.getAttr(MPI.WIN_DISP_UNIT), 4, "unit");
        Check.that((Long) win.getAttr(MPI.WIN_BASE) != 0, "base");
        int key = Win.createKeyval();
        Check.equal(win.getAttr(key), null, "no attribute");
        win.setAttr(key, "value");
        Check.equal(win.getAttr(key), "value", "attribute");
        win.deleteAttr(key);
        Check.equal(win.getAttr(key), null, "deleted");
        win.setAttr(key, "again");
        Check.equal(win.getAttr(key), "again", "the key outlives its last attribute");
        win.deleteAttr(key);
        Win.freeKeyval(key);
        Check.fails(MPI.ERR_KEYVAL, () -> win.getAttr(key), "freed key");
        Info info = new Info();
        info.set("no_locks", "true");
        win.setInfo(info);
        info.delete("no_locks");
        info.set("other", "1");
        win.setInfo(info);
        Check.equal(win.getInfo().get("other"), "1", "another hint");
        Check.equal(win.getInfo().get("no_locks"), "true", "a hint that is not given again");
        Check.fails(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0), "no locks");
        Check.equal(win.getErrhandler(), MPI.ERRORS_RETURN, "handler");
        win.callErrhandler(MPI.ERR_OTHER);
        win.free();
        world.setErrhandler(MPI.ERRORS_RETURN);
        Check.fails(MPI.ERR_WIN, () -> win.fence(0), "freed");
        world.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    private void epochErrors() throws MPIException {
        Win win = window();
        int sync = MPI.ERR_RMA_SYNC;
        Group all = win.getGroup();
        win.fence(MPI.MODE_NOSUCCEED);
        Check.fails(sync, () -> win.put(data, 1, MPI.INT, 0, 0, 1, MPI.INT), "no epoch");
        Check.fails(sync, () -> win.unlock(0), "not locked");
        Check.fails(sync, () -> win.unlockAll(), "not locked");
        Check.fails(sync, () -> win.flush(0), "not locked");
        Check.fails(sync, () -> win.flushAll(), "not locked");
        Check.fails(sync, () -> win.complete(), "not started");
        Check.fails(sync, () -> win.waitFor(), "not posted");
        Check.fails(sync, () -> win.test(), "not posted");
        win.lock(MPI.LOCK_SHARED, right, 0);
        Check.fails(sync, () -> win.lock(MPI.LOCK_SHARED, right, 0), "locked twice");
        Check.fails(sync, () -> win.lockAll(0), "locked");
        Check.fails(sync, () -> win.fence(0), "locked");
        Check.fails(sync, () -> win.start(all, 0), "locked");
        Check.fails(sync, () -> win.free(), "locked");
        if (size > 1) {
            Check.fails(
                    sync, () -> win.put(data, 1, MPI.INT, rank, 0, 1, MPI.INT), "another target");
        }
        if (size > 1) {
            win.lock(MPI.LOCK_SHARED, rank, 0);
            win.put(data, 1, MPI.INT, rank, 0, 1, MPI.INT);
            win.unlock(rank);
            Check.fails(sync, () -> win.fence(0), "the other lock is held");
            win.put(data, 1, MPI.INT, right, 0, 1, MPI.INT);
        }
        win.unlock(right);
        win.fence(0);
        win.put(data, 1, MPI.INT, right, 0, 1, MPI.INT);
        Check.fails(sync, () -> win.post(all, 0), "operations since the fence");
        Check.fails(sync, () -> win.lock(MPI.LOCK_SHARED, rank, 0), "operations since the fence");
        win.fence(MPI.MODE_NOSUCCEED);
        win.post(all, 0);
        Check.fails(sync, () -> win.post(all, 0), "posted twice");
        Check.fails(sync, () -> win.fence(0), "posted");
        Check.fails(
                MPI.ERR_RMA_CONFLICT, () -> win.lock(MPI.LOCK_SHARED, rank, 0), "posted, locked");
        win.start(all, 0);
        Check.fails(sync, () -> win.lock(MPI.LOCK_SHARED, right, 0), "started");
        win.rPut(data, 1, MPI.INT, right, 0, 1, MPI.INT).waitFor();
        win.complete();
        win.waitFor();
        world.barrier();
        win.free();
    }

    private void argumentErrors() throws MPIException {
        Win win = window();
        int big = INTS - 1;
        Check.fails(MPI.ERR_RANK, () -> win.put(data, 1, MPI.INT, size, 0, 1, MPI.INT), "rank");
        Check.fails(MPI.ERR_DISP, () -> win.put(data, 1, MPI.INT, 0, -1, 1, MPI.INT), "place");
        Check.fails(MPI.ERR_COUNT, () -> win.put(data, -1, MPI.INT, 0, 0, 1, MPI.INT), "count");
        Check.fails(MPI.ERR_TYPE, () -> win.put(data, 1, null, 0, 0, 1, MPI.INT), "type");
        Check.fails(MPI.ERR_TRUNCATE, () -> win.put(data, 2, MPI.INT, 0, 0, 1, MPI.INT), "sizes");
        String message =
                Check.fails(RANGE, () -> win.put(data, 2, MPI.INT, 0, big, 2, MPI.INT), "range");
        Check.that(message.contains("2 × ") && message.contains("" + big), message);
        Check.fails(RANGE, () -> win.get(data, 1, MPI.INT, 0, INTS, 1, MPI.INT), "range");
        Check.fails(
                MPI.ERR_BUFFER,
                () -> win.put(MPI.newIntBuffer(1), 2, MPI.INT, 0, 0, 2, MPI.INT),
                "buffer");
        Check.fails(
                MPI.ERR_OP,
                () -> win.accumulate(data, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.MAXLOC),
                "operation");
        Check.fails(
                MPI.ERR_TYPE,
                () -> win.compareAndSwap(data, data, data, MPI.DOUBLE, 0, 0),
                "compare doubles");
        Check.fails(MPI.ERR_ASSERT, () -> win.fence(MPI.MODE_NOCHECK), "assertion");
        Check.fails(MPI.ERR_LOCKTYPE, () -> win.lock(3, 0, 0), "lock type");
        Check.fails(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, -7, 0), "rank");
        Check.fails(MPI.ERR_GROUP, () -> win.post(null, 0), "group");
        Check.fails(70, () -> win.attach(data, 1), "not dynamic");
        try {
            win.put(IntBuffer.allocate(1), 1, MPI.INT, 0, 0, 1, MPI.INT);
            Check.that(false, "a buffer on the heap");
        } catch (IllegalArgumentException e) {
            Check.that(e.getMessage().contains("MPI.newIntBuffer"), "heap");
        }
        win.fence(0);
        win.free();
        Intracomm copy = world.dup();
        copy.setErrhandler(MPI.ERRORS_RETURN);
        Check.fails(
                MPI.ERR_SIZE, () -> new Win(memory, -1, 1, MPI.INFO_NULL, copy), "negative size");
        Check.fails(MPI.ERR_DISP, () -> new Win(memory, 1, 0, MPI.INFO_NULL, copy), "no unit");
        copy.free();
    }

    private void sizeLargerThanTheBuffer() throws MPIException {
        Win win = new Win(MPI.newIntBuffer(0), 100, 1, MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        Check.equal(win.getAttr(MPI.WIN_SIZE), 400, "as the program says");
        win.fence(0);
        Check.fails(
                RANGE, () -> win.put(data, 1, MPI.INT, right, 0, 1, MPI.INT), "no memory there");
        win.fence(0);
        win.free();
    }
}
