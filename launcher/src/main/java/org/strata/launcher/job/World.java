package org.strata.launcher.job;

import org.strata.launcher.map.Plan;
import org.strata.launcher.program.Programs.Launch;
import org.strata.oob.frame.JobMap;

import java.nio.file.Path;
import java.util.List;

/**
 * The processes that are started together: those of the command line, or those that a rank spawns.
 *
 * @param parent number of the process that spawns them, or -1
 * @param plan who runs where
 * @param launches what each program is started with on mpirun's host; null for one that has no
 *     process there
 * @param directories the working directory of each program
 * @param environment makes the processes' environments
 */
public record World(
        int parent,
        Plan plan,
        List<Launch> launches,
        List<Path> directories,
        RankEnvironment environment) {
    /** Returns where each process runs, as the job's ranks see it. */
    List<JobMap.Place> places() {
        return plan.ranks().stream()
                .map(rank -> new JobMap.Place(plan.hostOf(rank), rank.localRank(), rank.program()))
                .toList();
    }

    /** Returns the world with other things to start. */
    World starting(List<Launch> others) {
        return new World(parent, plan, others, directories, environment);
    }
}
