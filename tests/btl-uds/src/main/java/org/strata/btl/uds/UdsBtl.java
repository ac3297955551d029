package org.strata.btl.uds;

import org.strata.mca.base.PeerCards;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Progressable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.concurrent.TimeoutException;

/**
 * The link to the other processes of this host. Everything is copied: into the endpoint's buffer,
 * and by the kernel. Tier 1.
 */
final class UdsBtl implements Btl {
    /** Low-priority polls between two looks for new connections. */
    private static final int ACCEPT_INTERVAL = 512;

    private final BtlAttributes attributes;
    private final UdsComponent.Rank rank;
    private final BtlErrorHandler errors;
    private final UdsListener listener;
    private final UdsDescriptorPool descriptors;
    private final Progressable accepting = this::accept;
    private final IdentityHashMap<Proc, UdsEndpoint> byPeer = new IdentityHashMap<>();
    private final IdentityHashMap<Proc, Path> paths = new IdentityHashMap<>();
    private final Queue<Failure> failures = new ArrayDeque<>();
    private UdsEndpoint[] endpoints = {};
    private Incoming[] incoming = {};
    private int untilAccept;
    private boolean selectDue;

    private record Failure(UdsEndpoint endpoint, String reason) {}

    UdsBtl(UdsConfig config, UdsComponent.Rank rank, BtlErrorHandler errors, UdsListener listener)
            throws IOException {
        this.attributes = config.attributes();
        this.rank = rank;
        this.errors = errors;
        this.listener = listener;
        this.descriptors = new UdsDescriptorPool(attributes.maxSendSize(), config.freeList());
        listener.watch(rank.sleeper().selector());
        rank.engine().registerLowPriority(accepting);
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    // ---- peers

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        if (!peer.local()) {
            refusal.append("different host");
            return null;
        }
        if (peer.rank() == rank.environment().rank()) {
            refusal.append("reaches only other processes, not the rank itself");
            return null;
        }
        try {
            byte[] path = PeerCards.fetch(rank.oob(), peer.rank(), UdsComponent.KEY);
            paths.put(peer, Path.of(new String(path, StandardCharsets.UTF_8)));
            return endpoint(peer);
        } catch (TimeoutException e) {
            refusal.append("it has published no socket: has it got btl uds?");
            return null;
        }
    }

    /** Returns the endpoint of a peer, which may have sent before this rank has added it. */
    private UdsEndpoint endpoint(Proc peer) {
        UdsEndpoint known = byPeer.get(peer);
        if (known != null) {
            return known;
        }
        UdsEndpoint made = new UdsEndpoint(this, peer, attributes.maxSendSize());
        byPeer.put(peer, made);
        endpoints = Arrays.copyOf(endpoints, endpoints.length + 1);
        endpoints[endpoints.length - 1] = made;
        rank.engine().register(this);
        return made;
    }

    /** Returns where a peer listens. */
    Path path(Proc peer) throws IOException {
        Path path = paths.get(peer);
        if (path == null) {
            StringBuilder refusal = new StringBuilder();
            addPeer(peer, refusal);
            path = paths.get(peer);
            if (path == null) {
                throw new IOException(refusal.toString());
            }
        }
        return path;
    }

    @Override
    public void removePeer(BtlEndpoint endpoint) {
        ((UdsEndpoint) endpoint).remove();
    }

    /** Returns the first message over a connection of this rank's. */
    byte[] hello() {
        byte[] secret = rank.environment().secret();
        return ByteBuffer.allocate(Integer.BYTES + secret.length)
                .putInt(rank.environment().rank())
                .put(secret)
                .array();
    }

    /**
     * Returns the sender of a first message, or null when it does not belong to the job. It may be
     * of another world than this rank.
     */
    UdsEndpoint admit(byte[] hello) {
        ProcessEnvironment environment = rank.environment();
        if (hello.length < Integer.BYTES) {
            return null;
        }
        byte[] secret = Arrays.copyOfRange(hello, Integer.BYTES, hello.length);
        int sender = ByteBuffer.wrap(hello).getInt();
        Proc peer =
                MessageDigest.isEqual(secret, environment.secret())
                        ? environment.known(sender)
                        : null;
        return peer == null ? null : endpoint(peer);
    }

    /** Has a connection end this rank's sleep when asked to by its interest. */
    SelectionKey watch(SocketChannel channel) throws IOException {
        return channel.register(rank.sleeper().selector(), 0);
    }

    /** Reports a failure to the upper layer, from progress. */
    void onFailed(UdsEndpoint endpoint, String reason) {
        failures.add(new Failure(endpoint, reason));
    }

    // ---- sending

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        return ((UdsEndpoint) endpoint)
                .sendImmediate(tag, header, headerLength, base, offset, length);
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
        return ((UdsEndpoint) endpoint).sendShort(tag, header0, header1, base, offset, length);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        UdsDescriptor descriptor = descriptors.acquire();
        if (descriptor != null) {
            descriptor.reset(endpoint, 0, length);
        }
        return descriptor;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        UdsDescriptor descriptor = descriptors.acquire();
        if (descriptor != null) {
            int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
            descriptor.reset(endpoint, headerLength, payload);
            buf.pack(position, descriptor.address + headerLength, payload);
        }
        return descriptor;
    }

    /** Copies the message; the descriptor completes within the call. */
    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        int rc =
                ((UdsEndpoint) endpoint)
                        .sendImmediate(tag, descriptor.address, descriptor.length, null, 0, 0);
        if (rc == Rc.OK) {
            descriptor.callback.onComplete(this, descriptor, Rc.OK);
        }
        return rc;
    }

    @Override
    public void free(Descriptor descriptor) {
        descriptors.release((UdsDescriptor) descriptor);
    }

    // ---- progress

    /** Looks for new connections now and then, since accept allocates, and before every sleep. */
    private int accept() {
        if (--untilAccept > 0 && !rank.engine().fallingAsleep()) {
            return 0;
        }
        untilAccept = ACCEPT_INTERVAL;
        int count = 0;
        try {
            for (SocketChannel one = listener.accept(); one != null; one = listener.accept()) {
                Incoming made = new Incoming(this, one, attributes.maxSendSize());
                made.watch(rank.sleeper().selector());
                incoming = Arrays.copyOf(incoming, incoming.length + 1);
                incoming[incoming.length - 1] = made;
                count++;
            }
        } catch (IOException e) {
            // Out of file descriptors, say: the peer's connection stays in the backlog.
            return count;
        }
        if (count > 0) {
            rank.engine().register(this);
        }
        return count;
    }

    @Override
    public int progress() {
        int events = 0;
        boolean gone = false;
        for (Incoming one : incoming) {
            events += one.poll();
            gone |= one.isClosed();
        }
        for (UdsEndpoint endpoint : endpoints) {
            events += Math.abs(endpoint.poll());
        }
        if (gone) {
            incoming =
                    Arrays.stream(incoming).filter(one -> !one.isClosed()).toArray(Incoming[]::new);
        }
        if (selectDue) {
            select();
        }
        return failures.isEmpty() ? events : events + report();
    }

    private int report() {
        int count = 0;
        for (Failure one = failures.poll(); one != null; one = failures.poll()) {
            errors.onError(this, one.endpoint(), Rc.LINK_FAILED, one.reason());
            count++;
        }
        return count;
    }

    /** Passes a message to the upper layer. */
    void dispatch(UdsEndpoint from, int tag, long address, int length) {
        rank.handlers().dispatch(this, from, tag, address, length);
    }

    // ---- closing

    @Override
    public boolean flushed() {
        for (UdsEndpoint endpoint : endpoints) {
            if (!endpoint.flushed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        rank.engine().unregister(this);
        rank.engine().unregister(accepting);
        Arrays.stream(endpoints).forEach(UdsEndpoint::close);
        Arrays.stream(incoming).forEach(Incoming::close);
        listener.close();
        descriptors.close();
        select();
    }

    /** Closes a channel; its file descriptor is closed by the next select only. */
    void close(Channel channel) {
        selectDue = true;
        try {
            channel.close();
        } catch (IOException e) {
            return;
        }
    }

    private void select() {
        selectDue = false;
        try {
            rank.sleeper().selector().selectNow();
        } catch (IOException e) {
            return;
        }
    }
}
