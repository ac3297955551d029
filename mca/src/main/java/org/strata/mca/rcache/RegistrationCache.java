package org.strata.mca.rcache;

/** Caches registrations of one BTL. Called inside the rank's progress bracket only. */
public interface RegistrationCache extends AutoCloseable {
    /**
     * Returns a registration that covers a range with at least the given access, and holds it.
     *
     * @param access union of {@link Registration}'s constants; with TRANSIENT, what is registered
     *     for this caller alone is deregistered with its release
     * @param owner the object that keeps the memory alive, or null when the caller does
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

    /** Does the real registration: the BTL. */
    interface Registrar {
        /** Registers; null when out of resources. */
        Registration register(long address, long length, int access);

        /** Deregisters. */
        void deregister(Registration registration);
    }
}
