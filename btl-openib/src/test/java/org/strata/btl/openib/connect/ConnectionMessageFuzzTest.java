package org.strata.btl.openib.connect;

import org.strata.btl.openib.connect.ConnectionMessage.Type;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What the ends of a connection send each other out of band. */
class ConnectionMessageFuzzTest extends FuzzContract {
    private static ConnectionMessage message(Type type, QueueOffer... queues) {
        PortAddress address = new PortAddress(3, 4, 5, 1024);
        return new ConnectionMessage(
                type, 0, 1, 7, 8, 9, false, false, address, List.of(queues), "text");
    }

    @Override
    protected List<byte[]> valid() {
        QueueOffer queue = new QueueOffer(1, 2, 3, 4, 5, 6, 7);
        return List.of(
                message(Type.REQUEST, queue, queue).encode(),
                message(Type.REJECT).ofLane(-3).encode());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        ConnectionMessage read = ConnectionMessage.decode(input);
        if (!ConnectionMessage.decode(read.encode()).equals(read)) {
            throw new AssertionError(read);
        }
        read.heard();
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
