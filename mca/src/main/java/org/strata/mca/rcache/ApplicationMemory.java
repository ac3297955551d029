package org.strata.mca.rcache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a rank knows about native memory as such: which of it is the library's own, and which caches
 * must drop their registrations of a range. Below the API memory is an address, with the object
 * that keeps it alive beside it. One per rank.
 */
public final class ApplicationMemory {
    /** The owner of memory that stays until {@link #invalidate}: no object has to keep it alive. */
    public static final Object PERMANENT = new Object();

    private final List<RegistrationCache> caches = new CopyOnWriteArrayList<>();

    /** Pairs with ApplicationMemory.own: stored by setFinder. */
    private volatile Finder finder = address -> null;

    /** Finds the library's own memory. */
    @FunctionalInterface
    public interface Finder {
        /**
         * Returns the range of the library's own memory around an address; null where the memory is
         * not the library's.
         */
        Range own(long address);
    }

    /**
     * Memory that is mapped for as long as the process lives.
     *
     * @param address its first byte
     * @param length its bytes
     */
    public record Range(long address, long length) {}

    /** Sets the finder: the API, which has the pools. */
    public void setFinder(Finder newFinder) {
        finder = newFinder;
    }

    /** Returns the range of the library's own memory around an address, or null. */
    public Range own(long address) {
        return finder.own(address);
    }

    /** Adds a cache whose registrations {@link #invalidate} drops. */
    public void add(RegistrationCache cache) {
        caches.add(cache);
    }

    /** Removes a cache that is closed. */
    public void remove(RegistrationCache cache) {
        caches.remove(cache);
    }

    /**
     * Deregisters every cached registration of a range: the application is about to free it, or
     * will not communicate from it soon. Inside the progress bracket.
     */
    public void invalidate(long address, long length) {
        caches.forEach(cache -> cache.invalidate(address, length));
    }
}
