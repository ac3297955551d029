package org.strata.mca.base;

import java.util.List;

/** Made of launcher/src/jar by the build of mpi.jar. */
final class PackagedComponents {
    private PackagedComponents() {}

    static long checksum() {
        return CHECKSUM;
    }

    static List<ComponentModule> modules() {
        return List.of(COMPONENTS);
    }
}
