package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class LineForwarderTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private void forward(String input, OutputSink sink, OutputTag tag, OutputCopy copy) {
        new LineForwarder(new ByteArrayInputStream(bytes(input)), sink, copy, tag, null, () -> {})
                .run();
    }

    @Test
    void bytesPassAsTheyAre(@TempDir Path directory) throws Exception {
        byte[] random = new byte[300_000];
        new Random(5).nextBytes(random);
        Path file = directory.resolve("copy");
        OutputCopy copy = OutputCopy.open(file, reason -> {});
        OutputSink sink = new OutputSink(written, false);
        new LineForwarder(new ByteArrayInputStream(random), sink, copy, null, null, () -> {}).run();
        assertThat(written.toByteArray()).isEqualTo(random);
        assertThat(file).hasBinaryContent(random);
    }

    @Test
    void everyLineIsTagged() {
        forward(
                "a\n\nb",
                new OutputSink(written, true),
                new OutputTag(3, "stdout", true, null),
                null);
        assertThat(text()).isEqualTo("[1,3]<stdout>:a\n[1,3]<stdout>:\n[1,3]<stdout>:b\n");
    }

    @Test
    void aLineLongerThanTheBufferIsTaggedOnce() {
        String line = "x".repeat(200_000);
        forward(
                line + "\ny\n",
                new OutputSink(written, true),
                new OutputTag(0, "stderr", true, null),
                null);
        assertThat(text()).isEqualTo("[1,0]<stderr>:" + line + "\n[1,0]<stderr>:y\n");
    }

    @Test
    void timestampsLookLikeCtime() {
        Instant noon = Instant.parse("2026-11-05T12:00:00Z");
        assertThat(
                        new String(
                                new OutputTag(1, "stdout", false, () -> noon).now(),
                                StandardCharsets.UTF_8))
                .matches("(Wed|Thu|Fri) Nov  \\d \\d\\d:00:00 2026<stdout>:");
    }

    /** Input that arrives in pieces that know nothing of lines. */
    private static final class Pieces extends ByteArrayInputStream {
        private final Random random;

        Pieces(String text, long seed) {
            super(bytes(text));
            random = new Random(seed);
        }

        @Override
        public synchronized int read(byte[] into, int offset, int length) {
            Thread.yield();
            return super.read(into, offset, Math.min(length, 1 + random.nextInt(200)));
        }
    }

    @Test
    void linesOfSeveralStreamsStayWhole() throws Exception {
        OutputSink sink = new OutputSink(written, false);
        int lines = 5000;
        List<Thread> threads = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            StringBuilder input = new StringBuilder();
            for (int i = 0; i < lines; i++) {
                input.append(name).append(' ').append(i).append(" -".repeat(20)).append('\n');
            }
            Pieces pieces = new Pieces(input.toString(), name.hashCode());
            LineForwarder forwarder = new LineForwarder(pieces, sink, null, null, null, () -> {});
            threads.add(Thread.ofPlatform().start(forwarder));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String name : List.of("a", "b", "c")) {
            List<String> got = text().lines().filter(line -> line.startsWith(name)).toList();
            assertThat(got).hasSize(lines).allMatch(line -> line.matches("\\w \\d+( -){20}"));
            assertThat(got.get(lines - 1)).startsWith(name + " " + (lines - 1) + " ");
        }
    }

    @Test
    void anUnfinishedLineAppearsBeforeTheStreamEnds() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        OutputStream out =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        seen.countDown();
                    }
                };
        PipedOutputStream rank = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(rank);
        Thread.ofPlatform()
                .daemon()
                .start(
                        new LineForwarder(
                                in, new OutputSink(out, false), null, null, null, () -> {}));
        rank.write(bytes("name? "));
        assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
        rank.close();
    }

    @Test
    void aStreamWaitsForTheRestOfAnothersLine() throws Exception {
        OutputSink sink = new OutputSink(written, false);
        Object first = new Object();
        sink.write(first, bytes("begin "), 0, 6);
        Thread second =
                Thread.ofPlatform().start(() -> sink.write(new Object(), bytes("second\n"), 0, 7));
        sink.write(first, bytes("end\n"), 0, 4);
        second.join();
        assertThat(text()).isEqualTo("begin end\nsecond\n");
    }

    @Test
    void nobodyWaitsForAStreamThatHasEnded() {
        OutputSink sink = new OutputSink(written, true);
        Object first = new Object();
        sink.write(first, bytes("begin"), 0, 5);
        sink.end(first);
        sink.write(new Object(), bytes("second\n"), 0, 7);
        assertThat(text()).isEqualTo("begin\nsecond\n");
    }

    /** A stream that never completes its line, until it is interrupted. */
    private static final class Dots extends InputStream {
        private volatile boolean over;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            into[offset] = '.';
            return over ? -1 : 1;
        }

        @Override
        public int available() {
            return 1;
        }
    }

    @Test
    void dotsThatNeverPauseAppearAndHoldNobodyUp() throws Exception {
        CountDownLatch seen = new CountDownLatch(2);
        OutputStream out =
                new OutputStream() {
                    @Override
                    public void write(int b) {}

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        seen.countDown();
                    }
                };
        // Two seconds of patience pass in a tenth of one; each dot makes the sink look at its
        // clock.
        OutputSink sink = new OutputSink(out, true, () -> 20 * System.nanoTime());
        Dots dots = new Dots();
        Thread forwarder =
                Thread.ofPlatform()
                        .start(new LineForwarder(dots, sink, null, null, null, () -> {}));
        assertThat(seen.await(30, TimeUnit.SECONDS)).as("dots are passed on").isTrue();
        // The dots' line goes on for ever; before, this call never returned.
        assertThat(sink.write(new Object(), bytes("other\n"), 0, 6)).isTrue();
        dots.over = true;
        forwarder.join();
    }

    @Test
    void aFullDiskIsReportedOnceAndLosesNoRank() {
        List<String> reasons = new ArrayList<>();
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        OutputSink sink = new OutputSink(full, false);
        sink.onFailure(reasons::add);
        ByteArrayInputStream in = new ByteArrayInputStream(bytes("a\n".repeat(100_000)));
        new LineForwarder(in, sink, null, null, null, () -> {}).run();
        assertThat(in.available()).as("read to its end").isZero();
        assertThat(reasons).containsExactly("No space left on device");
        sink.onFailure(reason -> reasons.add("too late: " + reason));
        assertThat(reasons).contains("too late: No space left on device");
    }

    @Test
    void aFileThatCannotBeWrittenDoesNotEndTheOutput() throws Exception {
        List<String> reasons = new ArrayList<>();
        String input = "line\n".repeat(10_000);
        OutputSink sink = new OutputSink(written, false);
        OutputCopy copy = OutputCopy.open(Path.of("/dev/full"), reasons::add);
        new LineForwarder(new ByteArrayInputStream(bytes(input)), sink, copy, null, null, () -> {})
                .run();
        assertThat(text()).isEqualTo(input);
        assertThat(reasons).singleElement().asString().startsWith("/dev/full cannot be written: ");
    }

    @Test
    void aBrokenSinkEndsTheForwarding() throws Exception {
        OutputStream broken =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                };
        CountDownLatch ended = new CountDownLatch(1);
        ByteArrayInputStream in = new ByteArrayInputStream(bytes("a\n".repeat(100_000)));
        new LineForwarder(in, new OutputSink(broken, false), null, null, null, ended::countDown)
                .run();
        assertThat(ended.getCount()).isZero();
        assertThat(in.available()).isPositive();
    }

    @Test
    void stdinToSeveralRanksSurvivesOneThatStopsReading() {
        ByteArrayOutputStream good = new ByteArrayOutputStream();
        OutputStream bad =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                };
        byte[] input = bytes("line\n".repeat(50_000));
        new StdinPump(new ByteArrayInputStream(input), List.of(bad, good)).run();
        assertThat(good.toByteArray()).isEqualTo(input);
    }
}
