package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortNameTest {
    @Test
    void aNameIsReadAsItWasWritten() {
        for (int i = 0; i < 100; i++) {
            PortName name = new PortName("17-ab12", i, PortName.newChannel());
            assertThat(PortName.parse(name.toString())).isEqualTo(name);
            assertThat(name.toString()).hasSizeLessThan(MPI.MAX_PORT_NAME);
        }
    }

    /** Channels from 0 are those of spawns: nobody reaches them by the name of a port. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "strata",
                "strata:1-a:0:",
                "strata:1-a:0:5",
                "strata:1-a:x:8000000000000000",
                "strata:1-a:0:g000000000000000",
                "strata:1-a:0:18000000000000000",
                "other:1-a:0:8000000000000000"
            })
    void otherTextsAreNoNames(String text) {
        assertThat(PortName.parse(text)).isNull();
        assertThat(PortName.parse(null)).isNull();
    }
}
