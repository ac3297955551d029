package org.strata.btl.self;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;

import java.lang.foreign.Arena;

/**
 * The loopback: messages of a rank to itself. Tier 1.
 *
 * <p>All operations become fragments in one first-in first-out queue that {@link #progress()}
 * empties: so handlers and callbacks never run inside the call that caused them, a handler that
 * sends to its own rank again does not recurse, and a put completes before a later message arrives.
 * A message is copied once, into its fragment, and handled there.
 *
 * <p>Back-pressure comes from the pools: while all fragments of a kind are under way, calls return
 * NO_RESOURCE.
 */
final class SelfBtl implements RdmaBtl {
    private final BtlAttributes attributes;
    private final int self;
    private final ProgressEngine engine;
    private final ActiveMessages handlers;
    private final Arena arena = Arena.ofShared();
    private final SelfFragmentPool eager;
    private final SelfFragmentPool large;
    private final SelfFragmentPool copies;
    private SelfEndpoint endpoint;
    private SelfFragment head;
    private SelfFragment tail;
    private int queued;

    SelfBtl(SelfConfig config, int self, ProgressEngine engine, ActiveMessages handlers) {
        this.attributes = config.attributes();
        this.self = self;
        this.engine = engine;
        this.handlers = handlers;
        this.eager = new SelfFragmentPool(arena, attributes.eagerLimit(), config.freeListMax());
        this.large = new SelfFragmentPool(arena, attributes.maxSendSize(), config.freeListMax());
        this.copies = new SelfFragmentPool(arena, 0, config.freeListMax());
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    /** Registers for polling: a rank that never sends to itself pays nothing for this component. */
    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        if (peer.rank() != self) {
            refusal.append("reaches only the rank itself");
            return null;
        }
        if (endpoint == null) {
            endpoint = new SelfEndpoint(peer);
            engine.register(this);
        }
        return endpoint;
    }

    @Override
    public void removePeer(BtlEndpoint peer) {
        engine.unregister(this);
        endpoint = null;
    }

    @Override
    public int sendImmediate(
            BtlEndpoint peer,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        SelfFragment fragment = eager.acquire();
        if (fragment == null) {
            return Rc.NO_RESOURCE;
        }
        Memory.copy(header, fragment.address, headerLength);
        Memory.copyOut(base, offset, fragment.address + headerLength, length);
        return deliver(fragment, peer, tag, headerLength + length);
    }

    @Override
    public int sendShort(
            BtlEndpoint peer,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        SelfFragment fragment = eager.acquire();
        if (fragment == null) {
            return Rc.NO_RESOURCE;
        }
        Memory.putWords(fragment.address, header0, header1);
        Memory.copyOut(base, offset, fragment.address + SHORT_HEADER, length);
        return deliver(fragment, peer, tag, SHORT_HEADER + length);
    }

    private int deliver(SelfFragment fragment, BtlEndpoint peer, int tag, int length) {
        fragment.endpoint = peer;
        fragment.length = length;
        enqueue(fragment, SelfFragment.Kind.IMMEDIATE, tag);
        return Rc.OK;
    }

    @Override
    public Descriptor alloc(BtlEndpoint peer, int length) {
        SelfFragment fragment =
                length <= attributes.eagerLimit() ? eager.acquire() : large.acquire();
        if (fragment != null) {
            fragment.endpoint = peer;
            fragment.setLengths(0, length);
        }
        return fragment;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint peer, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        Descriptor fragment = alloc(peer, headerLength + payload);
        if (fragment != null) {
            buf.pack(position, fragment.address + headerLength, payload);
            fragment.setLengths(headerLength, payload);
        }
        return fragment;
    }

    @Override
    public int send(BtlEndpoint peer, Descriptor descriptor, int tag) {
        enqueue((SelfFragment) descriptor, SelfFragment.Kind.SEND, tag);
        return Rc.OK;
    }

    @Override
    public void free(Descriptor descriptor) {
        SelfFragment fragment = (SelfFragment) descriptor;
        fragment.pool.recycle(fragment);
    }

    private void enqueue(SelfFragment fragment, SelfFragment.Kind kind, int tag) {
        fragment.kind = kind;
        fragment.tag = tag;
        fragment.next = null;
        if (head == null) {
            head = fragment;
        } else {
            tail.next = fragment;
        }
        tail = fragment;
        queued++;
    }

    private SelfFragment dequeue() {
        SelfFragment fragment = head;
        head = fragment.next;
        fragment.next = null;
        queued--;
        return fragment;
    }

    /**
     * Executes what was queued before the call; what handlers queue meanwhile waits for the next.
     */
    @Override
    public int progress() {
        int events = queued;
        for (int i = 0; i < events; i++) {
            execute(dequeue());
        }
        return events;
    }

    private void execute(SelfFragment fragment) {
        switch (fragment.kind) {
            case IMMEDIATE -> {
                dispatch(fragment);
                free(fragment);
            }
            case SEND -> {
                dispatch(fragment);
                fragment.callback.onComplete(this, fragment, Rc.OK);
            }
            case COPY -> {
                Memory.copy(fragment.source, fragment.target, fragment.bytes);
                complete(fragment);
            }
        }
    }

    private void dispatch(SelfFragment fragment) {
        handlers.dispatch(this, fragment.endpoint, fragment.tag, fragment.address, fragment.length);
    }

    /** Releases the fragment first: the callback may start the next operation. */
    private void complete(SelfFragment fragment) {
        RdmaCallback callback = fragment.copied;
        free(fragment);
        callback.onComplete(fragment.endpoint, fragment.bytes, Rc.OK);
    }

    @Override
    public boolean flushed() {
        return queued == 0;
    }

    @Override
    public void close() {
        engine.unregister(this);
        arena.close();
    }

    @Override
    public int handleSize() {
        return 0;
    }

    /** Memory needs no registration here: the result only records what was asked for. */
    @Override
    public Registration register(
            BtlEndpoint peer, long address, long length, int access, Object owner) {
        return new SelfRegistration(address, length, access);
    }

    @Override
    public void deregister(Registration registration) {}

    @Override
    public boolean reachable(BtlEndpoint peer, long address, long length) {
        return true;
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {}

    @Override
    public long maxRdmaSize() {
        return attributes.pipelineFragmentSize();
    }

    @Override
    public int put(
            BtlEndpoint peer,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        return copy(peer, local, remote, length, callback);
    }

    @Override
    public int get(
            BtlEndpoint peer,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        return copy(peer, remote, local, length, callback);
    }

    private int copy(
            BtlEndpoint peer, long source, long target, long bytes, RdmaCallback callback) {
        SelfFragment fragment = copies.acquire();
        if (fragment == null) {
            return Rc.NO_RESOURCE;
        }
        fragment.endpoint = peer;
        fragment.source = source;
        fragment.target = target;
        fragment.bytes = bytes;
        fragment.copied = callback;
        enqueue(fragment, SelfFragment.Kind.COPY, 0);
        return Rc.OK;
    }
}
