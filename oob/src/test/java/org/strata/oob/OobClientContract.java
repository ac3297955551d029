package org.strata.oob;

import org.strata.mca.oob.Oob;
import org.strata.testkit.OobContract;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Both kinds of connection keep the same contract. */
abstract class OobClientContract extends OobContract {
    private TestJob job;

    abstract SocketAddress address();

    @Override
    protected List<Oob> open(int size) throws Exception {
        job = new TestJob(size, OobServer.HANDSHAKE_MILLIS, address());
        List<Oob> opened = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            opened.add(job.join(rank));
        }
        return opened;
    }

    @Override
    protected void close(List<Oob> opened) {
        job.close();
    }
}
