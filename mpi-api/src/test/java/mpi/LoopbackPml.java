package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A PML whose only reachable peer is this process. Standard sends up to {@link #EAGER} bytes are
 * copied and complete at once, longer ones when they are received; others are unreachable, which is
 * known at once. Completions happen when polled, so that "not complete yet" can be seen. Keeps
 * account of what it was given.
 */
final class LoopbackPml implements Pml, Progressable {
    static final int EAGER = 64;

    private final ProgressEngine engine;
    private final int worldRank;
    private final List<Message> unexpected = new ArrayList<>();
    private final List<Operation> posted = new ArrayList<>();
    private final List<Runnable> completions = new ArrayList<>();
    final Set<Integer> comms = new HashSet<>();
    private long attached = -1;
    int live;
    int flushes;

    LoopbackPml(ProgressEngine engine, int worldRank) {
        this.engine = engine;
        this.worldRank = worldRank;
    }

    /** A send or a receive. */
    final class Operation extends PmlRequest {
        private final boolean send;
        private final Object base;
        private final long offset;
        private final long count;
        private final DataLayout layout;
        private final int peer;
        private final int wantedTag;
        private final SendMode mode;
        private final CommContext comm;
        private final boolean persistent;
        private boolean done;
        private boolean released;

        Operation(
                boolean send,
                Object base,
                long offset,
                long count,
                DataLayout layout,
                int peer,
                int tag,
                SendMode mode,
                CommContext comm,
                boolean persistent) {
            this.send = send;
            this.base = base;
            this.offset = offset;
            this.count = count;
            this.layout = layout;
            this.peer = peer;
            this.wantedTag = tag;
            this.mode = mode;
            this.comm = comm;
            this.persistent = persistent;
            this.done = persistent;
            setEmpty();
            live++;
        }

        @Override
        public boolean isDone() {
            return done;
        }

        @Override
        public void cancel() {
            if (posted.remove(this)) {
                setEmpty();
                cancelled = true;
                error = Rc.CANCELLED;
                done = true;
            }
        }

        @Override
        public void release() {
            if (released) {
                throw new IllegalStateException("released twice");
            }
            released = true;
            live--;
        }

        private void finish(int rc) {
            error = rc;
            completions.add(() -> done = true);
        }

        private boolean matches(Message message) {
            return comm.id() == message.context
                    && (peer == ANY_SOURCE || peer == message.source)
                    && (wantedTag == ANY_TAG || wantedTag == message.tag);
        }

        private void take(Message message) {
            source = message.source;
            tag = message.tag;
            bytes = Math.min(message.bytes(), count * layout.size());
            byte[] packed = message.bytes == null ? packed(message.sender) : message.bytes;
            byte[] part = Arrays.copyOf(packed, (int) bytes);
            try (var arena = Arena.ofConfined()) {
                long scratch = Memory.allocate(arena, part.length + 1, 8);
                Memory.copyOut(part, 0, scratch, part.length);
                layout.unpack(scratch, base, offset, 0, part.length);
            }
            finish(message.bytes() > bytes ? Rc.TRUNCATED : Rc.OK);
            if (message.sender != null) {
                message.sender.finish(Rc.OK);
            }
        }
    }

    private static byte[] packed(Operation op) {
        byte[] bytes = new byte[(int) (op.count * op.layout.size())];
        try (var arena = Arena.ofConfined()) {
            long scratch = Memory.allocate(arena, bytes.length + 1, 8);
            op.layout.pack(op.base, op.offset, 0, scratch, bytes.length);
            Memory.copyIn(scratch, bytes, 0, bytes.length);
        }
        return bytes;
    }

    /** A message that waits to be received: a copy, or the sender that waits with it. */
    private static final class Message implements PmlMessage {
        private final int context;
        private final int source;
        private final int tag;
        private final byte[] bytes;
        private final Operation sender;

        Message(int context, int source, int tag, byte[] bytes, Operation sender) {
            this.context = context;
            this.source = source;
            this.tag = tag;
            this.bytes = bytes;
            this.sender = sender;
        }

        long bytes() {
            return bytes != null ? bytes.length : sender.count * sender.layout.size();
        }
    }

    @Override
    public int progress() {
        List<Runnable> now = List.copyOf(completions);
        completions.clear();
        now.forEach(Runnable::run);
        return now.size();
    }

    private void begin(Operation op) {
        op.setEmpty();
        op.done = false;
        if (!op.send) {
            receive(op);
        } else if (op.comm.peer(op.peer).rank() != worldRank) {
            op.error = Rc.UNREACHABLE;
            op.done = true;
        } else {
            send(op);
        }
    }

    private void send(Operation op) {
        long bytes = op.count * op.layout.size();
        if (op.mode == SendMode.BUFFERED && bytes + MPI.BSEND_OVERHEAD > attached) {
            op.error = Rc.NO_BUFFER_SPACE;
            op.done = true;
            return;
        }
        boolean copies = op.mode == SendMode.BUFFERED || bytes <= EAGER;
        copies &= op.mode != SendMode.SYNCHRONOUS;
        byte[] copy = copies ? packed(op) : null;
        Operation sender = copies ? null : op;
        op.done = copies;
        Message message = new Message(op.comm.id(), op.comm.rank(), op.wantedTag, copy, sender);
        for (Iterator<Operation> all = posted.iterator(); all.hasNext(); ) {
            Operation receive = all.next();
            if (receive.matches(message)) {
                all.remove();
                receive.take(message);
                return;
            }
        }
        unexpected.add(message);
    }

    private void receive(Operation op) {
        Message message = find(op.peer, op.wantedTag, op.comm);
        if (message != null) {
            unexpected.remove(message);
            op.take(message);
        } else {
            posted.add(op);
        }
    }

    private Message find(int source, int tag, CommContext comm) {
        Operation wanted = new Operation(false, null, 0, 0, null, source, tag, null, comm, true);
        live--;
        return unexpected.stream().filter(wanted::matches).findFirst().orElse(null);
    }

    @Override
    public void open() {}

    @Override
    public void addComm(CommContext comm) {
        comms.add(comm.id());
    }

    @Override
    public void removeComm(CommContext comm) {
        comms.remove(comm.id());
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
        op.release();
        return op.error;
    }

    @Override
    public int send(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        return run(op(true, base, offset, count, layout, destination, tag, mode, comm), null);
    }

    @Override
    public int receive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm,
            PmlStatus status) {
        return run(op(false, base, offset, count, layout, source, tag, null, comm), status);
    }

    private Operation op(
            boolean send,
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int peer,
            int tag,
            SendMode mode,
            CommContext comm) {
        return new Operation(send, base, offset, count, layout, peer, tag, mode, comm, false);
    }

    @Override
    public PmlRequest isend(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        Operation op = op(true, base, offset, count, layout, destination, tag, mode, comm);
        begin(op);
        return op;
    }

    @Override
    public PmlRequest ireceive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm) {
        Operation op = op(false, base, offset, count, layout, source, tag, null, comm);
        begin(op);
        return op;
    }

    @Override
    public PmlRequest sendInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm) {
        return new Operation(true, base, offset, count, layout, destination, tag, mode, comm, true);
    }

    @Override
    public PmlRequest receiveInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm) {
        return new Operation(false, base, offset, count, layout, source, tag, null, comm, true);
    }

    @Override
    public int start(PmlRequest persistent) {
        Operation op = (Operation) persistent;
        if (!op.persistent) {
            return Rc.BAD_ARGUMENT;
        }
        begin(op);
        return Rc.OK;
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
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        engine.waitFor(() -> iprobe(source, tag, comm, status));
        return Rc.OK;
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        Message message = iprobe(source, tag, comm, status) ? find(source, tag, comm) : null;
        unexpected.remove(message);
        return message;
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        probe(source, tag, comm, status);
        return improbe(source, tag, comm, status);
    }

    @Override
    public PmlRequest imrecv(
            Object base, long offset, long count, DataLayout layout, PmlMessage message) {
        Operation op = op(false, base, offset, count, layout, ANY_SOURCE, ANY_TAG, null, null);
        op.take((Message) message);
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
    public void close() {
        flush(() -> false);
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        return "no BTL reaches " + comm.peer(peerRank);
    }
}
