package org.strata.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.wire.MessageReader;
import org.strata.launcher.wire.NodeFrame;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class NodeInputsTest {
    private static final int MINUTE = 60;
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> toHead = new LinkedBlockingQueue<>();
    private final NodeInputs inputs = new NodeInputs(toHead::add);

    /** A rank's standard input. */
    private static final class Pipe extends ByteArrayOutputStream {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void close() {
            closed.countDown();
        }

        private String awaitEnd() throws InterruptedException {
            assertThat(closed.await(MINUTE, TimeUnit.SECONDS)).as("end of the input").isTrue();
            return toString(StandardCharsets.UTF_8);
        }
    }

    /** The input of a rank that has closed it. */
    private static final class BrokenPipe extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            throw new IOException("Broken pipe");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void assertTaken(int rank, int count) throws InterruptedException {
        byte[] message = toHead.poll(MINUTE, TimeUnit.SECONDS);
        assertThat(message).as("message for mpirun").isNotNull();
        MessageReader in = new MessageReader(message);
        assertThat(NodeFrame.of(in)).isEqualTo(NodeFrame.INPUT_TAKEN);
        assertThat(in.number()).isEqualTo(rank);
        assertThat(in.number()).isEqualTo(count);
    }

    /** mpirun reads "first\nsecond\n" and the end before the daemon starts its ranks. */
    @Test
    void inputBeforeTheRankIsKept() throws InterruptedException {
        inputs.feed(3, bytes("first\n"));
        inputs.feed(3, bytes("second\n"));
        inputs.feed(3, END);
        Pipe pipe = new Pipe();
        inputs.start(3, pipe);
        assertThat(pipe.awaitEnd()).isEqualTo("first\nsecond\n");
        assertTaken(3, 6);
        assertTaken(3, 7);
    }

    @Test
    void inputOfSeveralRanksBeforeAndAfterTheirStart() throws InterruptedException {
        inputs.feed(1, bytes("one "));
        Pipe second = new Pipe();
        inputs.start(2, second);
        inputs.feed(2, bytes("two"));
        Pipe first = new Pipe();
        inputs.start(1, first);
        inputs.feed(1, bytes("more"));
        inputs.feed(1, END);
        inputs.feed(2, END);
        assertThat(first.awaitEnd()).isEqualTo("one more");
        assertThat(second.awaitEnd()).isEqualTo("two");
    }

    /** A rank that asks a question waits for the line, not for a full buffer. */
    @Test
    void whatIsTakenIsNotBuffered() throws InterruptedException {
        Pipe pipe = new Pipe();
        inputs.start(4, new BufferedOutputStream(pipe));
        inputs.feed(4, bytes("yes\n"));
        assertTaken(4, 4);
        assertThat(pipe.toString(StandardCharsets.UTF_8)).isEqualTo("yes\n");
        inputs.feed(4, END);
        assertThat(pipe.awaitEnd()).isEqualTo("yes\n");
    }

    @Test
    void mpirunIsNotifiedWhenARankReadsNoMore() throws InterruptedException {
        inputs.feed(0, bytes("unread"));
        inputs.start(0, new BrokenPipe());
        assertTaken(0, -1);
    }
}
