package org.strata.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.util.List;

/** A reader finds every input of a figure in the command's help. */
class HelpTest {
    private static final String[] COSTS = {
        "--bandwidth",
        "--latency",
        "--receive-latency",
        "--packet",
        "--register",
        "--deregister",
        "--copy",
        "--mirror-copy",
        "--post",
        "--completion",
        "--poll",
        "--poll-ring"
    };

    private static String help(String paper) {
        return new CommandLine(new Papers()).getSubcommands().get(paper).getUsageMessage();
    }

    @Test
    void modelsOfAdaptersNameTheirCosts() {
        for (String paper : new String[] {"P1", "P2", "P3", "P4"}) {
            assertThat(help(paper)).as(paper).contains(COSTS).contains("sensitivity");
        }
        assertThat(help("P3")).contains("--call", "--slots", "--ranks", "--nas-kernels");
        assertThat(help("P1")).contains("--nas-kernels", "--nas-class", "--nas-processes");
        assertThat(help("P1")).contains("--nodes", "--node-processes");
        assertThat(help("P4")).contains("--fields", "--work");
    }

    @Test
    void p5NamesWhatItAssumes() {
        String help = help("P5");
        for (Assumption assumption : Assumption.values()) {
            assertThat(help).contains(assumption.title() + "=");
        }
        assertThat(help).contains("29.4: % of a step's work", "sensitivity");
    }

    /** Options that say nothing of a value's source name none. */
    @Test
    void everyCostHasASource() {
        new CommandLine(new Papers())
                .getSubcommands().get("P2").getCommandSpec().options().stream()
                        .filter(option -> List.of(COSTS).contains(option.longestName()))
                        .forEach(option ->
                                assertThat(String.join(" ", option.description()))
                                        .as(option.longestName())
                                        .matches(".*(assumed|P3|P4|ICPP|this library).*"));
    }
}
