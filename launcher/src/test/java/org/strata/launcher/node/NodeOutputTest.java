package org.strata.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.launcher.wire.MessageReader;
import org.strata.launcher.wire.NodeFrame;
import org.strata.launcher.wire.OutputWindow;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a daemon sends of a rank's stream, and when; the test is mpirun. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeOutputTest {
    private static final int RANK = 3;
    private static final int STREAM = 2;
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> toHead = new LinkedBlockingQueue<>();

    /** A rank's stream, which a test feeds by chunks; none is its end. */
    private static final class Pipe extends InputStream {
        private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
        private volatile boolean closed;

        void write(String text) {
            chunks.add(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            try {
                byte[] chunk = chunks.take();
                System.arraycopy(chunk, 0, into, at, chunk.length);
                return chunk.length == 0 ? -1 : chunk.length;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private NodeOutput output(InputStream in) {
        return new NodeOutput(RANK, STREAM, in, toHead::add);
    }

    /** Returns the bytes of the next message. */
    private byte[] next() throws InterruptedException {
        byte[] message = toHead.poll(20, TimeUnit.SECONDS);
        assertThat(message).as("a message, or the stream's end").isNotNull();
        MessageReader in = new MessageReader(message);
        assertThat(NodeFrame.of(in)).isEqualTo(NodeFrame.OUTPUT);
        assertThat(in.number()).isEqualTo(RANK);
        assertThat(in.number()).isEqualTo(STREAM);
        return in.bytes();
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            assertThat(thread.isAlive()).as("it waits").isTrue();
            Thread.onSpinWait();
        }
    }

    /** As fast as the rank writes, but never more than mpirun has room for; then the end. */
    @Test
    void aFloodStopsUntilMpirunHasRoom() throws Exception {
        byte[] flood = new byte[5 * OutputWindow.BYTES + 12_345];
        new Random(7).nextBytes(flood);
        NodeOutput output = output(new ByteArrayInputStream(flood));
        Thread thread = Thread.ofPlatform().daemon().start(output);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        int untaken = 0;
        while (got.size() < flood.length) {
            // Nothing is taken before the stream stands still, or ends.
            while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                Thread.onSpinWait();
            }
            while (!toHead.isEmpty() && got.size() < flood.length) {
                byte[] chunk = next();
                assertThat(chunk).isNotEmpty();
                got.writeBytes(chunk);
                untaken += chunk.length;
            }
            assertThat(untaken).isLessThanOrEqualTo(OutputWindow.BYTES);
            output.taken(untaken);
            untaken = 0;
        }
        thread.join();
        assertThat(next()).isEmpty();
        assertThat(toHead).isEmpty();
        assertThat(got.toByteArray()).isEqualTo(flood);
    }

    @Test
    void halfLinesAreSentAsTheyCome() throws Exception {
        Pipe rank = new Pipe();
        Thread thread = Thread.ofPlatform().daemon().start(output(rank));
        for (String piece : new String[] {"name", "? ", "\n", "half", " line\nand", " more"}) {
            rank.write(piece);
            assertThat(next()).asString(StandardCharsets.UTF_8).isEqualTo(piece);
        }
        rank.write("");
        assertThat(next()).as("the end").isEmpty();
        thread.join();
        assertThat(rank.closed).isTrue();
        assertThat(toHead).isEmpty();
    }

    @Test
    void aStreamWithoutBytesHasAnEnd() throws Exception {
        output(new ByteArrayInputStream(END)).run();
        assertThat(next()).isEmpty();
        assertThat(toHead).isEmpty();
    }

    /** The rank gets a broken pipe, as a shell's would: its stream is closed. */
    @Test
    void nobodyReadsAnyMore() throws Exception {
        Pipe rank = new Pipe();
        NodeOutput output = output(rank);
        Thread thread = Thread.ofPlatform().daemon().start(output);
        rank.write("first");
        assertThat(next()).hasSize(5);
        output.taken(-1);
        rank.write("second");
        thread.join();
        assertThat(rank.closed).isTrue();
        assertThat(next()).as("the end").isEmpty();
        assertThat(toHead).isEmpty();
    }

    @Test
    void nobodyReadsAnyMoreWhileAFloodWaits() throws Exception {
        NodeOutput output = output(new ByteArrayInputStream(new byte[2 * OutputWindow.BYTES]));
        Thread thread = Thread.ofPlatform().daemon().start(output);
        awaitState(thread, Thread.State.WAITING);
        output.taken(-1);
        thread.join();
        int sent = 0;
        byte[] chunk = next();
        while (chunk.length > 0) {
            sent += chunk.length;
            chunk = next();
        }
        assertThat(sent).isEqualTo(OutputWindow.BYTES);
        assertThat(toHead).isEmpty();
    }

    /** Whatever ends the stream, mpirun is told: its forwarder would wait for ever. */
    @Test
    void aPipeThatFailsHasAnEnd() throws Exception {
        InputStream broken =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("Input/output error");
                    }

                    @Override
                    public int read(byte[] into, int from, int most) throws IOException {
                        return read();
                    }
                };
        output(broken).run();
        assertThat(next()).isEmpty();
        assertThat(toHead).isEmpty();
    }

    @Test
    void anInterruptEndsTheStream() throws Exception {
        NodeOutput output = output(new ByteArrayInputStream(new byte[2 * OutputWindow.BYTES]));
        Thread thread = Thread.ofPlatform().daemon().start(output);
        awaitState(thread, Thread.State.WAITING);
        thread.interrupt();
        thread.join();
        byte[] last = next();
        while (!toHead.isEmpty()) {
            assertThat(last).isNotEmpty();
            last = next();
        }
        assertThat(last).isEmpty();
    }
}
