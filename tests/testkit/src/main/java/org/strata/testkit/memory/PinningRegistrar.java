package org.strata.testkit.memory;

import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * An adapter as hardware is: it pins the pages of registered memory, and reads through them from
 * then on, whatever the addresses mean by that time. Pages that do not exist are refused. A pipe
 * holds the pages: {@code vmsplice} puts them into it by reference, {@code tee} and {@code read}
 * return what they contain now. Thread-safe.
 */
final class PinningRegistrar implements RegistrationCache.Registrar, AutoCloseable {
    private static final int SET_CAPACITY = 1031;
    private static final int NOT_BLOCKING = 2;

    /** Pages of a registration at most: what a pipe of an ordinary user holds. */
    private static final int MOST_PAGES = 256;

    private final Arena arena = Arena.ofShared();
    private final long words = Memory.allocate(arena, 16, 8);
    private final long copy = Memory.allocate(arena, MOST_PAGES * Pages.size(), 8);
    private final int[] reading = pipe(MOST_PAGES);
    private final List<Pinned> live = new ArrayList<>();
    private long now;
    private long made;

    /** Runs in the middle of a registration, before the pages are pinned and behind that. */
    private Runnable meanwhile = () -> {};

    /** Pinned pages. */
    static final class Pinned extends Registration {
        /** When it was made, in steps of {@link PinningRegistrar#step}. */
        final long stamp;

        private final int[] pipe;

        Pinned(long address, long length, int access, long stamp, int[] pipe) {
            super(address, length, access);
            this.stamp = stamp;
            this.pipe = pipe;
        }
    }

    void setMeanwhile(Runnable action) {
        meanwhile = action;
    }

    /** Takes a step and returns its number. */
    synchronized long step() {
        return ++now;
    }

    @Override
    public Registration register(long address, long length, int access) {
        meanwhile.run();
        Pinned pinned = pin(address, length, access);
        meanwhile.run();
        return pinned;
    }

    @Override
    public boolean exhausted() {
        return false;
    }

    private synchronized Pinned pin(long address, long length, int access) {
        // When it began: the memory that it pins was there before it.
        long stamp = ++now;
        int[] pipe = pipe((int) (length / Pages.size()));
        Memory.putLong(words, address);
        Memory.putLong(words + 8, length);
        long pinned = Libc.vmsplice(pipe[1], words, NOT_BLOCKING);
        if (pinned != length) {
            close(pipe);
            return null;
        }
        made++;
        Pinned registration = new Pinned(address, length, access, stamp, pipe);
        live.add(registration);
        return registration;
    }

    private int[] pipe(int pages) {
        if (Libc.pipe(words) != 0) {
            throw new AssertionError("no pipe");
        }
        int[] pipe = {Memory.getInt(words), Memory.getInt(words + 4)};
        int slots = Math.max(1, Integer.highestOneBit(2 * pages - 1));
        long bytes = slots * Pages.size();
        if (Libc.fcntl(pipe[0], SET_CAPACITY, (int) bytes) < bytes) {
            throw new AssertionError("no pipe of " + bytes + " bytes");
        }
        return pipe;
    }

    private static void close(int[] pipe) {
        Libc.close(pipe[0]);
        Libc.close(pipe[1]);
    }

    /** Reads a word as the adapter does: from the page that was pinned for its address. */
    synchronized long read(Registration registration, long address) {
        Pinned pinned = (Pinned) registration;
        if (!live.contains(pinned)) {
            throw new AssertionError("the adapter uses what is deregistered");
        }
        long length = pinned.length();
        long all = Libc.tee(pinned.pipe[0], reading[1], length);
        if (all != length || Libc.read(reading[0], copy, length) != length) {
            throw new AssertionError("the adapter reads " + all + " of " + length + " bytes");
        }
        return Memory.getLong(copy + address - pinned.address());
    }

    @Override
    public synchronized void deregister(Registration registration) {
        Pinned pinned = (Pinned) registration;
        if (!live.remove(pinned)) {
            throw new AssertionError("deregistered twice");
        }
        close(pinned.pipe);
    }

    synchronized boolean isLive(Registration registration) {
        return live.contains((Pinned) registration);
    }

    /** Returns whether pages of a range are pinned. */
    synchronized boolean overlaps(long from, long to) {
        return live.stream().anyMatch(r -> r.address() < to && from < r.address() + r.length());
    }

    synchronized int live() {
        return live.size();
    }

    /** Returns the registrations that were made so far. */
    synchronized long made() {
        return made;
    }

    @Override
    public synchronized void close() {
        live.forEach(pinned -> close(pinned.pipe));
        close(reading);
        arena.close();
    }
}
