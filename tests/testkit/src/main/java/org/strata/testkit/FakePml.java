package org.strata.testkit;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The Pml of one rank of a {@link FakeJob}: matching in plain lists under one lock for the whole
 * job. Short messages are copied when they are sent; longer ones are read from the sender's buffer
 * when the receive matches, so that a sender that changes its buffer too early is found out, and
 * one that waits for a receive that never comes hangs.
 */
public final class FakePml implements Pml {
    private final FakeJob job;
    private final FakeRank rank;
    private final long eagerLimit;
    private final List<FakePml> all;
    private final List<FakeRequest> posted = new ArrayList<>();
    private final List<FakePmlMessage> unexpected = new ArrayList<>();
    private long attached = -1;
    private int sent;

    private FakePml(FakeRank rank, long eagerLimit, List<FakePml> all) {
        this.job = rank.job();
        this.rank = rank;
        this.eagerLimit = eagerLimit;
        this.all = all;
    }

    /**
     * Makes the Pml of every rank.
     *
     * @param eagerLimit longest message, in bytes, that is copied when it is sent
     */
    public static List<FakePml> of(FakeJob job, long eagerLimit) {
        List<FakePml> all = new ArrayList<>();
        for (FakeRank rank : job.ranks()) {
            all.add(new FakePml(rank, eagerLimit, all));
        }
        return all;
    }

    /** Returns a communicator over all ranks of the job, as this rank sees it. */
    public CommContext world(long identity) {
        Proc[] peers = rank.procs().toArray(new Proc[0]);
        return new CommContext(identity, rank.rank(), peers, rank.rank());
    }

    /** Returns how many messages and receives wait for each other here. */
    public int unmatched() {
        synchronized (job) {
            return posted.size() + unexpected.size();
        }
    }

    /** Returns how many messages this rank has sent. */
    public int sent() {
        synchronized (job) {
            return sent;
        }
    }

    void wake() {
        rank.engine().wake();
    }

    @Override
    public void open() {}

    @Override
    public void addComm(CommContext comm) {}

    @Override
    public void removeComm(CommContext comm) {}

    @Override
    public int maxTag() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        PmlRequest request = isend(buf, destination, tag, mode, comm);
        rank.engine().waitFor(request);
        return request.error;
    }

    @Override
    public int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status) {
        PmlRequest request = ireceive(buf, source, tag, comm);
        rank.engine().waitFor(request);
        if (status != null) {
            status.copyFrom(request);
        }
        return request.error;
    }

    @Override
    public PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm) {
        FakeRequest request = new FakeRequest(this, buf);
        FakePml target = all.get(comm.peer(destination).rank());
        synchronized (job) {
            FakePmlMessage message = new FakePmlMessage(request, comm.identity(), comm.rank(), tag);
            boolean buffered = mode == SendMode.BUFFERED;
            if (buffered || (mode != SendMode.SYNCHRONOUS && request.bytes <= eagerLimit)) {
                message.copy();
            }
            sent++;
            target.arrive(message);
        }
        return request;
    }

    private void arrive(FakePmlMessage message) {
        for (FakeRequest receive : posted) {
            if (message.matches(receive.source, receive.tag, receive.identity)) {
                posted.remove(receive);
                message.deliver(receive);
                return;
            }
        }
        unexpected.add(message);
        wake();
    }

    @Override
    public PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm) {
        FakeRequest request = new FakeRequest(this, buf);
        request.source = source;
        request.tag = tag;
        request.identity = comm.identity();
        synchronized (job) {
            FakePmlMessage message = find(source, tag, comm);
            if (message == null) {
                posted.add(request);
            } else {
                unexpected.remove(message);
                message.deliver(request);
            }
        }
        return request;
    }

    private FakePmlMessage find(int source, int tag, CommContext comm) {
        for (FakePmlMessage message : unexpected) {
            if (message.matches(source, tag, comm.identity())) {
                return message;
            }
        }
        return null;
    }

    boolean withdraw(FakeRequest request) {
        synchronized (job) {
            return posted.remove(request);
        }
    }

    @Override
    public boolean iprobe(int source, int tag, CommContext comm, PmlStatus status) {
        synchronized (job) {
            FakePmlMessage message = find(source, tag, comm);
            if (message != null) {
                message.describe(status);
            }
            return message != null;
        }
    }

    @Override
    public boolean unmatched(int source, CommContext comm) {
        synchronized (job) {
            return find(source, ANY_TAG, comm) != null;
        }
    }

    @Override
    public int probe(int source, int tag, CommContext comm, PmlStatus status) {
        rank.engine().waitFor(() -> iprobe(source, tag, comm, status));
        return Rc.OK;
    }

    @Override
    public PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status) {
        synchronized (job) {
            FakePmlMessage message = find(source, tag, comm);
            if (message != null) {
                unexpected.remove(message);
                message.describe(status);
            }
            return message;
        }
    }

    @Override
    public PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status) {
        probe(source, tag, comm, status);
        return improbe(source, tag, comm, status);
    }

    @Override
    public PmlRequest imrecv(Buf buf, PmlMessage message) {
        FakeRequest request = new FakeRequest(this, buf);
        synchronized (job) {
            ((FakePmlMessage) message).deliver(request);
        }
        return request;
    }

    @Override
    public int attachBuffer(long bytes) {
        if (attached >= 0) {
            return Rc.BAD_ARGUMENT;
        }
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
        return true;
    }

    @Override
    public void traffic(TrafficVisitor visitor) {}

    @Override
    public void close() {}

    @Override
    public String explain(int peerRank, CommContext comm, int rc) {
        return Rc.name(rc) + " from " + comm.peer(peerRank);
    }
}
