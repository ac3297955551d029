package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.FREE_DEVICE_LIST;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.GET_DEVICE_LIST;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.GET_DEVICE_NAME;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The library's list of devices, until it is closed; an open device outlives it. */
final class DeviceList implements AutoCloseable {
    private static final int ENOSYS = 38;

    private final IbvLibrary library;
    private final long list;
    private final Map<String, Long> devices = new LinkedHashMap<>();

    /**
     * @throws VerbsException when the library cannot list devices
     */
    DeviceList(IbvLibrary library) {
        this.library = library;
        list = library.pointer(GET_DEVICE_LIST, 0);
        if (list < 0) {
            // ENOSYS means that the kernel has no verbs at all: the list is empty.
            if (list != -ENOSYS) {
                throw new VerbsException(
                        (int) -list, "libibverbs cannot list devices: " + Libc.text((int) -list));
            }
            return;
        }
        for (long entry = list; Memory.getLong(entry) != 0; entry += Long.BYTES) {
            long device = Memory.getLong(entry);
            long name = library.pointer(GET_DEVICE_NAME, device);
            devices.put(Libc.string(name, Layout.DEVICE_NAME_BYTES), device);
        }
    }

    /** Returns the devices' names, in the library's order. */
    List<String> names() {
        return new ArrayList<>(devices.keySet());
    }

    /** Returns the {@code ibv_device} of a name, or 0. */
    long device(String name) {
        return devices.getOrDefault(name, 0L);
    }

    @Override
    public void close() {
        if (list > 0) {
            library.status(FREE_DEVICE_LIST, list);
        }
    }
}
