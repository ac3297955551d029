package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.Leftovers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * All ranks of a node are killed that share an XRC domain: nobody has closed it, and what stands
 * for it in /dev/shm is removed with the job's other files.
 */
class KilledDomainTest {
    private static final int RANKS = 3;
    private static final String RANK = "org.strata.verbs.ibverbs.DomainRank";
    private static final Pattern UP = Pattern.compile("up \\d+ (\\d+) (\\S+)\n");

    private Leftovers leftovers;

    @BeforeEach
    void lookAround() {
        leftovers = new Leftovers();
    }

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private static Running start() {
        return JobRunner.mpirun(
                        "-np",
                        "" + RANKS,
                        "--oversubscribe",
                        "--mca",
                        "btl",
                        "self,openib",
                        "--mca",
                        "btl_openib_provider",
                        "soft",
                        "--mca",
                        "btl_openib_receive_queues",
                        "X,4096,64:X,65536,64",
                        "--mca",
                        "btl_openib_xrc_per_node",
                        "true",
                        "java",
                        "-cp",
                        JobRunner.classes(),
                        RANK)
                .start();
    }

    /** Returns the ranks that are up, when all are: process and file of each. */
    private static List<MatchResult> ranks(Running job) {
        String out = job.awaitOut(text -> UP.matcher(text).results().count() == RANKS);
        List<MatchResult> ranks = UP.matcher(out).results().toList();
        // One domain, of the software adapter, and the file of one of a real adapter.
        assertThat(Leftovers.filesOf(job.handle().pid()))
                .filteredOn(name -> name.contains(".xrc"))
                .hasSize(2)
                .containsAll(ranks.stream().map(rank -> rank.group(2)).toList());
        return ranks;
    }

    /** In one command: no rank lives long enough to learn of another one's end. */
    private static void killAll(List<MatchResult> ranks) {
        List<String> pids = ranks.stream().map(rank -> rank.group(1)).toList();
        String command = "kill -KILL " + String.join(" ", pids);
        assertThat(JobRunner.command("/bin/sh", "-c", command).run().code()).isZero();
    }

    @Test
    void ofKilledRanksNothingIsLeft() {
        try (Running job = start()) {
            List<MatchResult> ranks = ranks(job);
            killAll(ranks);
            assertThat(job.await().failed(137).message()).contains("was probably killed");
            assertThat(ranks).noneMatch(rank -> Files.exists(Path.of(rank.group(2))));
        }
    }

    @Test
    void ofKilledRanksWhoseMpirunIsKilledNothingIsLeft() {
        try (Running job = start()) {
            List<MatchResult> ranks = ranks(job);
            job.signal("KILL");
            killAll(ranks);
            assertThat(job.await().code()).isEqualTo(137);
        }
    }
}
