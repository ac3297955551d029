package org.strata.mca.rcache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a rank knows about the application's native memory: which object keeps an address alive, and
 * who must hear that a range is given up. Below the API memory is an address; a cache that keeps a
 * registration beyond one operation asks here what keeps the memory behind it. One per rank.
 */
public final class ApplicationMemory {
    /** An owner for memory that stays until {@link #giveUp}: nobody has to keep it alive. */
    public static final Object PERMANENT = new Object();

    private final List<RegistrationCache> caches = new CopyOnWriteArrayList<>();
    private volatile Finder finder = (address, length) -> null;

    /** Finds the application's object behind a range. */
    @FunctionalInterface
    public interface Finder {
        /**
         * Returns a direct NIO buffer over memory that is alive and holds the whole range, or
         * {@link ApplicationMemory#PERMANENT}; null when none is known. Called inside the progress
         * bracket, while an operation on the range is under way.
         */
        Object find(long address, long length);
    }

    /** Sets who finds owners: the API, which sees the application's buffers. */
    public void setFinder(Finder newFinder) {
        finder = newFinder;
    }

    /** Returns what keeps a range alive, or null when that is not known. */
    public Object ownerOf(long address, long length) {
        return finder.find(address, length);
    }

    /** Adds a cache that is told of memory that is given up. */
    public void add(RegistrationCache cache) {
        caches.add(cache);
    }

    /** Removes a cache that is closed. */
    public void remove(RegistrationCache cache) {
        caches.remove(cache);
    }

    /**
     * The application is about to free a range, or will not communicate from it soon: no cached
     * registration of it stays. Inside the progress bracket.
     */
    public void giveUp(long address, long length) {
        caches.forEach(cache -> cache.invalidate(address, length));
    }
}
