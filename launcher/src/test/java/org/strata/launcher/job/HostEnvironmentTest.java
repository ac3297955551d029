package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Hosts;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Slots;
import org.strata.launcher.map.Topology;
import org.strata.launcher.wire.HostVariables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A rank has the same environment whether mpirun starts it or a daemon on a host with mpirun's own
 * environment.
 */
final class HostEnvironmentTest {
    private static final List<String> NAMES =
            List.of(
                    "HOME",
                    "PATH",
                    "TMPDIR",
                    "SSH_CLIENT",
                    "XDG_RUNTIME_DIR",
                    "LANG",
                    "SLURM_PROCID",
                    "SLURMD_NODENAME",
                    "PMI_RANK",
                    "OMPI_COMM_WORLD_RANK",
                    "MY_OWN",
                    "EMPTY");

    @Provide
    Arbitrary<Map<String, String>> environments() {
        Arbitrary<String> values = Arbitraries.strings().withChars("ab =/:").ofMaxLength(8);
        return Arbitraries.maps(Arbitraries.of(NAMES), values);
    }

    @Provide
    Arbitrary<List<String>> exports() {
        Arbitrary<String> name = Arbitraries.of(NAMES);
        Arbitrary<String> export = name.flatMap(n -> Arbitraries.of(n, n + "=given", n + "="));
        return export.list().ofMaxSize(4).map(HostEnvironmentTest::once);
    }

    /** mpirun refuses a variable that is given twice in different ways. */
    private static List<String> once(List<String> exports) {
        List<String> kept = new ArrayList<>();
        for (String export : exports) {
            String name = export.split("=", 2)[0];
            if (kept.stream().noneMatch(each -> each.split("=", 2)[0].equals(name))) {
                kept.add(export);
            }
        }
        return kept;
    }

    @Property(tries = 500)
    void aDaemonOnAnEqualHostMakesTheSame(
            @ForAll("environments") Map<String, String> own,
            @ForAll("exports") List<String> exports)
            throws UsageException {
        List<String> words = new ArrayList<>(List.of("-np", "1"));
        exports.forEach(export -> words.addAll(List.of("-x", export)));
        words.add("prog");
        JobRequest request = new CommandLineParser(Map.of()).parse(words);
        Topology topology = Topology.ofThisHost(() -> CpuSet.EMPTY);
        Node here = new Node("here", "", 1, Integer.MAX_VALUE, true, topology);
        Slots slots = new Slots(1, "the processors of here", false);
        Plan plan = new Mapper(List.of(here), slots, new Hosts("here")::canonical).plan(request);
        List<Map<String, String>> parameters = Collections.nCopies(1, Map.of("STRATA_X", "1"));
        RankEnvironment environment = new RankEnvironment(own, parameters, plan, false);
        assertThat(HostVariables.merged(own, environment.forwarded(0)))
                .isEqualTo(environment.ofProgram(0));
    }
}
