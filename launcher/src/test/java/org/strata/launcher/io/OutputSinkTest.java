package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whose turn it is while a line is unfinished, by a clock that only the test moves. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputSinkTest {
    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Object first = "first";
    private final Object second = "second";

    /** A machine that has been up for long: a time that was never stored is long ago. */
    private long now = 1_000_000 * SECOND;

    private final OutputSink sink = sink(written, false);

    private OutputSink sink(OutputStream out, boolean separateLines) {
        return new OutputSink(out, separateLines, () -> now);
    }

    private static boolean write(OutputSink sink, Object owner, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return sink.write(owner, bytes, 0, bytes.length);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    /** Starts to write for the second stream; returns once it waits or is done. */
    private Thread writeSecond(OutputSink to, String text) {
        Thread writer = Thread.ofPlatform().daemon().start(() -> write(to, second, text));
        while (writer.getState() != Thread.State.TIMED_WAITING && writer.isAlive()) {
            Thread.onSpinWait();
        }
        return writer;
    }

    private static void expectWaiting(Thread writer) {
        assertThat(writer.isAlive()).as("the second stream waits for its turn").isTrue();
    }

    @Test
    void aHalfLineIsFinishedBeforeOthersGoOn() throws Exception {
        for (int use = 0; use < 3; use++) {
            write(sink, first, "half ");
            Thread writer = writeSecond(sink, "second\n");
            expectWaiting(writer);
            now += SECOND;
            write(sink, first, "line\n");
            writer.join();
        }
        assertThat(text()).isEqualTo("half line\nsecond\n".repeat(3));
    }

    /** The bytes count, not the call: here the half line follows whole ones. */
    @Test
    void aHalfLineBehindWholeLinesIsFinished() throws Exception {
        write(sink, first, "old ");
        now += 10 * SECOND;
        write(sink, first, "line\nwhole\nhalf ");
        Thread writer = writeSecond(sink, "second\n");
        expectWaiting(writer);
        write(sink, first, "line\n");
        writer.join();
        assertThat(text()).isEqualTo("old line\nwhole\nhalf line\nsecond\n");
    }

    /** Each byte of a line in turn may be the end of a call. */
    @Test
    void linesStayWholeWhereverTheyAreCut() throws Exception {
        String line = "0123456789\n";
        StringBuilder expected = new StringBuilder();
        for (int cut = 1; cut < line.length(); cut++) {
            write(sink, first, line.substring(0, cut));
            Thread writer = writeSecond(sink, "second\n");
            expectWaiting(writer);
            write(sink, first, line.substring(cut));
            writer.join();
            expected.append(line).append("second\n");
        }
        assertThat(text()).isEqualTo(expected.toString());
    }

    @Test
    void patienceWithAPromptEnds() {
        write(sink, first, "name? ");
        now += 2 * SECOND;
        assertThat(write(sink, second, "second\n")).isTrue();
        assertThat(text()).isEqualTo("name? second\n");
    }

    /** Patience with a line begins with its first byte, however many follow. */
    @ParameterizedTest
    @ValueSource(strings = {".", "....", ". .\t."})
    void dotsDoNotProlongPatience(String dots) {
        for (int i = 0; i < 20; i++) {
            write(sink, first, dots);
            now += SECOND / 10;
        }
        assertThat(write(sink, second, "second\n")).isTrue();
        assertThat(text()).isEqualTo(dots.repeat(20) + "second\n");
    }

    @Test
    void whoWritesAloneNeverWaits() {
        for (int i = 0; i < 100; i++) {
            assertThat(write(sink, first, "half ")).isTrue();
        }
        assertThat(write(sink, first, "\n")).isTrue();
        assertThat(write(sink, second, "second\n")).isTrue();
        assertThat(text()).isEqualTo("half ".repeat(100) + "\nsecond\n");
    }

    /** With separate lines, a stream that runs out of patience begins a line of its own. */
    @Test
    void anotherLineBeginsBehindAnUnfinishedOne() {
        OutputSink separate = sink(written, true);
        write(separate, first, "name? ");
        assertThat(separate.continues(first)).isTrue();
        assertThat(separate.continues(second)).isFalse();
        now += 2 * SECOND;
        write(separate, second, "second\n");
        write(separate, first, "rest\n");
        assertThat(text()).isEqualTo("name? \nsecond\nrest\n");
    }

    /** A stream that ends in the middle of a line lets a waiting one go on. */
    @Test
    void theEndOfAStreamIsTheEndOfItsLine() throws Exception {
        OutputSink separate = sink(written, true);
        for (int use = 0; use < 2; use++) {
            write(separate, first, "half");
            Thread writer = writeSecond(separate, "second\n");
            expectWaiting(writer);
            separate.end(second);
            assertThat(writer.isAlive()).as("another stream's end changes nothing").isTrue();
            separate.end(first);
            writer.join();
        }
        assertThat(text()).isEqualTo("half\nsecond\n".repeat(2));
    }

    /**
     * By a clock that goes back an hour whenever it is read, patience never ends: whoever waits
     * goes on because he is woken.
     */
    @Test
    void whoWaitsIsWoken() throws Exception {
        OutputSink patient = new OutputSink(written, true, () -> now -= 3600 * SECOND);
        write(patient, first, "half ");
        Thread writer = writeSecond(patient, "second\n");
        expectWaiting(writer);
        write(patient, first, "line\n");
        writer.join();
        write(patient, first, "half");
        writer = writeSecond(patient, "second\n");
        expectWaiting(writer);
        patient.end(first);
        writer.join();
        assertThat(text()).isEqualTo("half line\nsecond\nhalf\nsecond\n");
    }

    /** Who is interrupted while he waits loses no bytes, and finds out afterwards. */
    @Test
    void anInterruptEndsTheWaitAndIsKept() throws Exception {
        write(sink, first, "half\n");
        write(sink, first, "half ");
        AtomicBoolean kept = new AtomicBoolean();
        Thread writer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            write(sink, second, "second\n");
                            kept.set(Thread.currentThread().isInterrupted());
                        });
        writer.interrupt();
        writer.join();
        assertThat(kept).isTrue();
        assertThat(text()).isEqualTo("half\nhalf second\n");
    }

    /** Bytes that are nobody's line: an empty write is no turn. */
    @Test
    void anEmptyWriteLeavesTheLineAsItIs() throws Exception {
        write(sink, first, "half ");
        assertThat(write(sink, first, "")).isTrue();
        Thread writer = writeSecond(sink, "second\n");
        expectWaiting(writer);
        write(sink, first, "line\n");
        writer.join();
        assertThat(text()).isEqualTo("half line\nsecond\n");
    }

    /** Who waits for the rest of a line learns that the reader is gone. */
    @Test
    void aBrokenPipeEndsTheWait() throws Exception {
        OutputSink broken =
                sink(
                        new OutputStream() {
                            private int left = 2;

                            @Override
                            public void write(int b) {}

                            @Override
                            public void write(byte[] bytes, int at, int length) throws IOException {
                                if (--left == 0) {
                                    throw new IOException("Broken pipe");
                                }
                            }
                        },
                        false);
        assertThat(write(broken, first, "half ")).isTrue();
        Thread writer = writeSecond(broken, "second\n");
        expectWaiting(writer);
        assertThat(write(broken, first, "more ")).isFalse();
        writer.join();
        assertThat(write(broken, second, "x")).isFalse();
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        write(sink, first, "half ");
        Thread writer = writeSecond(sink, "second\n");
        expectWaiting(writer);
        writer.interrupt();
        writer.join();
        assertThat(text()).isEqualTo("half second\n");
    }
}
