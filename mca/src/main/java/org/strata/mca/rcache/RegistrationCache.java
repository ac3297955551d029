package org.strata.mca.rcache;

/**
 * Caches registrations of one BTL. Called inside the rank's progress bracket only.
 *
 * <p><b>Safety.</b> The cache keeps a registration only together with the object that keeps its
 * memory alive, so that the address cannot come to mean other memory; it deregisters before it
 * drops that object. Where the application can free memory explicitly (it closes an {@code Arena})
 * the cache uses a registration again only while the arena is open. The caller or {@link
 * ApplicationMemory} names the object that keeps memory alive; a registration of unknown memory is
 * always TRANSIENT.
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
     * @param owner a direct NIO buffer over the range, {@link ApplicationMemory#PERMANENT}, or null
     *     to ask {@link ApplicationMemory}
     * @return null when the registrar is out of resources even after eviction, or with IF_WORTH or
     *     IF_KEPT
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
        /** Registers whole pages; null when out of resources. */
        Registration register(long address, long length, int access);

        /** Deregisters; from any thread. */
        void deregister(Registration registration);
    }
}
