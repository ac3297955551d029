package org.strata.btl.openib;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlStation;
import org.strata.testkit.FakeRank;
import org.strata.testkit.QueueBtlContract;
import org.strata.verbs.QueuePair;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;

/** The contract of queues over software adapters in this JVM. */
abstract class QueueContract extends QueueBtlContract {
    final SoftJob adapters;

    QueueContract(SoftConfig.Mode mode, String... changes) {
        this(new SoftJob(SoftConfig.defaults().withMode(mode), Settings.with(changes)));
    }

    QueueContract(SoftJob adapters) {
        this.adapters = adapters;
    }

    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND;
    }

    @Override
    protected boolean landsWithoutPolls() {
        return false;
    }

    @Override
    protected BtlComponent component(FakeRank rank) throws Exception {
        return adapters.component(rank);
    }

    @Override
    protected void breakLane(BtlStation from, BtlStation to, int lane, boolean atReceiver) {
        BtlStation station = atReceiver ? to : from;
        OpenibBtl link = (OpenibBtl) station.btl();
        QueuePair pair = link.laneQueuePair(station.to(atReceiver ? from : to), lane, atReceiver);
        if (pair != null) {
            ((SoftContext) link.port().adapter().context).failQp(pair);
        }
    }

    @Override
    protected void loseLink(BtlStation from, BtlStation to) {
        ((OpenibEndpoint) from.to(to)).connection().fail("broken by the test");
    }
}
