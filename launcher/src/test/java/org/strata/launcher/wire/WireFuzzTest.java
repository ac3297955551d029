package org.strata.launcher.wire;

import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.wire.LaunchOrder.NodeProgram;
import org.strata.launcher.wire.LaunchOrder.NodeRank;
import org.strata.launcher.wire.LaunchOrder.RankPlace;
import org.strata.launcher.wire.MessageReader.DamagedException;
import org.strata.testkit.fuzz.FuzzContract;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages between mpirun and a daemon. */
class WireFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        LaunchOrder order =
                new LaunchOrder(
                        4,
                        "of-1-ab",
                        1 << 17,
                        1,
                        0,
                        List.of(new RankPlace("h1", 0, 0), new RankPlace("h2", 0, 0)),
                        List.of(
                                new NodeProgram(
                                        List.of("echo", ""), "/x", true, "/p", Map.of("A", "ä"))),
                        List.of(new NodeRank(1, "0,1", true, "-Dx", Map.of("R", "1"))),
                        true,
                        false,
                        Api.MPJ);
        NodeFacts facts = new NodeFacts("0.1", "digest", "host", 8, "0:0:0:0:0:-1", 1L << 33);
        return List.of(
                order.write(NodeFrame.LAUNCH.start()).end(),
                facts.write(NodeFrame.READY.start()).end());
    }

    @Override
    protected void parse(byte[] input) {
        MessageReader in = new MessageReader(input);
        if (NodeFrame.of(in) == NodeFrame.READY) {
            NodeFacts.read(in);
        } else {
            LaunchOrder read = LaunchOrder.read(in);
            MessageReader again = new MessageReader(read.write(new MessageWriter()).end());
            if (!LaunchOrder.read(again).equals(read)) {
                throw new AssertionError(read);
            }
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(DamagedException.class);
    }
}
