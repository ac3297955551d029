package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ten minutes of random traffic, {@code -Dminutes} for more or less: {@code mvn verify -Psoak}. The
 * seed is another one each time, {@code -Dseed} repeats it; failures name it. {@code -Dparts} names
 * the parts that share the time, {@code -Dparts=RINGS}; {@code -Dmca} sets parameters of all jobs,
 * {@code -Dmca="pml_ob1_fast_path 0"}.
 */
@Tag("soak")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakTest {
    private static final double MINUTES = Double.parseDouble(System.getProperty("minutes", "10"));
    private static final long SEED = Long.getLong("seed", System.currentTimeMillis() & 0xffffff);

    private static final String PARTS = System.getProperty("parts", "");
    private static final String MCA = System.getProperty("mca", "");

    /** One of the equal parts. */
    enum Part {
        SHARED_MEMORY(4, Transport.SHM),
        CONNECTIONS(4, Transport.TCP),
        BOTH(3, Transport.BOTH),
        SHARED_MEMORY_TINY(3, Transport.SHM),
        CONNECTIONS_TINY(3, Transport.TCP),
        ADAPTERS(3, Transport.ADAPTERS),
        ADAPTERS_TINY(3, Transport.OPENIB),
        FAULTS(3, Transport.BOTH),
        RINGS(8, Transport.OPENIB),
        TUPLES(4, Transport.OPENIB),
        NODES(8, Transport.OPENIB),
        DATAGRAMS(4, Transport.OPENIB),
        CROWD(4, Transport.SHM),
        CROWD_CONNECTIONS(3, Transport.TCP);

        private static final String[] ALL_FAULTS = {
            "btl_fault_wrap", "self,shm,tcp",
            "btl_fault_seed", "" + SEED,
            "btl_fault_no_resource", "0.2",
            "btl_fault_partial", "0.3",
            "btl_fault_delay", "0.02",
            "btl_fault_delay_max", "500"
        };

        /** Fewer rings than peers, which lose them to others all the time. */
        private static final String[] SCARCE_RINGS = {
            "btl_openib_use_eager_rdma", "1",
            "btl_openib_eager_rdma_threshold", "2",
            "btl_openib_max_eager_rdma", "2",
            "btl_openib_eager_rdma_policy", "rate",
            "btl_openib_eager_rdma_learn", "" + SEED % 2,
            "btl_openib_eager_rdma_layout", SEED % 3 == 0 ? "fixed_guarded" : "variable_bottom",
            "btl_openib_srq_credits", SEED / 2 % 2 == 0 ? "share" : "demand"
        };

        private static final String[] TUPLEQ = {
            "pml", "tupleq", "pml_tupleq_wildcard", SEED % 2 == 0 ? "fallback" : "handover"
        };

        /** Four nodes of two ranks, which the others reach by shared queue pairs. */
        private static final String[] NODE_LANES = {
            "btl_openib_receive_queues", "X,4096,64:X,65536,64",
            "btl_openib_xrc_per_node", "true",
            "btl_openib_xrc_domain_ranks", "2"
        };

        /** Peers that talk little, until they have talked for long. */
        private static final String[] FIRST_CONTACTS = {
            "btl_openib_first_contact", "ud",
            "btl_openib_first_contact_messages", "1000",
            "btl_openib_first_contact_receives", "8"
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

        private String[] options() {
            return switch (this) {
                case FAULTS -> ALL_FAULTS;
                case RINGS -> SCARCE_RINGS;
                case TUPLES -> TUPLEQ;
                case NODES -> NODE_LANES;
                case DATAGRAMS -> FIRST_CONTACTS;
                default -> tiny() ? Transport.tiny() : new String[0];
            };
        }

        JobRunner job(double seconds) {
            if (name().startsWith("CROWD")) {
                return transport.job(CrowdProgram.class, ranks, withMca(), SEED, seconds);
            }
            int longest = tiny() ? 3000 : 1_000_000;
            return transport.job(ranks, withMca(options()), SEED, 1, longest, seconds);
        }
    }

    private static String[] withMca(String... options) {
        if (MCA.isBlank()) {
            return options;
        }
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of(MCA.trim().split("\\s+")));
        return all.toArray(new String[0]);
    }

    private static List<Part> parts() {
        return PARTS.isBlank()
                ? List.of(Part.values())
                : Arrays.stream(PARTS.split(",")).map(String::strip).map(Part::valueOf).toList();
    }

    @ParameterizedTest
    @MethodSource("parts")
    void soak(Part part) {
        double seconds = MINUTES * 60 / parts().size();
        Result result = part.job(seconds).atMost((long) seconds + 120).run();
        assertThat(result.code()).as("seed %d%n%s%n%s", SEED, result.text(), result.err()).isZero();
        assertThat(result.text()).contains("\nok, ");
    }
}
