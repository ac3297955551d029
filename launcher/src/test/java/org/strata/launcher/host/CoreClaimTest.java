package org.strata.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Four cores of two hardware threads each: processors 0 and 4, 1 and 5, and so on. */
class CoreClaimTest {
    private static final int PROCESSORS = 8;

    @TempDir private Path home;
    private final List<CpuSet> bound = new ArrayList<>();
    private int sessions;

    private static Topology topology() throws UsageException {
        List<String> all = new ArrayList<>();
        for (int cpu = 0; cpu < PROCESSORS; cpu++) {
            all.add("%d:0:%d:%d:0:-1".formatted(cpu, cpu % 4, cpu % 4));
        }
        return Topology.decode(String.join(";", all));
    }

    private CoreClaim job(int processors) throws IOException, UsageException {
        Path session = Files.createDirectory(home.resolve("job" + sessions++));
        return new CoreClaim(session, "here", topology(), processors, cores -> bound);
    }

    private CoreClaim job() throws IOException, UsageException {
        return job(PROCESSORS);
    }

    private void session(String contents) throws IOException {
        Path session = Files.createDirectory(home.resolve("other" + sessions++));
        Files.writeString(session.resolve("cores"), contents);
    }

    private static List<String> take(CoreClaim job, int ranks) {
        return job.take(ranks).stream().map(CpuSet::toString).toList();
    }

    @Test
    void jobsShareTheCores() throws IOException, UsageException {
        assertThat(take(job(), 2)).containsExactly("0,4", "1,5");
        assertThat(take(job(), 1)).containsExactly("2,6");
        assertThat(take(job(), 2)).as("one is left").containsExactly("", "");
        assertThat(take(job(), 1)).as("who got none holds none").containsExactly("3,7");
    }

    @Test
    void spawnedRanksGetFurtherCores() throws IOException, UsageException {
        CoreClaim job = job();
        assertThat(take(job, 2)).containsExactly("0,4", "1,5");
        assertThat(take(job, 1)).containsExactly("2,6");
        assertThat(take(job(), 1)).containsExactly("3,7");
        assertThat(take(job, 1)).containsExactly("");
    }

    @Test
    void moreRanksThanCoresAreNotBound() throws IOException, UsageException {
        assertThat(take(job(), 5)).containsOnly("").hasSize(5);
        assertThat(take(job(), 4)).doesNotContain("");
    }

    @Test
    void whatOthersAreBoundToIsTaken() throws IOException, UsageException {
        bound.add(CpuSet.parse("4"));
        assertThat(take(job(), 1)).containsExactly("1,5");
    }

    /** A container may use so many processors at a time, of any number. */
    @Test
    void aShareOfTheProcessorsIsNotBound() throws IOException, UsageException {
        assertThat(take(job(2), 1)).containsExactly("");
    }

    @Test
    void onlyRunningJobsOfThisHostCount() throws IOException, UsageException {
        long own = ProcessHandle.current().pid();
        session("999999999\nhere\n0,4\n");
        session(own + "\nthere\n0,4\n");
        session("");
        session("\n\n\n");
        session(own + "\nhere\n0-x\n");
        session(own + "\nhere");
        Files.createDirectory(home.resolve("empty"));
        Files.createFile(home.resolve("file"));
        assertThat(take(job(), 1)).containsExactly("0,4");
        session(own + "\nhere\n1\n" + " ".repeat(1 << 18));
        assertThat(take(job(), 1)).as("a file that no job writes").containsExactly("1,5");
        session(own + "\nhere\n2");
        assertThat(take(job(), 1)).containsExactly("3,7");
        assertThat(take(job(), 1)).containsExactly("");
    }

    @Test
    void coresOfAnotherJobAreTaken() throws IOException, UsageException {
        long own = ProcessHandle.current().pid();
        session(own + "\nhere\n0-2\n");
        assertThat(take(job(), 1)).containsExactly("3,7");
    }

    /** A core that a job has written and not got would be nobody's as long as the job runs. */
    @Test
    void aJobsFileNamesTheCoresThatItHolds() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (int round = 0; round < 50; round++) {
                home = Files.createDirectory(home.resolve("round"));
                int first = sessions;
                List<Callable<List<String>>> all = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    CoreClaim job = job();
                    all.add(() -> take(job, 2));
                }
                int number = first;
                for (Future<List<String>> each : threads.invokeAll(all)) {
                    Path file = home.resolve("job" + number++).resolve("cores");
                    String told = Files.exists(file) ? Files.readString(file) : "\n\n\n";
                    String held = String.join(",", each.get());
                    assertThat(told.split("\n", -1)[2]).isEqualTo(held.equals(",") ? "" : held);
                }
            }
        }
    }

    @Test
    void jobsThatStartTogetherNeverShareACore() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 50; round++) {
                home = Files.createDirectory(home.resolve("round"));
                List<Callable<List<String>>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    CoreClaim job = job();
                    all.add(() -> take(job, 1));
                }
                List<String> cores = new ArrayList<>();
                for (Future<List<String>> each : threads.invokeAll(all)) {
                    cores.addAll(each.get());
                }
                cores.removeIf(String::isEmpty);
                assertThat(cores).isNotEmpty().doesNotHaveDuplicates();
            }
        }
    }
}
