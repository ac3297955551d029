package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A PML whose only reachable peer is this process. Standard sends up to {@link #EAGER} bytes are
 * copied and complete at once, longer ones when they are received; others are unreachable, which is
 * known at once. Completions happen when polled, so that "not complete yet" can be seen. Keeps
 * account of what it was given.
 */
final class LoopbackPml implements Pml, Progressable {
    static final int EAGER = 512;

    private final ProgressEngine engine;
    private final int worldRank;
    private final List<Message> unexpected = new ArrayList<>();
    private final List<Operation> posted = new ArrayList<>();
    private final List<Runnable> completions = new ArrayList<>();
    final Set<Long> comms = new HashSet<>();
    private final Map<Proc, Traffic> sent = new HashMap<>();
    private final Others others = new Others();
    private long attached = -1;

    /** The communicator of the last matched probe; tests receive its message at once. */
    private CommContext lastProbed;

    int live;
    int flushes;

    LoopbackPml(ProgressEngine engine, int worldRank) {
        this.engine = engine;
        this.worldRank = worldRank;
    }

    /** A send or a receive. */
    final class Operation extends PmlRequest {
        private final boolean send;
        private final int peer;
        private final int wantedTag;
        private final SendMode mode;
        private final CommContext context;

        Operation(boolean send, Buf data, int peer, int tag, SendMode mode, CommContext comm) {
            this.send = send;
            this.peer = peer;
            this.wantedTag = tag;
            this.mode = mode;
            this.context = comm;
            begin(data, comm);
            live++;
        }

        @Override
        public void cancel() {
            if (posted.remove(this)) {
                setEmpty();
                cancelled = true;
                finish();
            }
        }

        @Override
        protected void recycle() {
            live--;
        }

        private void complete(int rc) {
            error = rc;
            completions.add(this::finish);
        }

        private void completeNow(int rc) {
            error = rc;
            finish();
        }

        private boolean matches(Message message) {
            return context.identity() == message.context
                    && (peer == ANY_SOURCE || peer == message.source)
                    && (wantedTag == ANY_TAG || wantedTag == message.tag);
        }

        private void receive(Message message) {
            source = message.source;
            tag = message.tag;
            bytes = Math.min(message.bytes(), buf.size());
            byte[] packed = message.bytes == null ? packed(message.sender) : message.bytes;
            byte[] part = Arrays.copyOf(packed, (int) bytes);
            try (var arena = Arena.ofConfined()) {
                long scratch = Memory.allocate(arena, part.length + 1, 8);
                Memory.copyOut(part, 0, scratch, part.length);
                buf.unpack(scratch, 0, part.length);
            }
            messageBytes = message.bytes();
            complete(message.bytes() > bytes ? Rc.TRUNCATED : Rc.OK);
            if (message.sender != null) {
                message.sender.complete(Rc.OK);
            }
        }
    }

    private static byte[] packed(Operation op) {
        byte[] bytes = new byte[(int) op.buf.size()];
        try (var arena = Arena.ofConfined()) {
            long scratch = Memory.allocate(arena, bytes.length + 1, 8);
            op.buf.pack(0, scratch, bytes.length);
            Memory.copyIn(scratch, bytes, 0, bytes.length);
        }
        return bytes;
    }

    /** A message that waits to be received: a copy, or the sender that waits with it. */
    private static final class Message implements PmlMessage {
        private final long context;
        private final int source;
        private final int tag;
        private final byte[] bytes;
        private final Operation sender;

        Message(long context, int source, int tag, byte[] bytes, Operation sender) {
            this.context = context;
            this.source = source;
            this.tag = tag;
            this.bytes = bytes;
            this.sender = sender;
        }

        long bytes() {
            return bytes != null ? bytes.length : sender.buf.size();
        }
    }

    /**
     * What the other members of a communicator do when some of them make another one: they name it.
     */
    private final class Others {
        private long next = 1L << 48;

        private boolean names(Operation op) {
            boolean creation =
                    op.wantedTag == ReservedTags.CREATIONS.tag(0)
                            || op.wantedTag <= ReservedTags.GROUPS.tag(0);
            return creation && op.context.peer(op.peer).rank() != worldRank;
        }

        private void take(Operation op) {
            if (!op.send) {
                try (var arena = Arena.ofConfined()) {
                    long name = Memory.allocate(arena, Long.BYTES, Long.BYTES);
                    Memory.putLong(name, next++);
                    op.buf.unpack(name, 0, Long.BYTES);
                }
            }
            op.completeNow(Rc.OK);
        }
    }

    @Override
    public int progress() {
        List<Runnable> now = List.copyOf(completions);
        completions.clear();
        now.forEach(Runnable::run);
        return now.size();
    }

    private Operation begin(Operation op) {
        if (others.names(op)) {
            others.take(op);
        } else if (!op.send) {
            receive(op);
        } else if (op.context.peer(op.peer).rank() != worldRank) {
            op.completeNow(Rc.UNREACHABLE);
        } else {
            send(op);
        }
        return op;
    }

    private void send(Operation op) {
        long bytes = op.buf.size();
        if (op.mode == SendMode.BUFFERED && bytes + MPI.BSEND_OVERHEAD > attached) {
            op.completeNow(Rc.NO_BUFFER_SPACE);
            return;
        }
        boolean copies = op.mode == SendMode.BUFFERED || bytes <= EAGER;
        copies &= op.mode != SendMode.SYNCHRONOUS;
        byte[] copy = copies ? packed(op) : null;
        Operation sender = copies ? null : op;
        int rank = op.context.rank();
        Message message = new Message(op.context.identity(), rank, op.wantedTag, copy, sender);
        if (copies) {
            op.completeNow(Rc.OK);
        }
        for (Iterator<Operation> all = posted.iterator(); all.hasNext(); ) {
            Operation receive = all.next();
            if (receive.matches(message)) {
                all.remove();
                receive.receive(message);
                return;
            }
        }
        unexpected.add(message);
    }

    private void receive(Operation op) {
        Message message = find(op.peer, op.wantedTag, op.context);
        if (message != null) {
            unexpected.remove(message);
            op.receive(message);
        } else {
            posted.add(op);
        }
    }

    private Message find(int source, int tag, CommContext comm) {
        for (Message message : unexpected) {
            boolean anyTag = tag == ANY_TAG && message.tag >= 0;
            if (comm.identity() == message.context
                    && (source == ANY_SOURCE || source == message.source)
                    && (anyTag || tag == message.tag)) {
                return message;
            }
        }
        return null;
    }

    @Override
    public void open() {}

    @Override
    public void addComm(CommContext comm) {
        comms.add(comm.identity());
    }

    @Override
    public void removeComm(CommContext comm) {
        comms.remove(comm.identity());
    }

    @Override
    public int maxTag() {
        return 1_000_000;
    }

    private int run(Operation op, PmlStatus status) {
        begin(op);
        engine.waitFor(op);
        if (status != null) {
            status.copyFrom(op);
        }
        int rc = op.error;
        op.release();
        return rc;
    }

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        return run(new Operation(true, buf, destination, tag, mode, comm), null);
    }

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        return run(new Operation(false, buf, source, tag, null, comm), status);
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        long bytes = buf.size();
        sent.merge(comm.peer(destination), new Traffic(1, bytes, 0, 0), Traffic::plus);
        return begin(new Operation(true, buf, destination, tag, mode, comm));
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        return begin(new Operation(false, buf, source, tag, null, comm));
    }

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        Message message = find(source, tag, comm);
        if (message == null) {
            return false;
        }
        status.setEmpty();
        status.source = message.source;
        status.tag = message.tag;
        status.bytes = message.bytes();
        return true;
    }

    @Override
    public boolean unmatched(int source, CommContext comm) {
        return find(source, ANY_TAG, comm) != null;
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        engine.waitFor(() -> iprobe(source, tag, comm, status));
        return Rc.OK;
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        Message message = iprobe(source, tag, comm, status) ? find(source, tag, comm) : null;
        unexpected.remove(message);
        lastProbed = comm;
        return message;
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        probe(source, tag, comm, status);
        return improbe(source, tag, comm, status);
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        Operation op = new Operation(false, buf, ANY_SOURCE, ANY_TAG, null, lastProbed);
        op.receive((Message) message);
        return op;
    }

    @Override
    public int attachBuffer(long bytes) {
        attached = bytes;
        return Rc.OK;
    }

    @Override
    public int detachBuffer() {
        attached = -1;
        return Rc.OK;
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        flushes++;
        return true;
    }

    @Override
    public void traffic(TrafficVisitor visitor) {
        sent.forEach((peer, traffic) -> visitor.visit(null, peer, traffic));
    }

    @Override
    public void close() {
        flush(() -> false);
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        return "no BTL reaches " + comm.peer(peerRank);
    }
}
