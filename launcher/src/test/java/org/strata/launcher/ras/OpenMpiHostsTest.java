package org.strata.launcher.ras;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Host files and {@code --host}, line by line with Open MPI. The expected values are those that
 * {@code mpirun --do-not-launch --display-map} of Open MPI 4.1.4 prints on a host "head" of four
 * processors, where "; " stands for the end of a line; {@code =N} is the limit of max_slots. Lines
 * behind a * are those that it refuses and Strata takes, and hosts whose slots are counted when
 * their daemons report, which {@code --do-not-launch} does not show.
 */
class OpenMpiHostsTest {
    private static final int PROCESSORS = 4;
    private static final String BASE = "h1 slots=4\nh2 slots=4\nh3 slots=4\n";

    @TempDir Path temp;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(temp, "hosts", ""), text);
    }

    private static Allocation allocate(List<String> lists, List<Path> files, int unsaid)
            throws UsageException {
        return new Allocator(
                        Map.of(),
                        "head",
                        name -> List.of("localhost", "127.0.0.1").contains(name) ? "head" : name,
                        unsaid)
                .allocate(lists, files, List.of(), null);
    }

    private static String text(Allocation allocation) {
        return allocation.hosts().stream()
                .map(host ->
                        host.name()
                                + ":"
                                + host.count(PROCESSORS)
                                + (host.most() == Integer.MAX_VALUE ? "" : "=" + host.most()))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "h1; h1; h1; h2; h2; h2 > h1:3 h2:3",
                "head; head; head > head:3",
                "head; localhost; 127.0.0.1 > head:3",
                "head slots=1; head > head:2",
                "h1 slots = 3; h2 slots=2 > h1:3 h2:2",
                "h1 slots =3; h2 slots= 2 > h1:3 h2:2",
                "h1 slots=0; h2 slots=2 > h2:2",
                "h1 max_slots=4 > h1:4=4",
                "h1; h1 slots=1 max_slots=4 > h1:2=4",
                "h1 slots=2 max-slots=3 > h1:2=3",
                "h1 slots=2 slots_max=3 > h1:2=3",
                "h1 cpu=2 max_cpu=3 > h1:2=3",
                "h1 count=2 > h1:2",
                "joe@h1 slots=2 > h1:2",
                "h1 slots=2 username=joe > h1:2",
                "h1 user_name = joe slots = 2 > h1:2",
                "h1 slots=2 max_slots=4 port=22 > h1:2=4",
                "'# c; ;   h1   slots=2 # tail; \th2\tslots=2' > h1:2 h2:2",
                "// c; h1 slots=2 // tail; /* x;  y */ h2 slots=1 > h1:2 h2:1",
                "10.0.0.1 slots=2 > 10.0.0.1:2",
                "H1 slots=2; h1 slots=1 > H1:2 h1:1",
                "1h slots=2; 12 slots=2 > 1h:2 12:2",
                "h1 slots=2; localhost slots=1; 127.0.0.1; head > h1:2 head:3",
                // *
                "h1 > h1:4",
                "h1; h2 slots=1 > h1:4 h2:1",
                "h1; h2; h1 > h1:2 h2:4",
                "h1:3 > h1:3",
                "h1:0; h2:1 > h2:1",
                "h1:* > h1:4",
                "h1 slots=2; h1 slots=1 > h1:3",
                "h1 slots=2 user=joe > h1:2",
                "fe80::1 slots=2 > fe80::1:2",
                "'h1 slots=2\r; h2 slots=2\r' > h1:2 h2:2",
                "h1:* max_slots=9 > h1:4=9",
                "h1:* max_slots=2 > h1:2=2",
                "h1:* slots=2 > h1:2",
                "h1; h1:* > h1:5",
                "h1 slots=1 max_slots=4; h1 > h1:2=4",
                "h1 slots=1 max_slots=2; h1 slots=1 max_slots=3 > h1:2=5",
                "h1 slots=1000000; h1 slots=1 > h1:1000000",
                "h1 slots=2 /*/ h2;  */ h3 slots=1 > h1:2 h3:1",
                "h1 slots=1 max_slots=1 > h1:1=1",
            })
    void hostFiles(String lines, String expected) throws Exception {
        String text = lines.replace("; ", "\n").replace("\\t", "\t").replace("\\r", "\r") + "\n";
        assertThat(text(allocate(List.of(), List.of(file(text)), 0))).isEqualTo(expected);
    }

    /** Parameter orte_set_default_slots = 3: a host that is named once. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {"h1 > h1:3", "h1; h1 > h1:2", "h1; h2; h2; h2 slots=2 > h1:3 h2:4"})
    void slotsThatNobodyCounted(String lines, String expected) throws Exception {
        Path file = file(lines.replace("; ", "\n"));
        assertThat(text(allocate(List.of(), List.of(file), 3))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "h1 > h1:1",
                "h1,h1 > h1:2",
                "h1,h1,h2 > h1:2 h2:1",
                "h1:2,h1 > h1:3",
                "h1,h1:2 > h1:3",
                "h1:2,h1:3 > h1:5",
                "h1:0,h2 > h2:1",
                "a:0,b:2 > b:2",
                "h1,,h2 > h1:1 h2:1",
                "10.0.0.1:2 > 10.0.0.1:2",
                // *
                "h1:* > h1:4",
                "h1:auto > h1:4",
                "'h1, h2' > h1:1 h2:1",
                "joe@h1:2 > h1:2",
                "fe80::1 > fe80::1:1",
                "[fe80::1]:2 > [fe80::1]:2",
                "+n0 > head:4",
                "+e > head:4",
            })
    void hostLists(String list, String expected) throws UsageException {
        assertThat(text(allocate(List.of(list), List.of(), 0))).isEqualTo(expected);
    }

    /** The base is h1, h2 and h3 with four slots each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "h2 > h2:1",
                "h2,h1 > h2:1 h1:1",
                "h2:2 > h2:2",
                "h2:8 > h2:8",
                "h2,h2 > h2:2",
                "h1:0,h2 > h2:1",
                "+n0 > h1:4",
                "+n1,+n2 > h2:4 h3:4",
                "'+n0,+n0,+n2' > h1:4 h3:4",
                "+e > h1:4 h2:4 h3:4",
                // *; orte_hosts(7) says so
                "h2:* > h2:4",
                "+n1:2 > h2:2",
                "+e:1 > h1:4",
                "'+e:2,h1' > h2:4 h3:4 h1:1",
                "'+n1,+E' > h2:4 h1:4 h3:4",
            })
    void hostListsOfAHostFile(String list, String expected) throws Exception {
        assertThat(text(allocate(List.of(list), List.of(file(BASE)), 0))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+n3", "+e:4", "h9", "^h2", "h2:0", "+n", "+x1"})
    void hostListsThatAHostFileDoesNotHave(String list) throws Exception {
        Path file = file(BASE);
        assertThatThrownBy(() -> allocate(List.of(list), List.of(file), 0))
                .isInstanceOf(UsageException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h1 slot=2",
                "h1 cpus=2",
                "h1 cores=2",
                "h1 slots=2, max_slots=4",
                "h1 slots=4 max_slots=2",
                "h1 slots=abc",
                "h1 slots=-1",
                "h1 slots",
                "h1 slots=",
                "h1 h2 h3",
                "h1 boards=1",
                "^h1",
                "\"h1\" slots=2",
                "# nothing",
                "h1 slots=0",
                "h1 slots=4294967297",
                "h1 slots=1000001",
                "h1 slots=1 /* open",
                "h1 slots=1 port",
                "h1 slots=1 user=-l",
                "h1 slots=1 user=\"",
                "h1 max_slots=0",
            })
    void refusedLines(String line) throws Exception {
        for (String before : List.of("", "h0 slots=1\n")) {
            Path file = file(before + line + "\n");
            boolean empty = line.startsWith("#") || line.equals("h1 slots=0");
            if (before.isEmpty() || !empty) {
                assertThatThrownBy(() -> allocate(List.of(), List.of(file), 0))
                        .as(before)
                        .isInstanceOf(UsageException.class);
            }
        }
    }

    @Test
    void usersOfHosts() throws Exception {
        Path file = file("h1 slots=1\njoe@h1 slots=1\nh2 slots=2 max_slots=3 user=\"ann\"\n");
        Allocation all = allocate(List.of(), List.of(file), 0);
        assertThat(all.hosts()).extracting(HostSlots::user).containsExactly("joe", "ann");
        Allocation chosen = allocate(List.of("h2:2"), List.of(file), 0);
        assertThat(chosen.hosts()).extracting(HostSlots::user).containsExactly("ann");
        assertThat(text(chosen)).as("the limit of the file").isEqualTo("h2:2=3");
    }

    @Test
    void theMessageNamesSomeOfTheHosts() throws Exception {
        Path eight = file("h1\nh2\nh3\nh4\nh5\nh6\nh7\nh8\n");
        assertThatThrownBy(() -> allocate(List.of("x"), List.of(eight), 0))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(e.lines().getLast())
                                        .endsWith("h1, h2, h3, h4, h5, h6, h7, h8"));
        Path nine = file("h1\nh2\nh3\nh4\nh5\nh6\nh7\nh8\nh9\n");
        assertThatThrownBy(() -> allocate(List.of("x"), List.of(nine), 0))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e -> assertThat(e.lines().getLast()).endsWith("h7, h8, ..."));
    }

    /** What is longer is another file by mistake. */
    @Test
    void largestHostFile() throws Exception {
        String line = "h1 slots=2 # ";
        Path most = file(line + "x".repeat((4 << 20) - line.length()));
        assertThat(text(allocate(List.of(), List.of(most), 0))).isEqualTo("h1:2");
        Path more = file(line + "x".repeat((4 << 20) + 1 - line.length()));
        assertThatThrownBy(() -> allocate(List.of(), List.of(more), 0))
                .hasMessageEndingWith("(the host file) has more than 4 MB.");
    }

    /** The example of orte_hosts(7): with the sequential mapper, names as the file has them. */
    @Test
    void theManualsExample() throws Exception {
        Path layout = file("+n2 slots=2\n+e:1\nd4 slots=1\n+n2\n+e\n");
        assertThat(HostFile.sequence(layout, List.of("d1", "d2", "d3", "d4", "d5")))
                .containsExactly("d3", "d1", "d4", "d3", "d2", "d5");
    }
}
