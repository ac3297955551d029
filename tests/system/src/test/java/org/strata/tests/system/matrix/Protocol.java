package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.tests.system.JobRunner.Result;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of {@code pml_ob1_rdma_protocol} that name a protocol for long messages. */
enum Protocol {
    COPY,
    LEAVE_PINNED,
    PIPELINE,
    PIPELINE_LEAVE_PINNED,
    RPUT,
    RGET;

    String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Checks in a job's counters that this protocol, and no other, carried long messages. */
    void assertUsed(Result result) {
        for (Protocol each : values()) {
            if (each != COPY) {
                String counter = "pml_ob1_" + each.value() + "_sent";
                assertThat(sum(counter, result.err()) > 0).as(counter).isEqualTo(each == this);
            }
        }
        assertThat(sum("pml_ob1_rendezvous_sent", result.err()) > 0)
                .as("messages by copy")
                .isEqualTo(this == COPY);
    }

    private static long sum(String counter, String text) {
        Matcher lines = Pattern.compile(" " + counter + " +(\\d+)").matcher(text);
        return lines.results().mapToLong(line -> Long.parseLong(line.group(1))).sum();
    }
}
