package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;

/**
 * The PML that the API has with {@code mpi_check}: it checks the program's messages and hands them
 * on to the chosen one; the library's own, whose tags are negative, and those of the collectives
 * pass unchecked. The API's short ways end here without effect ({@link Pml#sendShort}), so that
 * every message comes with its {@link Buf}, by which its datatype and the program's buffer are
 * known. Tier 3: it is there for development only.
 */
final class CheckingPml implements Pml {
    private final Pml next;
    private final CopyPool pool = new CopyPool();

    /** Operations under way that the program has freed. */
    private final Queue<CheckedRequest> orphans = new ArrayDeque<>();

    private final Map<CommContext, Boolean> headed = new WeakHashMap<>();

    CheckingPml(Pml next) {
        this.next = next;
    }

    /** A message of a matched probe, with the communicator that says whether it has a head. */
    private record Probed(PmlMessage message, CommContext comm) implements PmlMessage {}

    /**
     * Returns whether messages have heads: those between processes of one job, all of which have
     * the same parameters.
     */
    private boolean hasHeads(CommContext comm) {
        return !comm.isInter() && headed.computeIfAbsent(comm, CheckingPml::isOfOneJob);
    }

    private static boolean isOfOneJob(CommContext comm) {
        for (int rank = 0; rank < comm.size(); rank++) {
            if (!comm.peer(rank).isOfJobOf(comm.peer(0))) {
                return false;
            }
        }
        return true;
    }

    private int head(CommContext comm) {
        return hasHeads(comm) ? CheckedMessage.HEAD : 0;
    }

    private static boolean isOfLibrary(int tag) {
        return tag < Pml.ANY_TAG;
    }

    private void settleOrphans() {
        orphans.removeIf(CheckedRequest::isDone);
    }

    private CheckedMessage packed(Buf data, CommContext comm) {
        settleOrphans();
        CheckedMessage message = new CheckedMessage(pool, data, hasHeads(comm));
        message.pack(ProgramLine.current());
        return message;
    }

    private CheckedMessage awaited(Buf data, CommContext comm) {
        settleOrphans();
        return new CheckedMessage(pool, data, hasHeads(comm));
    }

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        if (isOfLibrary(tag)) {
            return next.send(buf, destination, tag, mode, comm);
        }
        String misfit = ElementKinds.misfit(buf);
        if (misfit != null) {
            return Finding.of(Rc.TYPE_MISMATCH, misfit);
        }
        CheckedMessage message = packed(buf, comm);
        int rc = next.send(message.copy(), destination, tag, mode, comm);
        message.release();
        return rc;
    }

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        if (isOfLibrary(tag)) {
            return next.receive(buf, source, tag, comm, status);
        }
        String misfit = ElementKinds.misfit(buf);
        PmlStatus found = status == null ? new PmlStatus() : status;
        found.setEmpty();
        if (misfit != null) {
            return Finding.of(Rc.TYPE_MISMATCH, misfit);
        }
        CheckedMessage message = awaited(buf, comm);
        int rc = next.receive(message.copy(), source, tag, comm, found);
        String wrong = message.deliver(found);
        message.release();
        if (wrong != null) {
            found.error = Rc.TYPE_MISMATCH;
            String what = Origin.of(found.source, found.tag) + ": " + wrong;
            return Finding.of(Rc.TYPE_MISMATCH, what);
        }
        return rc;
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        if (isOfLibrary(tag)) {
            return next.isend(buf, destination, tag, mode, comm);
        }
        String misfit = ElementKinds.misfit(buf);
        if (misfit != null) {
            return CheckedRequest.refused(Finding.of(Rc.TYPE_MISMATCH, misfit), misfit);
        }
        CheckedMessage message = packed(buf, comm);
        PmlRequest inner = next.isend(message.copy(), destination, tag, mode, comm);
        int rc = Refusal.of(inner);
        if (rc != Rc.OK) {
            message.release();
            return inner;
        }
        return new CheckedSend(inner, message, orphans);
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        if (isOfLibrary(tag)) {
            return next.ireceive(buf, source, tag, comm);
        }
        String misfit = ElementKinds.misfit(buf);
        if (misfit != null) {
            return CheckedRequest.refused(Rc.TYPE_MISMATCH, misfit);
        }
        CheckedMessage message = awaited(buf, comm);
        PmlRequest inner = next.ireceive(message.copy(), source, tag, comm);
        return new CheckedReceive(inner, message, orphans);
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        Probed probed = (Probed) message;
        String misfit = ElementKinds.misfit(buf);
        if (misfit != null) {
            return CheckedRequest.refused(Rc.TYPE_MISMATCH, misfit);
        }
        CheckedMessage into = awaited(buf, probed.comm());
        PmlRequest inner = next.imrecv(into.copy(), probed.message());
        return new CheckedReceive(inner, into, orphans);
    }

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        boolean there = next.iprobe(source, tag, comm, status);
        if (there) {
            CheckedMessage.withoutHead(status, head(comm));
        }
        return there;
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        int rc = next.probe(source, tag, comm, status);
        CheckedMessage.withoutHead(status, head(comm));
        return rc;
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        return probed(next.improbe(source, tag, comm, status), comm, status);
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        return probed(next.mprobe(source, tag, comm, status), comm, status);
    }

    private PmlMessage probed(PmlMessage message, CommContext comm, PmlStatus status) {
        if (message == null) {
            return null;
        }
        CheckedMessage.withoutHead(status, head(comm));
        return new Probed(message, comm);
    }

    @Override
    public boolean flush(BooleanSupplier hopeless) {
        settleOrphans();
        return next.flush(hopeless);
    }

    @Override
    public void removeComm(CommContext comm) {
        headed.remove(comm);
        next.removeComm(comm);
    }

    // ---- Nothing to check.

    @Override
    public void open() {
        next.open();
    }

    @Override
    public void addComm(CommContext comm) {
        next.addComm(comm);
    }

    @Override
    public int maxTag() {
        return next.maxTag();
    }

    @Override
    public boolean unmatched(int source, CommContext comm) {
        return next.unmatched(source, comm);
    }

    @Override
    public int attachBuffer(long bytes) {
        return next.attachBuffer(bytes);
    }

    @Override
    public int detachBuffer() {
        return next.detachBuffer();
    }

    @Override
    public void traffic(TrafficVisitor visitor) {
        next.traffic(visitor);
    }

    @Override
    public void countQueued(CommContext comm, long[] unexpected, long[] posted) {
        next.countQueued(comm, unexpected, posted);
    }

    @Override
    public void close() {
        next.close();
    }

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        return next.explain(peerRank, comm, rc);
    }
}
