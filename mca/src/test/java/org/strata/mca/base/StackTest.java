package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class StackTest {
    @TempDir private Path directory;
    private final Notes notes = new Notes();

    @Test
    void opensWithTheBestOfEachFramework() {
        try (Stack stack = open(new ParameterFixture(directory))) {
            assertThat(stack.environment().rank()).isZero();
            assertThat(stack.pml()).isNotNull();
            assertThat(stack.coll()).isNotNull();
            assertThat(stack.pools()).isEmpty();
        }
    }

    @Test
    void rankZeroShowsParametersWhenAsked() {
        ParameterFixture fixture = new ParameterFixture(directory).mca("mpi_show_mca_params", "cl");
        open(fixture).close();

        assertThat(notes.lines).contains("mpi_show_mca_params=cl (command line)");
        assertThat(notes.lines).noneMatch(line -> line.contains("(default)"));
    }

    @Test
    void onlySelectedComponentsAreWired() {
        ParameterFixture fixture =
                new ParameterFixture(directory)
                        .mca("btl", "self,tcp")
                        .mca("btl_base_verbose", "100")
                        .mca("pml_base_verbose", "10");
        Parameters parameters = fixture.resolve().orThrow();
        Stack.open(parameters, notes).close();

        assertThat(notes.lines).contains("pml: ob1 has priority 20", "pml: ob1 is used");
        assertThat(journal(parameters)).contains("btls [self, tcp]");
    }

    @Test
    void aPriorityParameterDecides() {
        ParameterFixture fixture =
                new ParameterFixture(directory)
                        .mca("pml_ob1_priority", "5")
                        .mca("pml_base_verbose", "10");
        open(fixture).close();

        assertThat(notes.lines).contains("pml: tupleq is used");
    }

    @Test
    void nothingUsableIsSaidInABox() {
        ParameterFixture fixture = new ParameterFixture(directory).mca("ess", "absent");
        assertThatThrownBy(() -> open(fixture))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("No component of framework ess")
                .hasMessageContaining("Selected: ");
    }

    @Test
    void aComponentThatFailsAfterJoiningLeavesTheJob() {
        ParameterFixture fixture = new ParameterFixture(directory).mca("coll", "broken");
        Parameters parameters = fixture.resolve().orThrow();
        assertThatThrownBy(() -> Stack.open(parameters, notes))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("cannot be wired together")
                .hasMessageContaining("no luck");
        assertThat(journal(parameters))
                .containsSubsequence("singleton joins", "environment.close")
                .endsWith("environment.close");
    }

    @Test
    void closingIsOrderly() {
        Parameters parameters = new ParameterFixture(directory).mca("btl", "self").resolve();
        Stack stack = Stack.open(parameters.orThrow(), notes);
        List<String> journal = journal(parameters);
        journal.clear();
        stack.close();
        stack.close();
        assertThat(journal)
                .containsExactly(
                        "environment.firstRank",
                        "environment.size",
                        "oob.put",
                        "ob1.flush",
                        "environment.size",
                        "oob.fence",
                        "ob1.close",
                        "environment.reportFinalized",
                        "environment.close");
    }

    private static List<String> journal(Parameters parameters) {
        return parameters.components().modules().stream()
                .filter(FakeModules.R2.class::isInstance)
                .map(FakeModules.R2.class::cast)
                .findFirst()
                .orElseThrow()
                .journal
                .lines();
    }

    private Stack open(ParameterFixture fixture) {
        return Stack.open(fixture.resolve().orThrow(), notes);
    }

    /** Remembers verbose lines. */
    private static final class Notes implements Output {
        final List<String> lines = new ArrayList<>();

        @Override
        public void warn(String boxedOrLine) {
            lines.add(boxedOrLine);
        }

        @Override
        public void verbose(String framework, int level, String line) {
            lines.add(framework + ": " + line);
        }

        @Override
        public boolean isVerbose(String framework, int level) {
            return true;
        }
    }
}
