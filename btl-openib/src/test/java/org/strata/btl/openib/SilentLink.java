package org.strata.btl.openib;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

import java.util.List;

/** A link that keeps what is said over it, and does nothing else. */
record SilentLink(List<ConnectionMessage> said) implements Link {
    @Override
    public void say(Proc peer, ConnectionMessage message) {
        said.add(message);
    }

    @Override
    public void schedule(Agenda.Entry peer) {}

    @Override
    public void activate() {}

    @Override
    public OpenibDescriptor acquire(int bytes) {
        throw new AssertionError();
    }

    @Override
    public OpenibDescriptor acquireControl() {
        throw new AssertionError();
    }

    @Override
    public void completed(OpenibDescriptor message, int rc) {
        throw new AssertionError();
    }

    @Override
    public void completed(RdmaOperation operation, int rc) {
        throw new AssertionError();
    }

    @Override
    public void dispatch(BtlEndpoint from, int tag, long address, int length) {
        throw new AssertionError();
    }

    @Override
    public Channel openChannel(ChannelEvents events, int queue, ChannelPairs borrowed) {
        throw new AssertionError();
    }

    @Override
    public void lost(BtlEndpoint peer, String reason) {
        throw new AssertionError();
    }

    @Override
    public boolean pollAside() {
        throw new AssertionError();
    }

    @Override
    public boolean isClosed() {
        return false;
    }
}
