package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.util.concurrent.TimeUnit;

/**
 * Ten minutes of random traffic, {@code -Dminutes} for more or less: {@code mvn verify -Psoak}. The
 * seed is another one each time, {@code -Dseed} repeats it; failures name it.
 */
@Tag("soak")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakTest {
    private static final double MINUTES = Double.parseDouble(System.getProperty("minutes", "10"));
    private static final long SEED = Long.getLong("seed", System.currentTimeMillis() & 0xffffff);

    /** One of eight equal parts. */
    enum Part {
        SHARED_MEMORY(4, Transport.SHM),
        CONNECTIONS(4, Transport.TCP),
        BOTH(3, Transport.BOTH),
        SHARED_MEMORY_TINY(3, Transport.SHM),
        CONNECTIONS_TINY(3, Transport.TCP),
        ADAPTERS(3, Transport.ADAPTERS),
        ADAPTERS_TINY(3, Transport.OPENIB),
        FAULTS(3, Transport.BOTH);

        private static final String[] ALL_FAULTS = {
            "btl_fault_wrap", "self,shm,tcp",
            "btl_fault_seed", "" + SEED,
            "btl_fault_no_resource", "0.2",
            "btl_fault_partial", "0.3",
            "btl_fault_delay", "0.02",
            "btl_fault_delay_max", "500"
        };

        private final int ranks;
        private final Transport transport;

        Part(int ranks, Transport transport) {
            this.ranks = ranks;
            this.transport = transport;
        }

        private boolean tiny() {
            return name().endsWith("TINY");
        }

        JobRunner job(double seconds) {
            String[] options = tiny() ? Transport.tiny() : new String[0];
            int longest = tiny() ? 3000 : 1_000_000;
            return transport.job(
                    ranks, this == FAULTS ? ALL_FAULTS : options, SEED, 1, longest, seconds);
        }
    }

    @ParameterizedTest
    @EnumSource
    void soak(Part part) {
        double seconds = MINUTES * 60 / Part.values().length;
        Result result = part.job(seconds).atMost((long) seconds + 120).run();
        assertThat(result.code()).as("seed %d%n%s%n%s", SEED, result.text(), result.err()).isZero();
        assertThat(result.text()).contains("\nok, ");
    }
}
