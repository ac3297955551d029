package org.strata.mca.rcache;

/**
 * Caches registrations of one BTL. Called inside the rank's progress bracket only.
 *
 * <p><b>Safety.</b> A registration is cached only together with what keeps its memory alive, so
 * that the address cannot come to mean other memory; it is deregistered before that object is let
 * go. Where the application can free memory at will (it closes an {@code Arena}) a registration is
 * used again only after the arena was found to be open. What keeps memory alive is told by the
 * caller or asked of {@link ApplicationMemory}; a registration of unknown memory is always
 * TRANSIENT.
 */
public interface RegistrationCache extends AutoCloseable {
    /**
     * Returns a registration that covers a range with at least the given access, and holds it.
     *
     * @param access union of {@link Registration}'s constants; with TRANSIENT, what is registered
     *     for this caller alone is deregistered with its release
     * @param owner a direct NIO buffer over the range, {@link ApplicationMemory#PERMANENT}, or null
     *     to ask {@link ApplicationMemory}
     * @return null when the registrar is out of resources even after eviction
     */
    Registration acquire(long address, long length, int access, Object owner);

    /** Lets a registration go; it may stay cached. */
    void release(Registration registration);

    /** Forgets and deregisters what overlaps a range, because its memory is about to be freed. */
    void invalidate(long address, long length);

    /** Deregisters everything. */
    @Override
    void close();

    /**
     * Does the real registration: the BTL. One call at a time; most come from inside {@link
     * #acquire} and {@link #release}, but idle registrations are also deregistered by a thread of
     * the cache's own, when the rank makes no progress.
     */
    interface Registrar {
        /** Registers whole pages; null when out of resources. */
        Registration register(long address, long length, int access);

        /** Deregisters; from any thread. */
        void deregister(Registration registration);
    }
}
