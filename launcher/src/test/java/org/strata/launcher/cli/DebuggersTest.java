package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The option --jdwp: who listens for a debugger, where, and who waits for it. */
class DebuggersTest {
    private static String included(Debuggers debuggers) {
        return IntStream.range(0, 10)
                .filter(debuggers::include)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "5005 > false > 0 1 2 3 4 5 6 7 8 9",
                "5005,suspend > true > 0 1 2 3 4 5 6 7 8 9",
                "5005,rank=2 > false > 2",
                "5005,rank=0,4-6 > false > 0 4 5 6",
                "5005,suspend,rank=4-6,0 > true > 0 4 5 6",
                "5005,rank=1,suspend > true > 1",
                "5005,rank=3-1 > false > 3",
            })
    void ranks(String text, boolean suspend, String ranks) throws UsageException {
        Debuggers debuggers = Debuggers.parse(text);
        assertThat(included(debuggers)).isEqualTo(ranks);
        assertThat(debuggers.suspend()).isEqualTo(suspend);
        assertThat(debuggers.port()).isEqualTo(5005);
    }

    @Test
    void withoutTheOptionNobodyListens() throws UsageException {
        Debuggers none = Debuggers.parse(null);
        assertThat(included(none)).isEmpty();
        assertThat(none.option(0)).isEmpty();
    }

    /** On the loopback interface alone: a debugger may run any code in the rank. */
    @Test
    void theOptionOfARanksJvm() throws UsageException {
        assertThat(Debuggers.parse("5005,rank=3").option(3))
                .isEqualTo(
                        "-agentlib:jdwp=transport=dt_socket,server=y,quiet=y,suspend=n,"
                                + "address=127.0.0.1:5008");
        assertThat(Debuggers.parse("5005,suspend").option(0))
                .endsWith(",suspend=y,address=127.0.0.1:5005");
        assertThat(Debuggers.parse("5005,rank=3").option(2)).isEmpty();
        assertThat(Debuggers.parse("65535").option(0)).isNotEmpty();
        assertThat(Debuggers.parse("65535").option(1)).as("there is no such port").isEmpty();
    }

    @Test
    void everyRankThatListensHasAPort() throws UsageException {
        Debuggers.parse("65534").check(2);
        Debuggers.parse("65535,rank=0").check(100);
        assertThatThrownBy(() -> Debuggers.parse("65534").check(3))
                .hasMessage(
                        "--jdwp 65534: rank 2 would have port 65536, and the largest is 65535.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "-1"})
    void portsThatThereAreNot(String port) {
        assertThatThrownBy(() -> Debuggers.parse(port))
                .hasMessage("--jdwp wants a port from 1 to 65535, not " + port + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5005,rank=", "5005,rank=x", "5005,rank=1-", "5005,rank=123456"})
    void ranksThatAreNone(String text) {
        assertThatThrownBy(() -> Debuggers.parse(text))
                .hasMessageStartingWith("--jdwp wants ranks such as rank=0,4-7, not ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5005,4", "5005,wait", "5005,", "5005,rank=1,x"})
    void otherWords(String text) {
        assertThatThrownBy(() -> Debuggers.parse(text))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(e.lines())
                                        .hasSize(2)
                                        .first()
                                        .asString()
                                        .startsWith("--jdwp knows no \""));
    }
}
