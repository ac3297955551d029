package org.strata.pml.ob1.rget;

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
import java.util.List;

/**
 * The only link to one peer, which is the test: it keeps the packets and the reads of the PML, and
 * the test decides when and how a read ends. Also the BML around it.
 */
final class ScriptedLink implements RdmaBtl, Bml {
    /** Addresses of copies of the packets sent, in order. */
    final List<Long> packets = new ArrayList<>();

    /** The reads that the PML has called for, in order. */
    final List<Read> reads = new ArrayList<>();

    /** Whether reads are refused, as by a kernel that does not permit them. */
    boolean refuses;

    /** How reads end inside the call; null when they end later, by {@link #end}. */
    Integer endsAtOnce = Rc.OK;

    private final BtlAttributes attributes =
            FakeBtlConfig.named("scripted", FakeBtlConfig.RDMA, 512, 2048).attributes();
    private final NativeBuffers memory;
    private final Endpoint peer;
    private final BmlEndpoint links;
    private LinkFailureListener failures;

    /** A read of the peer's memory. */
    record Read(long local, long remote, long length, RdmaCallback callback) {}

    private static final class Endpoint extends BtlEndpoint {
        Endpoint(Proc peer) {
            super(peer);
        }
    }

    ScriptedLink(Proc proc, NativeBuffers memory) {
        this.memory = memory;
        peer = new Endpoint(proc);
        links = new BmlEndpoint(proc);
        BtlLink link = new BtlLink(this, peer);
        link.weight = 1;
        links.eager = new BtlLink[] {link};
        links.send = links.eager.clone();
        links.rdma = links.eager.clone();
    }

    /** Returns the peer as messages name it. */
    BtlEndpoint peer() {
        return peer;
    }

    /** Ends a read: OK moves its bytes. */
    void end(Read read, int rc) {
        if (rc == Rc.OK) {
            Memory.copy(read.remote(), read.local(), read.length());
        }
        read.callback().onComplete(peer, read.length(), rc);
    }

    /** The peer is gone, and the link with it. */
    void lose(int rc) {
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
        long copy = memory.allocate(headerLength);
        Memory.copy(header, copy, headerLength);
        packets.add(copy);
        return Rc.OK;
    }

    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        Read read = new Read(local, remote, length, callback);
        reads.add(read);
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
        return true;
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public int handleSize() {
        return 0;
    }

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return true;
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {}

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
        return links;
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

    // What a receiver of long messages does not call.

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
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        throw new AssertionError();
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        throw new AssertionError();
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        throw new AssertionError();
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        throw new AssertionError();
    }

    @Override
    public void free(Descriptor descriptor) {
        throw new AssertionError();
    }

    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        throw new AssertionError();
    }

    @Override
    public void deregister(Registration registration) {
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
