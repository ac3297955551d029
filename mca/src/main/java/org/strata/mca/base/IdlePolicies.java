package org.strata.mca.base;

import org.strata.opal.progress.IdlePolicy;

/** Chooses what an idle rank does, from the parameters and from how crowded the node is. */
final class IdlePolicies {
    /** On a core of its own: about a millisecond of polling, longer than a network's latency. */
    private static final IdlePolicy ROOMY = new IdlePolicy(10_000, 100, true);

    /** On a shared core whoever spins delays the rank it waits for. */
    private static final IdlePolicy CROWDED = new IdlePolicy(10, 20, true);

    private IdlePolicies() {}

    /**
     * @param mpi the section "mpi"
     * @param localRanks ranks on this node
     * @param cores cores they share
     */
    static IdlePolicy choose(Section mpi, int localRanks, int cores) {
        boolean yield =
                switch (mpi.text("yield-when-idle")) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> localRanks > cores;
                };
        IdlePolicy base = yield ? CROWDED : ROOMY;
        int spins = mpi.integer("idle-spins");
        int yields = mpi.integer("idle-yields");
        return new IdlePolicy(
                spins < 0 ? base.spins() : spins,
                yields < 0 ? base.yields() : yields,
                mpi.bool("idle-park"));
    }
}
