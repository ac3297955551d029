package org.strata.pml.ob1;

import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.NativeBuffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The only link to each peer. The first of them is the test: the link keeps the packets and the
 * reads of the PML, and the test decides what it accepts, and when and how a read ends. Also the
 * BML around it.
 */
public final class ScriptedLink implements RdmaBtl, Bml {
    /** Copies of the packets sent, in order. */
    public final List<Packet> packets = new ArrayList<>();

    /** The reads that the PML has called for, in order. */
    public final List<Read> reads = new ArrayList<>();

    /** Whether reads are refused, as by a kernel that does not permit them. */
    public boolean refuses;

    /** How reads end inside the call; null when they end later, by {@link #end}. */
    public Integer endsAtOnce = Rc.OK;

    /** Runs in each read. */
    public Runnable onRead = () -> {};

    /** Whether fragments may be faster than reads. */
    public boolean fragmentsMayWin = true;

    /** Bytes of the link's handles. */
    public int handleSize;

    /** Whether its reads and writes reach this rank's memory. */
    public boolean reaches = true;

    /** Whether memory can be registered, and is worth it. */
    public boolean registers;

    /** The accesses for which memory was registered, and those that were deregistered. */
    public final List<Integer> registered = new ArrayList<>();

    public final List<Integer> deregistered = new ArrayList<>();

    /** What a send returns; only with OK a packet leaves. */
    public int accepts = Rc.OK;

    /** Whether packets stay here, as behind a socket without room, until {@link #depart}. */
    public boolean keeps;

    /** The message that {@link #receiveShort} finds; null for none. */
    ShortMessage arrived;

    /** What {@link #receiveShort} returns without a message. */
    int nothing = NOTHING;

    /** Calls of {@link #receiveShort}. */
    int looks;

    /** Runs in each of them; may have a message arrive. */
    Runnable onLook = () -> {};

    private final BtlAttributes attributes;
    private final NativeBuffers memory;
    private final Map<Proc, BmlEndpoint> peers = new HashMap<>();
    private final BtlEndpoint peer;
    private final BmlEndpoint links;
    private LinkFailureListener failures;

    /** A packet that was sent, header and data. */
    public record Packet(int tag, long at, int length) {}

    /** A read of the peer's memory. */
    public record Read(
            long local,
            long remote,
            long length,
            Registration registration,
            byte[] handle,
            RdmaCallback callback) {}

    private static final class Registered extends Registration {
        Registered(long address, long length, int access) {
            super(address, length, access);
        }
    }

    /** A short message that has arrived, and that no handler has seen. */
    record ShortMessage(long header0, long header1, long data, int length) {}

    private static final class Endpoint extends BtlEndpoint {
        Endpoint(Proc peer) {
            super(peer);
        }
    }

    /** Memory of a descriptor, whose packet leaves when it is sent. */
    private static final class Memo extends Descriptor {}

    /**
     * @param memory of the packets
     * @param flags of {@link BtlAttributes}
     */
    public ScriptedLink(Proc proc, NativeBuffers memory, int flags) {
        this.memory = memory;
        attributes = FakeBtlConfig.named("scripted", flags, 512, 2048).attributes();
        links = endpoint(proc);
        peer = links.send[0].endpoint;
    }

    private BmlEndpoint connect(Proc proc) {
        BmlEndpoint made = new BmlEndpoint(proc);
        BtlLink link = new BtlLink(this, new Endpoint(proc));
        link.weight = 1;
        made.eager = new BtlLink[] {link};
        made.send = made.eager.clone();
        if (attributes.has(BtlAttributes.FLAG_PUT) || attributes.has(BtlAttributes.FLAG_GET)) {
            made.rdma = made.eager.clone();
        }
        return made;
    }

    /** Returns the peer as messages name it. */
    public BtlEndpoint peer() {
        return peer;
    }

    /** Returns the peer as the PML reaches it. */
    public BmlEndpoint links() {
        return links;
    }

    /** What was accepted for the peer leaves this process. */
    public void depart() {
        peer.departed = peer.accepted;
    }

    /** Ends a read: OK moves its bytes. */
    public void end(Read read, int rc) {
        if (rc == Rc.OK) {
            Memory.copy(read.remote(), read.local(), read.length());
        }
        read.callback().onComplete(peer, read.length(), rc);
    }

    /** The peer is gone, and the link with it. */
    public void lose(int rc) {
        BtlLink link = links.eager[0];
        links.eager = new BtlLink[0];
        links.send = links.eager;
        links.rdma = links.eager;
        failures.onLinkFailed(links, link, rc, "scripted");
    }

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        if (accepts == Rc.OK) {
            long copy = memory.allocate(headerLength + length);
            Memory.copy(header, copy, headerLength);
            copy(base, offset, copy + headerLength, length);
            accept(endpoint, tag, copy, headerLength + length);
        }
        return accepts;
    }

    private static void copy(Object base, long offset, long to, int length) {
        if (base != null) {
            throw new AssertionError("data in an array");
        }
        if (length > 0) {
            Memory.copy(offset, to, length);
        }
    }

    private void accept(BtlEndpoint to, int tag, long at, int length) {
        packets.add(new Packet(tag, at, length));
        to.accepted++;
        if (!keeps) {
            to.departed = to.accepted;
        }
    }

    @Override
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        if (accepts == Rc.OK) {
            long copy = memory.allocate(SHORT_HEADER + length);
            Memory.putLong(copy, header0);
            Memory.putLong(copy + Long.BYTES, header1);
            copy(base, offset, copy + SHORT_HEADER, length);
            accept(endpoint, tag, copy, SHORT_HEADER + length);
        }
        return accepts;
    }

    @Override
    public int receiveShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        looks++;
        onLook.run();
        ShortMessage message = arrived;
        if (message == null) {
            return nothing;
        }
        if (message.header0 != header0 || message.header1 != header1 || message.length > capacity) {
            return OTHER;
        }
        arrived = null;
        Memory.copy(message.data, offset, message.length);
        return message.length;
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        if (accepts == Rc.NO_RESOURCE) {
            return null;
        }
        Descriptor made = new Memo();
        made.address = memory.allocate(length);
        return made;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int most = attributes.maxSendSize() - headerLength;
        int payload = (int) Math.min(most, maxPayload);
        Descriptor made = alloc(endpoint, headerLength + payload);
        if (made != null) {
            buf.pack(position, made.address + headerLength, payload);
            made.setLengths(headerLength, payload);
        }
        return made;
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        if (accepts == Rc.OK) {
            accept(endpoint, tag, descriptor.address, descriptor.length);
            descriptor.callback.onComplete(this, descriptor, Rc.OK);
        }
        return accepts;
    }

    @Override
    public void free(Descriptor descriptor) {}

    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        Read read =
                new Read(
                        local,
                        remote,
                        length,
                        localRegistration,
                        NativeBuffers.bytes(handle, handleSize),
                        callback);
        reads.add(read);
        onRead.run();
        if (refuses) {
            return Rc.NOT_AVAILABLE;
        }
        if (endsAtOnce != null) {
            end(read, endsAtOnce);
        }
        return Rc.OK;
    }

    @Override
    public boolean fragmentsMayWin(BtlEndpoint endpoint, long remote, long handle, long length) {
        return fragmentsMayWin;
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public int handleSize() {
        return handleSize;
    }

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return reaches;
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {
        NativeBuffers.fill(target, handleSize, address);
    }

    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        if (!registers) {
            return null;
        }
        registered.add(access);
        return new Registered(address, length, access);
    }

    @Override
    public void deregister(Registration registration) {
        deregistered.add(registration.access());
    }

    @Override
    public long maxRdmaSize() {
        return Long.MAX_VALUE;
    }

    @Override
    public int progress() {
        return 0;
    }

    @Override
    public void open(LinkFailureListener listener) {
        failures = listener;
    }

    @Override
    public BmlEndpoint endpoint(Proc proc) {
        return peers.computeIfAbsent(proc, this::connect);
    }

    @Override
    public List<Btl> btls() {
        return List.of(this);
    }

    @Override
    public String explain(Proc proc) {
        return "scripted";
    }

    @Override
    public void close() {}

    // What these tests do not need.

    @Override
    public void lose(Proc proc, String reason) {
        throw new AssertionError();
    }

    @Override
    public BtlEndpoint addPeer(Proc proc, StringBuilder refusal) {
        throw new AssertionError();
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        throw new AssertionError();
    }

    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        throw new AssertionError();
    }
}
