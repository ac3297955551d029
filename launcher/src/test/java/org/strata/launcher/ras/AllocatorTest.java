package org.strata.launcher.ras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.Allocation.Source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** mpirun on a host "head" of four processors. */
class AllocatorTest {
    private static final int PROCESSORS = 4;

    @TempDir Path temp;

    private int unsaid;

    private final Map<String, String> environment = new HashMap<>();

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(temp, "hosts", ""), text);
    }

    private Allocation allocate(List<String> lists, List<Path> files, Path defaultFile)
            throws UsageException {
        return new Allocator(
                        environment,
                        "head",
                        name -> List.of("localhost", "127.0.0.1").contains(name) ? "head" : name,
                        unsaid)
                .allocate(lists, files, List.of(), defaultFile);
    }

    private String hosts(String... lists) throws UsageException {
        return text(allocate(List.of(lists), List.of(), null));
    }

    private static String text(Allocation allocation) {
        return allocation.hosts().stream()
                .map(host -> host.name() + ":" + host.count(PROCESSORS))
                .collect(Collectors.joining(" "));
    }

    private void slurm(String nodes, String tasks) {
        environment.put("SLURM_JOB_ID", "7");
        environment.put("SLURM_JOB_NODELIST", nodes);
        environment.put("SLURM_TASKS_PER_NODE", tasks);
    }

    /** Parameter orte_set_default_slots: lines without a number only, in any host file. */
    @Test
    void slotsThatAFileDoesNotCount() throws Exception {
        unsaid = 3;
        Path file = file("h1\nh2 slots=2\nh3:1\nh4 max_slots=7\nh5:*\n");
        String expected = "h1:3 h2:2 h3:1 h4:7 h5:4";
        assertThat(text(allocate(List.of(), List.of(file), null))).isEqualTo(expected);
        Allocation byDefault = allocate(List.of(), List.of(), file);
        assertThat(text(byDefault)).isEqualTo(expected);
        assertThat(hosts("h1,h2:2")).isEqualTo("h1:1 h2:2");
        assertThat(text(allocate(List.of(), List.of(), null))).isEqualTo("head:4");
    }

    @Test
    void nobodyNamesAHost() throws UsageException {
        Allocation local = allocate(List.of(), List.of(), null);
        assertThat(text(local)).isEqualTo("head:4");
        assertThat(local.counted()).isFalse();
        assertThat(local.source()).isEqualTo(Source.LOCAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "h1 > h1:1",
                "h1,h1,h2 > h1:2 h2:1",
                "h1:2,h2:3 > h1:2 h2:3",
                "head:2,localhost,127.0.0.1:* > head:7",
                "me@h1:2 > h1:2",
                "[fe80::1]:2,fe80::2 > [fe80::1]:2 fe80::2:1",
            })
    void hostLists(String list, String expected) throws UsageException {
        assertThat(hosts(list)).isEqualTo(expected);
    }

    @Test
    void hostFilesOfBothLaunchers() throws Exception {
        Path open =
                file(
                        """
                        # a comment
                        h1 slots=2 max_slots=3
                        you@h2 slots=2   # another
                        h2 max-slots=9
                        h3\r
                        h4 user=me count=1
                        """);
        Allocation allocation = allocate(List.of(), List.of(open), null);
        assertThat(text(allocation)).isEqualTo("h1:2 h2:11 h3:4 h4:1");
        assertThat(allocation.hosts())
                .extracting(HostSlots::user)
                .containsExactly("", "you", "", "me");
        assertThat(allocation.hosts().getFirst().most()).isEqualTo(3);
        assertThat(text(allocate(List.of(), List.of(file("h1:2\nh2:1\nh1:1\n")), null)))
                .isEqualTo("h1:3 h2:1");
    }

    @Test
    void listsChooseFromAHostFile() throws Exception {
        Path file = file("h1 slots=4\nh2 slots=2\nh3\n");
        assertThat(text(allocate(List.of("h3:9,h2,h1:*"), List.of(file), null)))
                .isEqualTo("h3:9 h2:1 h1:4");
        // As Open MPI 4.1.4 has it: who counts on the command line counts.
        assertThat(text(allocate(List.of("h2:5"), List.of(file), null))).isEqualTo("h2:5");
        assertThatThrownBy(() -> allocate(List.of("h2,h9"), List.of(file), null))
                .hasMessageContaining("\"h9\" from --host is not part of the allocation");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "h[1-3] ; 3,1(x2) > h1:3 h2:1 h3:1",
                "h[1-2],x07 ; 2(x3) > h1:2 h2:2 x07:2",
                // A job that was made smaller: the list has fewer nodes than the counts.
                "h1 ; 2(x3) > h1:2",
            })
    void slurmAllocations(String slurm, String expected) throws UsageException {
        slurm(slurm.split(" ; ")[0], slurm.split(" ; ")[1]);
        assertThat(hosts()).isEqualTo(expected);
    }

    @Test
    void slurmWithoutTasks() throws UsageException {
        slurm("h[1-2]", "");
        assertThat(hosts()).isEqualTo("h1:4 h2:4");
        assertThat(hosts("h1:9,h2:*")).as("nobody has counted").isEqualTo("h1:9 h2:4");
        environment.put("SLURM_JOB_CPUS_PER_NODE", "8,2");
        assertThat(hosts()).isEqualTo("h1:8 h2:2");
    }

    @Test
    void otherResourceManagers() throws Exception {
        environment.putAll(
                Map.of(
                        "JOB_ID", "7",
                        "SGE_ROOT", "/x",
                        "PE_HOSTFILE", file("h1 2 all.q@h1 UNDEFINED\nh2 1 q U\n").toString()));
        assertThat(hosts()).isEqualTo("h1:2 h2:1");
        environment.putAll(Map.of("LSB_JOBID", "7", "LSB_MCPU_HOSTS", "l1 2 l2 1 "));
        assertThat(hosts()).isEqualTo("l1:2 l2:1");
        environment.putAll(
                Map.of("PBS_JOBID", "7", "PBS_NODEFILE", file("p1\np1\np2\n").toString()));
        assertThat(hosts()).isEqualTo("p1:2 p2:1");
        slurm("s1", "1");
        assertThat(hosts()).isEqualTo("s1:1");
        assertThat(hosts("s1:9")).isEqualTo("s1:1");
        assertThatThrownBy(() -> hosts("p1"))
                .extracting(e -> ((UsageException) e).lines().get(1))
                .isEqualTo("Its hosts are those of the Slurm job 7: s1");
        assertThatThrownBy(() -> allocate(List.of(), List.of(file("h1")), null))
                .hasMessageContaining("h1");
    }

    /** What Kubernetes' mpi-operator sets for each kind of MPI. */
    @Test
    void defaultHostFiles() throws Exception {
        Path first = file("j-worker-0.j.ns.svc slots=2\nj-worker-1.j.ns.svc slots=2\n");
        Path second = file("a:2\nb:2\n");
        environment.put("HYDRA_HOST_FILE", second.toString());
        assertThat(hosts()).isEqualTo("a:2 b:2");
        Allocation named = allocate(List.of(), List.of(), first);
        assertThat(text(named)).isEqualTo("j-worker-0.j.ns.svc:2 j-worker-1.j.ns.svc:2");
        assertThat(named.source()).isEqualTo(Source.DEFAULT_FILE);
        assertThat(named.counted()).isTrue();
        assertThat(hosts("c:3")).isEqualTo("c:3");
        environment.put("HYDRA_HOST_FILE", "");
        assertThat(hosts()).as("an empty variable is none").isEqualTo("head:4");
        environment.put("I_MPI_HYDRA_HOST_FILE", first.toString());
        assertThat(hosts()).isEqualTo("j-worker-0.j.ns.svc:2 j-worker-1.j.ns.svc:2");
    }

    /** Names by place in a host file mean the hosts that there are without it. */
    @Test
    void relativeNamesInAHostFile() throws Exception {
        Path all = file("d1 slots=5\nd2 slots=5\n");
        assertThat(text(allocate(List.of(), List.of(file("+n1\n")), all))).isEqualTo("d2:5");
        assertThat(text(allocate(List.of(), List.of(file("+n0:2\n")), all))).isEqualTo("d1:2");
        assertThat(text(allocate(List.of(), List.of(file("+n0 max_slots=3\n")), all)))
                .isEqualTo("d1:3");
    }

    /** Resource managers write names with domain or without; this host's are all one. */
    @Test
    void thisHostInAnAllocation() throws Exception {
        slurm("head,h1", "2(x2)");
        assertThat(text(allocate(List.of(), List.of(file("localhost slots=1\n")), null)))
                .isEqualTo("head:1");
        assertThat(hosts("localhost")).isEqualTo("head:1");
        environment.clear();
        environment.putAll(
                Map.of(
                        "PBS_JOBID",
                        "7",
                        "PBS_NODEFILE",
                        file("head.cluster\nheader\nhead.x\n").toString()));
        assertThat(hosts()).isEqualTo("head:2 header:1");
        Allocator domain = new Allocator(environment, "head.cluster", name -> name, 0);
        environment.put("PBS_NODEFILE", file("head\nhe\n").toString());
        assertThat(text(domain.allocate(List.of(), List.of(), List.of(), null)))
                .isEqualTo("head.cluster:1 he:1");
    }

    /** Variables that are left from elsewhere, without those that say that there is a job. */
    @Test
    void notInAnAllocation() throws Exception {
        environment.putAll(
                Map.of(
                        "SLURM_JOB_NODELIST", "s1",
                        "PBS_NODEFILE", file("p1").toString(),
                        "LSB_MCPU_HOSTS", "l1 2",
                        "PE_HOSTFILE", file("g1 2").toString(),
                        "JOB_ID", "7"));
        assertThat(hosts()).isEqualTo("head:4");
        environment.put("SLURM_JOB_ID", " ");
        assertThat(hosts()).isEqualTo("head:4");
    }

    @Test
    void namesOfOldSlurm() throws UsageException {
        environment.putAll(
                Map.of(
                        "SLURM_JOBID", "7",
                        "SLURM_NODELIST", "s[1-2]",
                        "SLURM_TASKS_PER_NODE", "2(x2)"));
        Allocation allocation = allocate(List.of(), List.of(), null);
        assertThat(text(allocation)).isEqualTo("s1:2 s2:2");
        assertThat(allocation.origin()).isEqualTo("of the Slurm job 7");
        assertThat(allocation.counted()).isTrue();
    }

    @Test
    void countsThatDoNotFitTheList() {
        slurm("h[1-2]", "3");
        assertThatThrownBy(this::hosts)
                .hasMessage("SLURM_TASKS_PER_NODE = 3 counts 1 nodes, SLURM_JOB_NODELIST names 2.");
    }

    @Test
    void sizesOfAllocations() throws UsageException {
        List<HostSlots> hosts =
                IntStream.rangeClosed(1, Allocation.LIMIT + 1)
                        .mapToObj(i -> HostSlots.of("h" + i, 1))
                        .toList();
        List<HostSlots> most = hosts.subList(0, Allocation.LIMIT);
        assertThat(Allocation.of(most, "of x", Source.SLURM).hosts()).hasSize(Allocation.LIMIT);
        assertThatThrownBy(() -> Allocation.of(hosts, "of x", Source.SLURM))
                .hasMessage("There are more than 65536 hosts of x.");
        assertThat(hosts("h:1000000")).isEqualTo("h:1000000");
        assertThatThrownBy(() -> hosts("h:1000001")).hasMessageContaining("Not a number of slots");
        assertThat(hosts("h:1000000,h:*")).isEqualTo("h:1000000");
        assertThat(hosts("h:1000000,".repeat(2200))).as("no overflow").isEqualTo("h:1000000");
        assertThat(hosts("h".repeat(255))).isEqualTo("h".repeat(255) + ":1");
        assertThatThrownBy(() -> hosts("h".repeat(256))).hasMessageContaining("Not the name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h:0",
                "h:-1",
                "h:many",
                "h:",
                ":2",
                "-oProxyCommand=x",
                "a b",
                "h;x",
                "@h",
                "-l@h",
                "h:99999999",
                "$(x)"
            })
    void damagedLists(String list) {
        assertThatThrownBy(() -> hosts(list)).isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1(x", "1(2)", "-1", "0", "1,,2", "12345678", "1(x123456)"})
    void damagedCounts(String counts) {
        slurm("h[1-2]", counts);
        assertThatThrownBy(this::hosts).isInstanceOf(UsageException.class);
    }

    /** A short variable must not fill the memory. */
    @Test
    void moreCountsThanHosts() throws UsageException {
        String counts = "1(x99999),".repeat(99) + "1";
        assertThat(TaskCounts.expand(counts, "v")).hasSize(Allocation.LIMIT + 1);
    }

    @Test
    void damagedFiles() throws Exception {
        for (String text : List.of("", "h slots=x", "h slots", "h room=2", "# nothing")) {
            Path file = file(text);
            assertThatThrownBy(() -> allocate(List.of(), List.of(file), null))
                    .as(text)
                    .isInstanceOf(UsageException.class);
        }
        Path absent = temp.resolve("absent");
        assertThatThrownBy(() -> allocate(List.of(), List.of(absent), null))
                .hasMessageContaining("cannot be read");
        environment.putAll(Map.of("LSB_JOBID", "7", "LSB_MCPU_HOSTS", "l1 2 l2"));
        assertThatThrownBy(this::hosts).hasMessageContaining("without a number");
        environment.put("LSB_MCPU_HOSTS", "l1 0");
        assertThatThrownBy(this::hosts).hasMessageContaining("LSB_MCPU_HOSTS = 0");
        environment.put("LSB_MCPU_HOSTS", "-oProxyCommand=x 2");
        assertThatThrownBy(this::hosts).hasMessageContaining("Not the name of a host");
        environment.clear();
        environment.putAll(
                Map.of(
                        "JOB_ID", "7",
                        "SGE_ROOT", "/x",
                        "PE_HOSTFILE", file("h1 2\nh2\n").toString()));
        assertThatThrownBy(this::hosts)
                .hasMessage("A line of PE_HOSTFILE has no number of slots: h2");
    }
}
