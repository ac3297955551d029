package org.strata.ess.pmix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client against what a PMIx library returns, as native functions, and what a damaged one may.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PmixClientTest {
    private static final String CARD = "strata.card";

    private FakePmix server;

    @BeforeEach
    void start() throws ReflectiveOperationException {
        server = new FakePmix();
    }

    private PmixClient connect() throws IOException {
        return PmixClient.connect(server.library());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theLifeOfAProcess() throws IOException {
        PmixClient client = connect();
        assertThat(client.rank()).isEqualTo(1);
        assertThat(client.size()).isEqualTo(4);
        assertThat(client.universeSize()).isEqualTo(8);
        assertThat(client.appNum()).isEqualTo(2);
        server.calls.clear();
        for (String value : new String[] {"Y2FyZA-_", "second"}) {
            client.put("card", value);
            client.fence();
            assertThat(client.get(3, "card")).isEqualTo(value);
        }
        client.abort(7, "lost");
        client.finish();
        assertThat(server.calls)
                .containsExactly(
                        "Put 3 3 strata.card Y2FyZA-_",
                        "Commit",
                        "Fence 1 job.1:-2",
                        "Get job.1:3 strata.card",
                        "Put 3 3 strata.card second",
                        "Commit",
                        "Fence 1 job.1:-2",
                        "Get job.1:3 strata.card",
                        "Abort 7 lost",
                        "Finalize");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, true",
        "1, 1, false",
        "1, 2, true",
        "2, 2, false",
        "-1, 4, false",
        "-2, 4, false",
        "0, 0, false",
        "0, -1, false",
        "1048575, 1048576, true",
        "1048576, 1048576, false",
        "0, 1048577, false",
        "0, 4294967297, false",
        "-2147483648, 4, false",
    })
    void ranksAndSizes(int rank, long size, boolean possible) throws IOException {
        server.rank = rank;
        server.number("pmix.job.size", 10, size);
        if (possible) {
            PmixClient client = connect();
            assertThat(client.rank()).isEqualTo(rank);
            assertThat(client.size()).isEqualTo((int) size);
        } else {
            assertThatThrownBy(this::connect)
                    .isInstanceOf(IOException.class)
                    .hasMessage("the PMIx server calls this rank " + rank + " of " + size);
        }
    }

    /** What a server does not tell is 0; what no job has is bounded. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "1048576, 1048576",
        "1048577, 1048576",
        "-1, 0",
        "4294967296, 1048576",
        "-9223372036854775808, 0",
        "9223372036854775807, 1048576",
    })
    void numbersThatAServerNeedNotKnow(long number, int expected) throws IOException {
        PmixClient client = connect();
        server.number("pmix.univ.size", 10, number);
        server.number("pmix.appnum", 10, number);
        assertThat(client.universeSize()).isEqualTo(expected);
        assertThat(client.appNum()).isEqualTo(expected);
        server.remove("pmix.univ.size");
        server.nothing("pmix.appnum");
        assertThat(client.universeSize()).isZero();
        assertThat(client.appNum()).isZero();
        server.text("pmix.univ.size", text("8\0"));
        assertThat(client.universeSize()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 255",
        "7, 255",
        "12, 255",
        "8, 65535",
        "13, 65535",
        "6, -1",
        "9, -1",
        "40, -1",
        "11, 4294967295",
        "14, 4294967295",
        "4, -1",
        "10, -1",
        "15, -1",
    })
    void numbersHaveTheirTypes(int type, long expected) throws IOException {
        server.number("n", type, -1);
        PmixLibrary library = server.library();
        assertThat(library.number(library.process("job.1", 0), "n")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 5, 16, 17, 22, 41, 65_535})
    void othersAreNoNumbers(int type) throws IOException {
        server.number("pmix.job.size", type, 4);
        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pmix.job.size is of type " + type);
    }

    // ---- damaged answers

    @Test
    void aSizeThatIsAbsentOrPointsNowhere() throws IOException {
        server.remove("pmix.job.size");
        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("finds nothing");
        server.nothing("pmix.job.size");
        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no value");
    }

    @Test
    void textsThatAreNone() throws IOException {
        PmixClient client = connect();
        server.text(CARD, null);
        assertThatThrownBy(() -> client.get(0, "card"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no value");
        server.nothing(CARD);
        assertThatThrownBy(() -> client.get(0, "card"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no value");
        server.number(CARD, FakePmix.UINT32, 7);
        assertThatThrownBy(() -> client.get(0, "card"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no text");
    }

    @Test
    void aTextHasABound() throws IOException {
        PmixClient client = connect();
        byte[] longest = new byte[1 << 20];
        Arrays.fill(longest, 0, longest.length - 1, (byte) 'x');
        server.text(CARD, longest);
        assertThat(client.get(0, "card")).hasSize(longest.length - 1);
        byte[] endless = new byte[(1 << 20) + 8];
        Arrays.fill(endless, (byte) 'x');
        server.text(CARD, endless);
        assertThatThrownBy(() -> client.get(0, "card"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is longer than");
    }

    @Test
    void aNamespaceHasABound() throws IOException {
        server.namespace = text("n".repeat(255) + "\0");
        assertThat(connect().size()).isEqualTo(4);
        server.namespace = text("n".repeat(256));
        // The bytes of the rank follow; they have no end either.
        server.rank = 0x01010101;
        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no end");
        server.rank = 1;
        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no end");
    }

    /** A value that a rank has published may be found by a later request only. */
    @Test
    void aValueThatIsLateIsAskedForAgain() throws IOException {
        PmixClient client = connect();
        server.text(CARD, text("late\0"));
        server.absent = 3;
        server.calls.clear();
        assertThat(client.get(0, "card")).isEqualTo("late");
        assertThat(server.calls).hasSize(4);
    }

    /** Each function may fail, with any number; only "not found" is asked again. */
    @Test
    void everyErrorIsAnException() throws IOException {
        PmixClient client = connect();
        server.text(CARD, text("value\0"));
        for (int rc : new int[] {-1, 1, Integer.MIN_VALUE, -47, -45}) {
            for (String function : new String[] {"Put", "Commit", "Fence", "Get", "Init"}) {
                server.results.put(function, rc);
                assertThatThrownBy(() -> all(client))
                        .as(function)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("PMIx_" + function)
                        .hasMessageContaining("returns " + rc);
                server.results.clear();
            }
            server.results.put("Abort", rc);
            server.results.put("Finalize", rc);
            client.abort(1, "text");
            client.finish();
            server.results.clear();
        }
        all(client);
    }

    private void all(PmixClient client) throws IOException {
        client.put("card", "value");
        client.fence();
        assertThat(client.get(0, "card")).isEqualTo("value");
        connect();
    }

    @Test
    void everyMissingFunctionIsNamed() throws Exception {
        for (String name : server.names().toList()) {
            start();
            server.lacks(name);
            assertThatThrownBy(
                            () -> {
                                PmixClient client = connect();
                                client.fence();
                                server.library().finish();
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has no function " + name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'OpenPMIx 3.0.0', true", "'OpenPMIx 2.9.9', false", "'4.2.2', true", "'PMIx 10.1', true",
        "'', false", "'no number', false", "'99999.1', true", "'.', false",
    })
    void versions(String version, boolean right) throws IOException {
        server.version = version;
        if (right) {
            assertThat(connect().size()).isEqualTo(4);
        } else {
            assertThatThrownBy(this::connect)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("version 3 is needed");
        }
    }
}
