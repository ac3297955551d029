package mpi;

import org.junit.jupiter.api.AfterEach;
import org.strata.mca.oob.Oob;
import org.strata.mca.oob.Oob.Listener;
import org.strata.testkit.FakeJob;
import org.strata.testkit.fuzz.FuzzContract;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Letters of processes of other jobs to a port that is open, and then closed with them; names of
 * ports.
 */
class LetterFuzzTest extends FuzzContract {
    private static final long PORT = Long.MIN_VALUE | 7;

    /** One for all inputs: to make a job takes longer than to read ten thousand letters. */
    private final FakeJob job = FakeJob.of(1);

    private final Oob channel = channel();

    private Listener listener;

    @AfterEach
    void close() {
        job.close();
    }

    private Oob channel() {
        return (Oob)
                Proxy.newProxyInstance(
                        Oob.class.getClassLoader(),
                        new Class<?>[] {Oob.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("listen")) {
                                listener = (Listener) arguments[1];
                            }
                            return null;
                        });
    }

    private static byte[] letter(int kind, long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + (1 + words.length) * Long.BYTES);
        bytes.putInt(kind).putLong(PORT);
        for (long word : words) {
            bytes.putLong(word);
        }
        return bytes.array();
    }

    @Override
    protected List<byte[]> valid() {
        return List.of(
                letter(0, 1, 2, 3),
                letter(1, 9),
                letter(2),
                new PortName("of-1", 3, PORT).toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void parse(byte[] input) {
        OobLetters letters = new OobLetters(channel, job.rank(0).engine(), process -> false);
        letters.openPort(PORT);
        listener.onMessage(3, input);
        letters.closePort(PORT);
        PortName name = PortName.parse(new String(input, StandardCharsets.UTF_8));
        if (name != null && !name.equals(PortName.parse(name.toString()))) {
            throw new AssertionError(name);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
