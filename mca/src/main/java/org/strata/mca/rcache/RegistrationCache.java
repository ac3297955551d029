package org.strata.mca.rcache;

/**
 * Caches registrations of one BTL. Called inside the rank's progress bracket only.
 *
 * <p><b>Safety.</b> The caller names the object that its memory belongs to. The cache keeps a
 * registration only together with that object, which keeps the memory alive, and deregisters before
 * it drops the object. The application can free memory all the same (it closes an {@code Arena},
 * calls {@code Unsafe.invokeCleaner}): so the cache uses a registration again only for the same
 * memory, while the arena is open. A registration of memory that nothing identifies is always
 * TRANSIENT: without an owner, or of a buffer over memory that the JVM did not allocate.
 */
public interface RegistrationCache extends AutoCloseable {
    /**
     * Returns a registration that covers a range with at least the given access; the caller must
     * {@link #release} it.
     *
     * @param access union of {@link Registration}'s constants; with TRANSIENT, a registration made
     *     for this caller alone is deregistered when it is released; with IF_WORTH, null where no
     *     registration exists and this range has not been asked for often enough; with IF_KEPT,
     *     null where the registration could not be kept
     * @param owner what the operation was given: a direct NIO buffer or native segment that
     *     contains the range; another object that keeps the memory alive as long as it is reachable
     *     itself; {@link ApplicationMemory#PERMANENT}; or null where none is known
     * @return null when the registrar is out of resources even after eviction, or refuses the
     *     memory; when the owner's arena is closed; or with IF_WORTH or IF_KEPT
     */
    Registration acquire(long address, long length, int access, Object owner);

    /** Releases a registration; it may stay cached. */
    void release(Registration registration);

    /**
     * Deregisters every cached registration that overlaps a range whose memory is about to be
     * freed.
     */
    void invalidate(long address, long length);

    /** Deregisters everything. */
    @Override
    void close();

    /**
     * Registers memory for real: the BTL. One call at a time; most come from inside {@link
     * #acquire} and {@link #release}, but a thread of the cache also deregisters idle
     * registrations, while the rank makes no progress.
     */
    interface Registrar {
        /** Registers whole pages; null when out of resources, or when it refuses the memory. */
        Registration register(long address, long length, int access);

        /**
         * Returns whether the last {@link #register} that returned null lacked resources, so that
         * it may succeed once other memory is deregistered.
         */
        default boolean exhausted() {
            return true;
        }

        /** Deregisters; from any thread. */
        void deregister(Registration registration);
    }
}
