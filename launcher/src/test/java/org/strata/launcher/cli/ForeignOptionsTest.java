package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.Binding;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.mca.base.Ignored;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Open MPI's command lines. */
class ForeignOptionsTest {
    /** All options that mpirun --help of Open MPI 4.1 lists, and those that 5.0 added. */
    private static final String OPEN_MPI =
            """
            app bind-to map-by noprefix ppr prefix preload-files rank-by N allow-run-as-root am
            bind-to-core bind-to-socket bycore bynode byslot cf cartofile continuous cpu-list
            cpu-set cpus-per-proc cpus-per-rank debug-daemons-file debug-daemons debugger debug
            default-hostfile disable-recovery display-allocation display-devel-allocation
            display-devel-map display-diffable-map display-map display-topo do-not-launch
            do-not-resolve dvm enable-instant-on-support enable-recovery fwd-mpirun-port
            get-stack-traces gmca hnp hostfile index-argv-by-rank launch-agent
            leave-session-attached machinefile max-restarts max-vm-size mca
            merge-stderr-to-stdout nolocal nooversubscribe novm npernode npersocket n ompi-server
            wait-for-server server-wait-time
            output-filename output-proctable oversubscribe path pernode personality
            report-bindings report-child-jobs-separately report-events report-pid
            report-state-on-timeout report-uri rf rankfile set-cwd-to-session-dir show-progress
            stdin tag-output timeout timestamp-output tune tv use-hwthread-cpus use-regexp wdir
            wd xml-file xml xterm H host V version c np d debug-devel h help q quiet s
            preload-binary v verbose x prtemca pmixmca gprtemca gpmixmca display output with-ft
            no-app-prefix app-prefix stream-buffering dvm-uri
            """;

    @Test
    void everyOptionOfOpenMpiIsOursOrHasAReason() {
        assertThat(OPEN_MPI.split("\\s+"))
                .allSatisfy(name ->
                        assertThat(
                                        OptionTable.find(name) != null
                                                || ForeignOptions.find(name) != null)
                                .as(name)
                                .isTrue());
        assertThat(ForeignOptions.all())
                .extracting(ForeignOptions.ForeignOption::name)
                .doesNotHaveDuplicates()
                .filteredOn(name -> OptionTable.find(name) != null)
                .isEmpty();
    }

    @Test
    void aValueMayContainSpaces() {
        assertThat(ForeignOptions.find("rankfile").meaning(List.of("a b %.txt")))
                .containsExactly("--map-by", "rankfile:file=a b %.txt");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--prefix /opt/strata; ''",
                "-leave-session-attached; -leave-session-attached",
                "--pmixmca gds hash; --pmixmca",
                "--enable-recovery --max-restarts 3; --enable-recovery,--max-restarts",
                "--continuous --dvm; --continuous,--dvm",
                "--bynode --rankfile f; ''",
                "--map-by numa:span:inherit; --map-by :inherit",
                "--map-by dist; --map-by dist",
                "--rank-by socket:span; ''",
            })
    void whatHasNoEffectIsNamed(String options, String named) throws UsageException {
        assertThat(parse(options).ignored().entries())
                .extracting(Ignored.Entry::what)
                .containsExactly(named.isEmpty() ? new String[0] : named.split(","));
    }

    @ParameterizedTest
    @CsvSource({
        "--map-by ppr:2:node:PE=1, 2, NONE, CORE, 1",
        "--map-by ppr:2:node:pe=2:OVERSUBSCRIBE, 2, NONE, CORE, 2",
        "--map-by slot:PE=2, 0, NONE, CORE, 2",
        "--map-by slot:PE=2 --bind-to none, 0, NONE, NONE, 2",
        "--map-by core:PE=2 --bind-to hwthread, 0, NONE, HWTHREAD, 2",
        "--map-by ppr:1:socket, 1, PACKAGE, NONE, 1",
        "--npersocket 3 --bind-to-core, 3, PACKAGE, CORE, 1",
        "--ppr 2:l3cache, 2, L3CACHE, NONE, 1",
        "--cpus-per-proc 2, 0, NONE, CORE, 2",
        "--bind-to Socket, 0, NONE, PACKAGE, 1",
    })
    void mappingAndBinding(
            String options, int count, BindTarget resource, BindTarget target, int width)
            throws UsageException {
        JobRequest request = parse(options);
        assertThat(request.mapping().perResource()).isEqualTo(count);
        assertThat(request.mapping().resource()).isEqualTo(resource);
        assertThat(request.binding())
                .isEqualTo(
                        new Binding(
                                target,
                                width,
                                false,
                                false,
                                false,
                                target == BindTarget.NONE && width == 1));
        assertThat(request.ignored().isEmpty()).isTrue();
    }

    @Test
    void processorsAndOversubscriptionBehindColons() throws UsageException {
        JobRequest request = parse("--map-by pe-list=0,2:ordered:oversubscribe");
        assertThat(request.mapping().cpus()).isEqualTo("0,2");
        assertThat(request.mapping().oversubscription()).isEqualTo(Oversubscription.ALLOWED);
    }

    @Test
    void parametersOfTheOtherProjects() throws UsageException {
        assertThat(parse("--prtemca plm_ssh_agent rsh --mca btl self").parameters())
                .isEqualTo(Map.of("plm_ssh_agent", "rsh", "btl", "self"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--xterm 1", "--set-cwd-to-session-dir", "--hnp x", "--with-ft ulfm"})
    void whatCannotBeLeftOutIsRefused(String options) {
        assertThatThrownBy(() -> parse(options))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not available")
                .extracting(e -> ((UsageException) e).lines().get(1))
                .asString()
                .endsWith(options.startsWith("--xterm") ? ")." : ".");
    }

    @Test
    void aTypoIsAnError() {
        assertThatThrownBy(() -> parse("--mapby slot"))
                .hasMessageContaining("no option")
                .extracting(e -> ((UsageException) e).lines().get(1))
                .asString()
                .contains("--map-by");
    }

    @Test
    void defaultsHoldWhereTheCommandLineSaysNothing() throws UsageException {
        CommandLineParser parser = new CommandLineParser(Map.of());
        Map<String, List<String>> defaults =
                Map.of("map-by", List.of("ppr:2:node"), "tag-output", List.of());
        JobRequest request = parser.parse(List.of("a"), defaults, List.of());
        assertThat(request.mapping().perResource()).isEqualTo(2);
        assertThat(request.output().tag()).isTrue();
        request = parser.parse(List.of("--map-by", "ppr:3:node", "a"), defaults, List.of());
        assertThat(request.mapping().perResource()).isEqualTo(3);
    }

    private static JobRequest parse(String options) throws UsageException {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("java", "Hello", "--prefix", "x"));
        return new CommandLineParser(Map.of()).parse(words);
    }

    /** Names of Open MPI's that mean something here are suggested, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bynod | --bynode (now --map-by node)",
                "--tag-ouput | --tag-output",
                "--hostfil | --hostfile",
                "--oversubscrib | --oversubscribe",
            })
    void typingErrorsGetASuggestion(String typed, String meant) {
        assertThatThrownBy(() -> new CommandLineParser(Map.of()).parse(List.of(typed, "java", "A")))
                .satisfies(e ->
                        assertThat(((UsageException) e).lines().getLast())
                                .startsWith("Did you mean ")
                                .contains(meant));
    }

    /** What the typed letters begin, as far as the line does not get too long. */
    @Test
    void beginningsOfOptionsAreCompleted() {
        assertThat(hint("--ser")).isEqualTo("Did you mean --server-wait-time?");
        assertThat(hint("--out")).isEqualTo("Did you mean --output or --output-filename?");
        assertThat(hint("--tag-outpu")).isEqualTo("Did you mean --tag-output?");
        assertThat(hint("--report-"))
                .isEqualTo(
                        "Did you mean --report or --report-bindings or --report-state-on-timeout?");
        assertThat(hint("--display-devel-mab")).isEqualTo("Did you mean --display-devel-map?");
        assertThat(hint("--debuggr"))
                .as("--debugger is refused")
                .isEqualTo("\"mpirun --help full\" lists all options.");
    }

    private static String hint(String typed) {
        try {
            new CommandLineParser(Map.of()).parse(List.of(typed, "java", "A"));
        } catch (UsageException e) {
            return e.lines().getLast();
        }
        throw new AssertionError(typed);
    }
}
