package org.strata.launcher.node;

import org.strata.launcher.plm.SlurmStep;
import org.strata.launcher.wire.Hello;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Which node of its job a daemon is. */
final class OwnNode {
    private OwnNode() {}

    /**
     * Returns a daemon's own hello. All daemons of a step of Slurm read the same one: it names the
     * hosts, among which each finds its own.
     *
     * @param environment the daemon's
     */
    static Hello of(Hello read, Map<String, String> environment) throws IOException {
        String hosts = read.parameters().get(DaemonCommand.HOSTS);
        if (hosts == null) {
            return read;
        }
        String own = environment.getOrDefault(SlurmStep.NODE_NAME, "");
        int index = List.of(hosts.split("\n")).indexOf(own);
        if (index < 0) {
            throw new IOException(
                    SlurmStep.NODE_NAME + " = \"" + own + "\", which is no host of this job");
        }
        return read.forNode(index + 1, own);
    }
}
