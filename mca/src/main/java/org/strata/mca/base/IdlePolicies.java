package org.strata.mca.base;

import org.strata.opal.progress.IdlePolicy;

/** Chooses the idle policy of a rank from the parameters and the number of ranks per core. */
final class IdlePolicies {
    /** For a rank with a core of its own: polls for some ten microseconds, as waits turn out. */
    private static final IdlePolicy ROOMY = new IdlePolicy(1_000, 0, true).adapting(true);

    /** For a shared core, where a rank that spins delays the rank it waits for. */
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
        boolean counted = spins >= 0 || yields >= 0;
        return new IdlePolicy(
                        spins < 0 ? base.spins() : spins,
                        yields < 0 ? base.yields() : yields,
                        mpi.bool("idle-park"))
                .withBeginning(mpi.integer("idle-hot-polls"), mpi.bool("idle-directed"))
                .adapting(base.adapts() && !counted);
    }
}
