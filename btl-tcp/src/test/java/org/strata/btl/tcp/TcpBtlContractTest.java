package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;

import java.lang.reflect.Field;
import java.nio.channels.SocketChannel;

final class TcpBtlContractTest extends BtlContract {
    @Override
    protected int flags() {
        return TcpRanks.FLAGS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(rank);
    }

    /** As if the network had reset the connection: one side loses its socket. */
    @Override
    protected boolean breakLink(BtlStation a, BtlStation b) throws Exception {
        Field channel = TcpEndpoint.class.getDeclaredField("channel");
        channel.setAccessible(true);
        ((SocketChannel) channel.get(a.to(b))).close();
        return true;
    }
}
