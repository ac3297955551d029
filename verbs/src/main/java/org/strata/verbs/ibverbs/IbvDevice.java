package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CLOSE_DEVICE;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Transport;
import org.strata.verbs.VerbsException;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An open device, as the objects made on it see it: the native {@code ibv_context}, the library's
 * and the driver's functions, and a table of its open objects.
 */
final class IbvDevice {
    private final IbvLibrary library;
    private final Clock clock;
    private final String name;
    private final long address;
    private final Extension extension;
    private final Transport transport;

    /** Open objects by native address, by which events name them. */
    private final Map<Long, IbvObject> objects = new ConcurrentHashMap<>();

    /** Queue pairs by number, by which completions name them. */
    private final Map<Integer, IbvObject> queuePairs = new ConcurrentHashMap<>();

    private DeviceAttributes attributes;

    /** Whether the device is known to store writes in order. */
    private InOrderDevices.Known inOrder = InOrderDevices.Known.NEVER;

    /**
     * @param name of the device: {@code "mlx5_0"}
     * @param ibvDevice address of the {@code ibv_device}
     * @param address of the {@code ibv_context}
     */
    IbvDevice(IbvLibrary library, Clock clock, String name, long ibvDevice, long address) {
        this.library = library;
        this.clock = clock;
        this.name = name;
        this.address = address;
        extension = new Extension(address);
        transport = Transport.of(Memory.getInt(ibvDevice + Layout.DEVICE_TRANSPORT));
    }

    /**
     * Checks that the native structures are laid out as expected.
     *
     * @throws VerbsException EIO: they are not
     */
    void checkLayout(long ibvDevice) {
        check("the context", Memory.getLong(address + Layout.CONTEXT_DEVICE), ibvDevice);
        int vectors = Memory.getInt(address + Layout.CONTEXT_COMP_VECTORS);
        boolean plausible =
                fd(Layout.CONTEXT_CMD_FD)
                        && fd(Layout.CONTEXT_ASYNC_FD)
                        && vectors > 0
                        && vectors < 1 << 16
                        && Memory.getLong(address + Layout.CONTEXT_POLL_CQ) != 0
                        && Memory.getLong(address + Layout.CONTEXT_POST_SEND) != 0
                        && Memory.getLong(address + Layout.CONTEXT_POST_RECV) != 0
                        && extension.plausible();
        check("the context's operations", plausible ? 1 : 0, 1);
    }

    private boolean fd(int offset) {
        int fd = Memory.getInt(address + offset);
        return fd >= 0 && fd < 1 << 24;
    }

    /** Compares a value that the library filled in with the expected one. */
    void check(String what, long found, long expected) {
        if (found != expected) {
            throw new VerbsException(
                    VerbsException.EIO,
                    name
                            + ": the layout of "
                            + what
                            + "  is not that of libibverbs.so.1; device not used");
        }
    }

    IbvLibrary library() {
        return library;
    }

    Clock clock() {
        return clock;
    }

    String name() {
        return name;
    }

    Extension extension() {
        return extension;
    }

    /** Returns the address of the {@code ibv_context}. */
    long address() {
        return address;
    }

    Transport transport() {
        return transport;
    }

    DeviceAttributes attributes() {
        return attributes;
    }

    void setAttributes(DeviceAttributes queried) {
        attributes = queried;
    }

    /** Looks the device up among those that store writes in order. */
    void identify(int vendor, int part) {
        inOrder = InOrderDevices.find(vendor, part);
    }

    InOrderDevices.Known knownInOrder() {
        return inOrder;
    }

    /** Returns a function of the driver: an entry of {@code ibv_context.ops}. */
    MemorySegment operation(int offset) {
        return MemorySegment.ofAddress(Memory.getLong(address + offset));
    }

    /** Returns the exception of a failed call: {@code "rxe0: cannot make …: Invalid argument"}. */
    VerbsException failure(int errno, String what) {
        return new VerbsException(errno, name + ": " + what + ": " + Libc.text(errno));
    }

    void add(IbvObject object) {
        objects.put(object.pointer(), object);
    }

    void remove(IbvObject object) {
        objects.remove(object.pointer(), object);
    }

    boolean hasObjects() {
        return !objects.isEmpty();
    }

    /** Returns the open object at a native address, or null. */
    IbvObject object(long at) {
        return objects.get(at);
    }

    /** Adds a queue pair, so that completions find it. */
    void addQueuePair(int number, IbvObject pair) {
        queuePairs.put(number, pair);
    }

    void removeQueuePair(int number, IbvObject pair) {
        queuePairs.remove(number, pair);
    }

    /** Marks the queue pair of a completion in error as failed. */
    void queuePairFailed(int number) {
        IbvObject pair = queuePairs.get(number);
        if (pair != null) {
            pair.failed();
        }
    }

    /** Closes the native context; returns 0 or an errno. */
    int close() {
        return library.status(CLOSE_DEVICE, address);
    }
}
