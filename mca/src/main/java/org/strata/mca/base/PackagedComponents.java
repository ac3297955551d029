package org.strata.mca.base;

import java.util.List;

/**
 * The components of a jar that the build has listed. This class lists none; the build of {@code
 * mpi.jar} replaces it by one that makes what the jar's file of services names. Each rank would
 * else look for services while it starts.
 */
final class PackagedComponents {
    private PackagedComponents() {}

    /** Returns the CRC-32 of the file of services that the list was made from. */
    static long checksum() {
        return -1;
    }

    /** Makes the modules, in the order of the file. */
    static List<ComponentModule> modules() {
        return List.of();
    }
}
