package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CLOSE_DEVICE;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_GID;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.Transport;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** An {@code ibv_context}. */
final class IbvContext implements Context {
    private final IbvLibrary library;
    private final Clock clock;
    private final String device;
    private final long address;
    private final Extension extension;
    private final AsyncEvents events;

    /** Pairs with itself: one close closes the device. */
    private final AtomicBoolean open = new AtomicBoolean(true);

    /** Open objects by native address, by which events name them. */
    private final Map<Long, IbvObject> objects = new ConcurrentHashMap<>();

    /** Queue pairs by number, by which completions name them. */
    private final Map<Integer, IbvQp> queuePairs = new ConcurrentHashMap<>();

    private final Transport transport;
    private DeviceAttributes attributes;

    /** Whether the device is known to store writes in order. */
    private InOrderDevices.Known inOrder = InOrderDevices.Known.NEVER;

    private IbvContext(
            IbvLibrary library, Clock clock, String device, Transport transport, long address) {
        this.library = library;
        this.transport = transport;
        this.clock = clock;
        this.device = device;
        this.address = address;
        extension = new Extension(address);
        events = new AsyncEvents(this, clock);
    }

    /**
     * Wraps an open device; closes it when its structures are not as expected.
     *
     * @throws VerbsException EIO: the library's structures have an unknown layout
     */
    static IbvContext of(
            IbvLibrary library, Clock clock, String device, long ibvDevice, long address) {
        int type = Memory.getInt(ibvDevice + Layout.DEVICE_TRANSPORT);
        IbvContext context = new IbvContext(library, clock, device, Transport.of(type), address);
        try {
            context.checkLayout(ibvDevice);
            context.events.open();
            context.attributes = DeviceQuery.attributes(context);
            return context;
        } catch (VerbsException e) {
            library.status(CLOSE_DEVICE, address);
            throw e;
        }
    }

    private void checkLayout(long ibvDevice) {
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
                    device
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

    Extension extension() {
        return extension;
    }

    long address() {
        return address;
    }

    Transport transport() {
        return transport;
    }

    /** The device has been found to be this one. */
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
        return new VerbsException(errno, device + ": " + what + ": " + Libc.text(errno));
    }

    void add(IbvObject object) {
        objects.put(object.pointer(), object);
    }

    /** Adds a queue pair, so that completions find it. */
    void addQueuePair(IbvQp qp) {
        queuePairs.put(qp.number(), qp);
    }

    void remove(IbvObject object) {
        objects.remove(object.pointer(), object);
        if (object instanceof IbvQp qp) {
            queuePairs.remove(qp.number(), qp);
        }
    }

    /** Returns the open object at a native address, or null. */
    IbvObject object(long at) {
        return objects.get(at);
    }

    /** Marks the queue pair of a completion in error as failed. */
    void queuePairFailed(int number) {
        IbvQp qp = queuePairs.get(number);
        if (qp != null) {
            qp.failed();
        }
    }

    @Override
    public String device() {
        return device;
    }

    @Override
    public DeviceAttributes attributes() {
        return attributes;
    }

    @Override
    public PortAttributes port(int port) {
        return DeviceQuery.port(this, port);
    }

    @Override
    public Gid gid(int port, int index) {
        try (Arena arena = Arena.ofConfined()) {
            long gid = Memory.allocate(arena, 16, 8);
            int errno = library.status(QUERY_GID, address, port, index, gid);
            if (errno != 0) {
                throw new VerbsException(
                        VerbsException.EINVAL, device + ": port " + port + " has no GID " + index);
            }
            return Gids.read(gid);
        }
    }

    @Override
    public int defaultGidIndex(int port) {
        return Gids.preferred(this, port);
    }

    @Override
    public ProtectionDomain allocPd() {
        return IbvPd.of(this);
    }

    @Override
    public CompletionChannel createChannel() {
        return IbvChannel.of(this);
    }

    @Override
    public CompletionQueue createCq(int depth, CompletionChannel channel) {
        return IbvCq.of(this, depth, (IbvChannel) channel);
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return IbvXrcd.of(this, name);
    }

    @Override
    public QueuePair createQp(QpInit init) {
        return IbvQp.of(this, init);
    }

    @Override
    public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
        return events.next(into, timeoutNanos);
    }

    @Override
    public BufferArea allocate(long bytes) {
        return IbvArea.of(this, bytes);
    }

    @Override
    public void close() {
        if (!objects.isEmpty()) {
            throw failure(VerbsException.EBUSY, "cannot close the device");
        }
        if (open.compareAndSet(true, false)) {
            int errno = library.status(CLOSE_DEVICE, address);
            if (errno != 0) {
                throw failure(errno, "cannot close the device");
            }
        }
    }
}
