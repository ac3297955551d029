package org.strata.verbs;

import java.util.List;

/** A source of verbs devices. Thread-safe. */
public interface Provider {
    /** Returns its name as users type it: {@code "soft"}, {@code "ibverbs"}. */
    String name();

    /**
     * Returns the names of its devices, in the order of the system: {@code "mlx5_0"}. Empty when
     * there is none; {@link #absence} says why.
     */
    List<String> devices();

    /**
     * Returns one sentence that says why there is no device (library missing, no adapter, no
     * permission), or an empty string when there is one.
     */
    String absence();

    /**
     * Returns the memory node (NUMA) that a device is attached to; below 0 where the system does
     * not say.
     */
    default int memoryNode(String device) {
        return -1;
    }

    /**
     * Opens a device.
     *
     * @throws VerbsException ENODEV, EACCES, ENOMEM
     */
    Context open(String device);
}
