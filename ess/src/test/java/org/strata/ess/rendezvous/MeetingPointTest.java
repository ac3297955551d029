package org.strata.ess.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class MeetingPointTest {
    @TempDir private Path directory;
    private Map<String, String> environment;

    @BeforeEach
    void setUp() throws IOException {
        environment = new MeetingFixture(directory, 4).environment(3);
    }

    @Test
    void namesAndAddresses() throws IOException {
        environment.put("STRATA_RENDEZVOUS", "job-0.ring.svc:7000");
        assertThat(MeetingPoint.from(environment).host()).isEqualTo("job-0.ring.svc");
        environment.put("STRATA_RENDEZVOUS", "[::1]:7000");
        MeetingPoint point = MeetingPoint.from(environment);
        assertThat(point.host()).isEqualTo("::1");
        assertThat(point.port()).isEqualTo(7000);
        assertThat(point.rank()).isEqualTo(3);
        assertThat(point.size()).isEqualTo(4);
        assertThat(point.secret()).hasSize(16);
    }

    @ParameterizedTest
    @CsvSource({
        "RANK, 4, is not between 0 and 3",
        "RANK, -1, is not between",
        "RANK, one, is not a number",
        "RANK, , STRATA_RANK and no RANK and no JOB_COMPLETION_INDEX",
        "WORLD_SIZE, 0, is not between 1",
        "WORLD_SIZE, 99999999999, is not a number",
        "WORLD_SIZE, , no STRATA_SIZE and no WORLD_SIZE",
        "STRATA_RENDEZVOUS, host, is not HOST:PORT",
        "STRATA_RENDEZVOUS, :80, is not HOST:PORT",
        "STRATA_RENDEZVOUS, host:0, is not between 1 and 65535",
        "STRATA_RENDEZVOUS, host:65536, is not between 1 and 65535",
        "STRATA_SECRET_FILE, , head -c 32 /dev/urandom",
    })
    void whatIsWrongIsNamed(String name, String value, String message) {
        if (value == null) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
        assertThatThrownBy(() -> MeetingPoint.from(environment))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aSecretThatIsGuessedEasilyIsNone() throws IOException {
        Files.writeString(directory.resolve("secret"), "0123456789abcde");
        assertThatThrownBy(() -> MeetingPoint.from(environment))
                .hasMessageContaining("has 15 bytes");
        environment.put("STRATA_SECRET_FILE", directory.resolve("absent").toString());
        assertThatThrownBy(() -> MeetingPoint.from(environment))
                .hasMessageContaining("absent is not there");
    }
}
