package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.oob.Oob;
import org.strata.mca.oob.Oob.Listener;
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
