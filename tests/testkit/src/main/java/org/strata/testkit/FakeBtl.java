package org.strata.testkit;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A Btl between the ranks of one {@link FakeJob}, for testing what is above Btls. It is strict: a
 * descriptor used by the wrong owner or RDMA outside a registration raises an AssertionError.
 */
public class FakeBtl implements RdmaBtl {
    private static final int DESCRIPTORS = 32;
    private static final int BATCH = 16;

    private final FakeWire wire;
    private final FakeRank rank;
    private final BtlErrorHandler errors;
    private final BtlAttributes attributes;
    private final Arena arena = Arena.ofAuto();
    private final FakeEndpoint[] endpoints;
    private final ArrayDeque<FakeDescriptor> free = new ArrayDeque<>();
    private final ArrayDeque<FakeDescriptor> done = new ArrayDeque<>();
    private final ArrayDeque<Operation> copied = new ArrayDeque<>();

    private record Operation(FakeEndpoint endpoint, RdmaCallback callback, long length) {}

    @SuppressWarnings("this-escape")
    FakeBtl(FakeWire wire, FakeRank rank, BtlErrorHandler errors) {
        this.wire = wire;
        this.rank = rank;
        this.errors = errors;
        this.attributes = wire.config().attributes();
        this.endpoints = new FakeEndpoint[rank.job().size()];
        for (int peer = 0; peer < endpoints.length; peer++) {
            endpoints[peer] =
                    new FakeEndpoint(
                            rank.proc(peer),
                            wire.channel(rank.rank(), peer),
                            wire.channel(peer, rank.rank()));
        }
        for (int i = 0; i < DESCRIPTORS; i++) {
            free.add(new FakeDescriptor(Memory.allocate(arena, attributes.maxSendSize(), 64)));
        }
        wire.attach(rank.rank(), this);
        rank.engine().register(this);
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        FakeEndpoint endpoint = endpoints[peer.rank()];
        if (endpoint.broken) {
            refusal.append("the link was cut");
            return null;
        }
        return endpoint;
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {}

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        FakeEndpoint peer = (FakeEndpoint) endpoint;
        int rc = admit(peer, headerLength + length);
        if (rc != Rc.OK) {
            return rc;
        }
        if (!peer.out.offer(tag, header, headerLength, base, offset, length)) {
            return Rc.NO_RESOURCE;
        }
        wake(peer);
        return Rc.OK;
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
        FakeEndpoint peer = (FakeEndpoint) endpoint;
        int rc = admit(peer, SHORT_HEADER + length);
        if (rc != Rc.OK) {
            return rc;
        }
        if (!peer.out.offerShort(tag, header0, header1, base, offset, length)) {
            return Rc.NO_RESOURCE;
        }
        wake(peer);
        return Rc.OK;
    }

    private int admit(FakeEndpoint peer, int length) {
        if (length > attributes.eagerLimit()) {
            throw new AssertionError("an immediate send of " + length + " bytes");
        }
        if (peer.broken) {
            return Rc.LINK_FAILED;
        }
        return wire.refuses() ? Rc.NO_RESOURCE : Rc.OK;
    }

    private void wake(FakeEndpoint peer) {
        Memory.fullFence();
        rank.job().rank(peer.peer().rank()).engine().wake();
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        if (length > attributes.maxSendSize()) {
            throw new AssertionError("alloc of " + length + " bytes");
        }
        FakeDescriptor descriptor = wire.refuses() ? null : free.poll();
        if (descriptor != null) {
            descriptor.pass(FakeDescriptor.Owner.POOL, FakeDescriptor.Owner.CALLER);
            descriptor.reset();
            descriptor.endpoint = endpoint;
            descriptor.length = length;
            descriptor.payloadLength = length;
        }
        return descriptor;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        Descriptor descriptor = alloc(endpoint, headerLength + payload);
        if (descriptor == null) {
            return null;
        }
        descriptor.headerLength = headerLength;
        descriptor.payloadLength = payload;
        boolean inPlace = attributes.has(BtlAttributes.FLAG_SEND_IN_PLACE);
        if (inPlace && buf.base() == null && buf.contiguous()) {
            descriptor.length = headerLength;
            descriptor.inPlaceAddress = buf.start() + position;
            descriptor.inPlaceLength = payload;
        } else {
            buf.pack(position, descriptor.address + headerLength, payload);
        }
        return descriptor;
    }

    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        FakeEndpoint peer = (FakeEndpoint) endpoint;
        FakeDescriptor own = (FakeDescriptor) descriptor;
        if (peer.broken) {
            return Rc.LINK_FAILED;
        }
        own.pass(FakeDescriptor.Owner.CALLER, FakeDescriptor.Owner.BTL);
        boolean accepted =
                !wire.refuses()
                        && peer.out.offer(
                                tag,
                                own.address,
                                own.length,
                                null,
                                own.inPlaceAddress,
                                (int) own.inPlaceLength);
        if (!accepted) {
            own.pass(FakeDescriptor.Owner.BTL, FakeDescriptor.Owner.CALLER);
            return Rc.NO_RESOURCE;
        }
        done.add(own);
        wake(peer);
        return Rc.OK;
    }

    @Override
    public void free(Descriptor descriptor) {
        FakeDescriptor own = (FakeDescriptor) descriptor;
        own.pass(FakeDescriptor.Owner.CALLER, FakeDescriptor.Owner.POOL);
        free.add(own);
    }

    @Override
    public int progress() {
        int events = complete();
        for (FakeEndpoint peer : endpoints) {
            events += peer.broken ? report(peer) : receive(peer);
        }
        return events;
    }

    private int complete() {
        int events = done.size() + copied.size();
        for (int i = done.size(); i > 0; i--) {
            FakeDescriptor descriptor = done.remove();
            descriptor.pass(FakeDescriptor.Owner.BTL, FakeDescriptor.Owner.CALLER);
            boolean broken = ((FakeEndpoint) descriptor.endpoint).broken;
            int rc = broken ? Rc.LINK_FAILED : Rc.OK;
            descriptor.callback.onComplete(this, descriptor, rc);
        }
        for (int i = copied.size(); i > 0; i--) {
            Operation operation = copied.remove();
            int rc = operation.endpoint.broken ? Rc.LINK_FAILED : Rc.OK;
            operation.callback.onComplete(operation.endpoint, operation.length, rc);
        }
        return events;
    }

    private int receive(FakeEndpoint peer) {
        int events = 0;
        for (int slot; events < BATCH && (slot = peer.in.peek()) >= 0; events++) {
            int tag = peer.in.tag(slot);
            long address = peer.in.address(slot);
            rank.activeMessages().dispatch(this, peer, tag, address, peer.in.length(slot));
            peer.in.release();
        }
        return events;
    }

    private int report(FakeEndpoint peer) {
        if (peer.reported) {
            return 0;
        }
        peer.reported = true;
        peer.in.clear();
        errors.onError(this, peer, Rc.LINK_FAILED, "the link was cut");
        return 1;
    }

    /** Returns whether the link to a rank is cut. */
    final boolean broken(int peer) {
        return endpoints[peer].broken;
    }

    void breakLink(int peer) {
        endpoints[peer].broken = true;
        rank.engine().wake();
    }

    @Override
    public boolean flushed() {
        return done.isEmpty()
                && copied.isEmpty()
                && Arrays.stream(endpoints).allMatch(peer -> peer.broken || peer.out.isEmpty());
    }

    @Override
    public void close() {
        rank.engine().unregister(this);
    }

    private boolean needsRegistration() {
        return attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION);
    }

    @Override
    public int handleSize() {
        return needsRegistration() ? Long.BYTES : 0;
    }

    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        return wire.refuses() ? null : wire.register(rank.rank(), address, length, access);
    }

    @Override
    public void deregister(Registration registration) {
        wire.deregister((FakeRegistration) registration);
    }

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return true;
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {
        if (needsRegistration()) {
            Memory.putLong(target, ((FakeRegistration) registration).key());
        }
    }

    @Override
    public long maxRdmaSize() {
        return wire.config().maxRdmaSize();
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
        FakeEndpoint peer = (FakeEndpoint) endpoint;
        int rc = start(peer, length);
        if (rc == Rc.OK) {
            check(
                    peer,
                    local,
                    localRegistration,
                    0,
                    remote,
                    handle,
                    Registration.REMOTE_WRITE,
                    length);
            Memory.copy(local, remote, length);
            copied.add(new Operation(peer, callback, length));
        }
        return rc;
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
        FakeEndpoint peer = (FakeEndpoint) endpoint;
        int rc = start(peer, length);
        if (rc == Rc.OK) {
            check(
                    peer,
                    local,
                    localRegistration,
                    Registration.LOCAL_WRITE,
                    remote,
                    handle,
                    Registration.REMOTE_READ,
                    length);
            Memory.copy(remote, local, length);
            copied.add(new Operation(peer, callback, length));
        }
        return rc;
    }

    private int start(FakeEndpoint peer, long length) {
        if (length > maxRdmaSize()) {
            throw new AssertionError("RDMA of " + length + " bytes at once");
        }
        if (peer.broken) {
            return Rc.LINK_FAILED;
        }
        return wire.refuses() || copied.size() >= BATCH ? Rc.NO_RESOURCE : Rc.OK;
    }

    private void check(
            FakeEndpoint peer,
            long local,
            Registration localRegistration,
            int localAccess,
            long remote,
            long handle,
            int remoteAccess,
            long length) {
        if (needsRegistration()) {
            long localKey = ((FakeRegistration) localRegistration).key();
            wire.check(rank.rank(), localKey, local, length, localAccess);
            wire.check(peer.peer().rank(), Memory.getLong(handle), remote, length, remoteAccess);
        }
    }
}
