package org.strata.mca.rcache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a rank knows about the application's native memory: which object keeps an address alive, and
 * which caches must drop their registrations of a range. Below the API memory is an address; a
 * cache that keeps a registration beyond one operation looks up here what keeps the memory alive.
 * One per rank.
 */
public final class ApplicationMemory {
    /** The owner of memory that stays until {@link #invalidate}: no object has to keep it alive. */
    public static final Object PERMANENT = new Object();

    private final List<RegistrationCache> caches = new CopyOnWriteArrayList<>();

    /** Pairs with ApplicationMemory.ownerOf and own: stored by setFinder. */
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

        /**
         * Returns the range of the library's own memory around an address; null where the memory is
         * not the library's.
         */
        default Range own(long address) {
            return null;
        }
    }

    /**
     * Memory that is mapped for as long as the process lives.
     *
     * @param address its first byte
     * @param length its bytes
     */
    public record Range(long address, long length) {}

    /** Sets the finder: the API, which sees the application's buffers. */
    public void setFinder(Finder newFinder) {
        finder = newFinder;
    }

    /** Returns the object that keeps a range alive, or null when none is known. */
    public Object ownerOf(long address, long length) {
        return finder.find(address, length);
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
