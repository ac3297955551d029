package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.oob.Oob;
import org.strata.mca.oob.Oob.Listener;
import org.strata.opal.Rc;
import org.strata.opal.progress.IdlePolicy;
import org.strata.testkit.FakeJob;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Letters come from processes of other jobs, too, which may send anything. */
class OobLettersTest {
    private static final long CHANNEL = 7;

    private final List<Object[]> sent = new ArrayList<>();
    private Listener listener;

    /** A channel that only notes what is done with it. */
    private Oob channel() {
        return (Oob)
                Proxy.newProxyInstance(
                        Oob.class.getClassLoader(),
                        new Class<?>[] {Oob.class},
                        (proxy, method, arguments) -> {
                            switch (method.getName()) {
                                case "listen" -> listener = (Listener) arguments[1];
                                case "send" -> sent.add(arguments);
                                default -> throw new AssertionError(method);
                            }
                            return null;
                        });
    }

    @Test
    void lettersThatAreCutOffAreDropped() {
        try (FakeJob job = FakeJob.of(1)) {
            var engine = job.rank(0).engine();
            OobLetters letters = new OobLetters(channel(), engine, process -> false);
            byte[] connect = ByteBuffer.allocate(20).putInt(1).putLong(CHANNEL).putLong(9).array();
            for (int bytes = 0; bytes < connect.length; bytes++) {
                listener.onMessage(3, Arrays.copyOf(connect, bytes));
            }
            assertThat(sent).isEmpty();
            listener.onMessage(3, connect);
            assertThat(sent).as("the port is not open").hasSize(1);
            listener.onMessage(
                    3, ByteBuffer.allocate(20).putLong(4, CHANNEL).putLong(12, 5).array());
            engine.enter();
            assertThat(letters.await(CHANNEL).words()).containsExactly(5);
            engine.exit();
        }
    }

    private static byte[] letter(int kind, long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + (1 + words.length) * Long.BYTES);
        bytes.putInt(kind).putLong(CHANNEL);
        for (long word : words) {
            bytes.putLong(word);
        }
        return bytes.array();
    }

    /** A leader's letter has the words that were agreed on, or the exchange has failed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100})
    void aLetterOfAnotherLengthFailsTheExchange(int length) {
        try (FakeJob job = FakeJob.of(1)) {
            var engine = job.rank(0).engine();
            OobLetters letters = new OobLetters(channel(), engine, process -> false);
            long[] words = new long[length];
            Arrays.fill(words, 6);
            engine.enter();
            listener.onMessage(2, letter(0, 1, 1));
            listener.onMessage(3, letter(0, words));
            long[] in = new long[2];
            int rc = letters.link(3, CHANNEL).exchange(new long[] {8}, in);
            engine.exit();
            assertThat(Rc.name(rc)).isEqualTo(length == 2 ? "OK" : "PEER_FAILED");
            assertThat(in).containsOnly(length == 2 ? 6 : 0);
            assertThat(sent).as("the own words").hasSize(1);
        }
    }

    /** Those that wait at a port, and those that come later, are refused; until it opens again. */
    @Test
    void aPortThatIsClosedRefusesEverybody() {
        try (FakeJob job = FakeJob.of(1)) {
            OobLetters letters = new OobLetters(channel(), job.rank(0).engine(), process -> false);
            for (int round = 1; round <= 2; round++) {
                sent.clear();
                letters.openPort(CHANNEL);
                assertThat(letters.isOpen(CHANNEL)).isTrue();
                listener.onMessage(3, letter(1, 90));
                listener.onMessage(4, letter(1, 91));
                assertThat(sent).as("they wait").isEmpty();
                letters.closePort(CHANNEL);
                assertThat(letters.isOpen(CHANNEL)).isFalse();
                assertThat(sent).extracting(arguments -> arguments[0]).containsExactly(3, 4);
                listener.onMessage(5, letter(1, 92));
                assertThat(sent).extracting(arguments -> arguments[0]).containsExactly(3, 4, 5);
            }
        }
    }

    /** Whoever asks first takes the news of the end from nobody: a sleeping wait asks twice. */
    @Test
    @Timeout(60)
    void theEndOfTheOtherSideIsSeenByEveryLook() {
        try (FakeJob job = FakeJob.of(1)) {
            var engine = job.rank(0).engine();
            engine.setIdlePolicy(new IdlePolicy(0, 0, true));
            OobLetters letters = new OobLetters(channel(), engine, process -> false);
            engine.enter();
            assertThat(letters.await(CHANNEL, () -> true)).isNull();
            engine.exit();
        }
    }
}
