package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.Binding;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.JobRequest.Mapping;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.JobRequest.Ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The words of --map-by, --rank-by and --bind-to, one by one, as Open MPI 4 and 5 have them. */
class PlacementWordsTest {
    private static JobRequest parse(String options) throws UsageException {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add("p");
        return new CommandLineParser(Map.of()).parse(words);
    }

    private static Mapping mapping(String options) throws UsageException {
        return parse(options).mapping();
    }

    @ParameterizedTest
    @CsvSource({
        "slot, SLOT, NONE, 0",
        "board, SLOT, NONE, 0",
        ":nolocal, SLOT, NONE, 0",
        "node, NODE, NONE, 0",
        "seq, SEQ, NONE, 0",
        "SOCKET, OBJECT, PACKAGE, 0",
        "package, OBJECT, PACKAGE, 0",
        "numa, OBJECT, NUMA, 0",
        "L3cache, OBJECT, L3CACHE, 0",
        "L2cache, OBJECT, CORE, 0",
        "L1cache, OBJECT, CORE, 0",
        "core, OBJECT, CORE, 0",
        "hwthread, OBJECT, HWTHREAD, 0",
        // Who gets several cores, or says that it gets one, is mapped to none of them.
        "core:PE=1, SLOT, NONE, 1",
        "hwthread:pe=2, SLOT, NONE, 2",
        "numa:PE=2, OBJECT, NUMA, 2",
        "node:PE=2, NODE, NONE, 2",
    })
    void mapBy(String text, MapPolicy policy, BindTarget resource, int width)
            throws UsageException {
        JobRequest request = parse("--map-by " + text);
        assertThat(request.mapping().placement().by()).isEqualTo(policy);
        assertThat(request.mapping().resource()).isEqualTo(resource);
        assertThat(request.mapping().perResource()).isZero();
        assertThat(request.binding().width()).isEqualTo(Math.max(1, width));
    }

    @ParameterizedTest
    @CsvSource({
        "ppr:2:node, 2, NONE",
        "ppr:2:board, 2, NONE",
        "ppr:3:Socket, 3, PACKAGE",
        "ppr:1:numa, 1, NUMA",
        "ppr:1:L2cache, 1, CORE",
        "ppr:1:hwthread, 1, HWTHREAD",
    })
    void processesPerObject(String text, int count, BindTarget resource) throws UsageException {
        Mapping mapping = mapping("--map-by " + text);
        assertThat(mapping.placement().by()).isEqualTo(MapPolicy.PPR);
        assertThat(mapping.perResource()).isEqualTo(count);
        assertThat(mapping.resource()).isEqualTo(resource);
    }

    /** A number per host is stronger than a mapping to parts of it. */
    @Test
    void processesPerHost() throws UsageException {
        for (String mapBy : List.of("package", "node", "ppr:3:package", "slot:span")) {
            Mapping mapping = mapping("-N 2 --map-by " + mapBy);
            assertThat(mapping.placement().by()).as(mapBy).isEqualTo(MapPolicy.PPR);
            assertThat(mapping.perResource()).as(mapBy).isEqualTo(2);
            assertThat(mapping.resource()).as(mapBy).isEqualTo(BindTarget.NONE);
            assertThat(mapping.placement().ranking()).as(mapBy).isEqualTo(Ranking.UNSAID);
        }
        assertThat(mapping("-N 2 --rank-by node").placement().ranking()).isEqualTo(Ranking.NODE);
    }

    @ParameterizedTest
    @CsvSource({
        "slot, SLOT",
        "node, NODE",
        "fill, FILL",
        "core, FILL",
        "HWthread, FILL",
        "l1cache, FILL",
        "l2cache, FILL",
        "board, FILL",
        "core:span, SPAN",
        "span, SPAN",
        "l3cache, OBJECT",
        "numa, OBJECT",
        "package, OBJECT",
        "socket, OBJECT",
        "socket:span, SPAN",
    })
    void rankBy(String text, Ranking ranking) throws UsageException {
        assertThat(mapping("--rank-by " + text).placement().ranking()).isEqualTo(ranking);
        assertThat(mapping("--map-by node --rank-by " + text).placement().ranking())
                .isEqualTo(ranking);
    }

    @ParameterizedTest
    @CsvSource({
        "none, NONE",
        "board, NONE",
        "core, CORE",
        "L1cache, CORE",
        "l2cache, CORE",
        "hwthread, HWTHREAD",
        "l3cache, L3CACHE",
        "numa, NUMA",
        "socket, PACKAGE",
        "package, PACKAGE",
        "cpu-list, NONE",
        "cpu-list:ordered, HWTHREAD",
        "cpulist:ordered, HWTHREAD",
    })
    void bindTo(String text, BindTarget target) throws UsageException {
        assertThat(parse("--bind-to " + text).binding())
                .isEqualTo(new Binding(target, 1, false, false, false, false));
    }

    @Test
    void modifiersOfBindings() throws UsageException {
        assertThat(parse("--bind-to core:overload-allowed").binding())
                .isEqualTo(new Binding(BindTarget.CORE, 1, false, true, false, false));
        assertThat(parse("--bind-to core:if-supported").binding())
                .isEqualTo(new Binding(BindTarget.CORE, 1, false, false, true, false));
        assertThat(parse("--bind-to cpu-list:ordered,overload-allowed").binding())
                .isEqualTo(new Binding(BindTarget.HWTHREAD, 1, false, true, false, false));
        assertThatThrownBy(() -> parse("--bind-to core:ordered"))
                .hasMessage("--bind-to knows no modifier \"ordered\".");
        assertThatThrownBy(() -> parse("--bind-to core:"))
                .hasMessage("--bind-to knows no modifier \"\".");
        assertThatThrownBy(() -> parse("--bind-to moon"))
                .hasMessageStartingWith("--bind-to knows none, ")
                .hasMessageEndingWith("not \"moon\".");
    }

    /** Who names processors, in any way, leaves nothing to the hosts. */
    @Test
    void bindingByDefault() throws UsageException {
        assertThat(parse("--map-by package").binding().byDefault()).isTrue();
        for (String options :
                List.of(
                        "--bind-to none",
                        "--cpu-set 0",
                        "--map-by slot:PE=1",
                        "--map-by pe-list=0",
                        "--map-by slot:pe-list=0")) {
            assertThat(parse(options).binding().byDefault()).as(options).isFalse();
        }
        assertThat(parse("--display bind").binding().report()).isTrue();
        assertThat(parse("--report-bindings").binding().report()).isTrue();
        assertThat(parse("--display map").binding().report()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "--cpu-set 0-3, 0-3",
        "--cpu-list 5, 5",
        "'--map-by pe-list=1,3', '1,3'",
        "'--map-by package:pe-list=1,3:span', '1,3'",
        "--cpu-set 0 --map-by slot:pe-list=1, 0",
        "--map-by package, ",
    })
    void processorsOfTheJob(String options, String cpus) throws UsageException {
        assertThat(mapping(options).cpus()).isEqualTo(cpus);
    }

    @ParameterizedTest
    @CsvSource({
        "--map-by slot, UNSAID",
        "--oversubscribe, ALLOWED",
        "--nooversubscribe, REFUSED",
        "--map-by slot:oversubscribe, ALLOWED",
        "--map-by :NOoversubscribe, REFUSED",
        "--oversubscribe --nooversubscribe, ALLOWED",
    })
    void oversubscription(String options, Oversubscription expected) throws UsageException {
        assertThat(mapping(options).oversubscription()).isEqualTo(expected);
    }

    @Test
    void switches() throws UsageException {
        assertThat(mapping("--use-hwthread-cpus").placement().threads()).isTrue();
        assertThat(mapping("--map-by slot:hwtcpus").placement().threads()).isTrue();
        assertThat(mapping("--map-by slot:corecpus").placement().threads()).isFalse();
        assertThat(mapping("--nolocal").placement().nolocal()).isTrue();
        assertThat(mapping("--map-by node:nolocal").placement().nolocal()).isTrue();
        assertThat(mapping("--map-by node").placement().nolocal()).isFalse();
        assertThat(mapping("--display-map").display()).isTrue();
        assertThat(mapping("--display-map").displayAllocation()).isFalse();
        assertThat(mapping("--display-allocation").displayAllocation()).isTrue();
        assertThat(mapping("--display allocation").displayAllocation()).isTrue();
        assertThat(mapping("--display allocation").display()).isFalse();
        assertThatThrownBy(() -> parse("--map-by slot:fast"))
                .hasMessage("--map-by knows no modifier \"fast\".");
    }

    /** The only program has the hosts of the job; names by place are found there. */
    @Test
    void hostsOfPrograms() throws UsageException {
        assertThat(mapping("--host a,b:2").programHosts()).containsExactly("");
        assertThat(mapping("--host +n1,a").hosts()).containsExactly("+n1,a");
        Mapping two = mapping("--host a:2 -np 1 x : --host b,c -np 1");
        assertThat(two.hosts()).containsExactly("a:2", "b,c");
        assertThat(two.programHosts()).containsExactly("a", "b,c");
        assertThat(mapping("--host a -np 1 x : --host +n1 -np 1").hosts()).isEmpty();
    }
}
