package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.UsageException;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The processors of a host as its daemon describes them. */
class TopologyFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        return utf8("0:0:0:0:0:-1;1:0:0:0:0:-1;2:1:0:2:1:-1", "7:0:0:7:0:0");
    }

    @Override
    protected List<byte[]> words() {
        return utf8(";", ":", "-1", "2147483647", "16383", "16384");
    }

    @Override
    protected void parse(byte[] input) throws UsageException {
        Topology topology = Topology.decode(new String(input, StandardCharsets.UTF_8));
        for (BindTarget target : BindTarget.values()) {
            topology.parts(target);
        }
        Topology again = Topology.decode(topology.encode());
        if (!again.usable().equals(topology.usable())) {
            throw new AssertionError(topology.encode());
        }
    }

    /** Sets of processors are bit sets, whose lists are made as text. */
    @Override
    protected long bound(int length) {
        return (16 << 20) + 8192L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
