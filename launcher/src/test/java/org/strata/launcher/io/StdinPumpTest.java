package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** mpirun's standard input on its way to ranks. */
class StdinPumpTest {
    /** A rank's input, behind a buffer as that of a process is. */
    private static final class Input extends OutputStream {
        private final StringBuilder buffer = new StringBuilder();
        private final List<String> seen = new ArrayList<>();
        private boolean closed;

        /** What it accepts before it breaks. */
        private int left = Integer.MAX_VALUE;

        @Override
        public void write(int value) throws IOException {
            if (left-- == 0) {
                throw new IOException("Broken pipe");
            }
            buffer.append((char) value);
        }

        @Override
        public void flush() {
            seen.add(buffer.toString());
            buffer.setLength(0);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** What is read in pieces; then the end, or a failure. */
    private static InputStream pieces(boolean fails, String... pieces) {
        return new InputStream() {
            private int next;

            @Override
            public int read() {
                throw new AssertionError("one byte at a time");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (next == pieces.length) {
                    if (fails) {
                        throw new IOException("Input/output error");
                    }
                    return -1;
                }
                byte[] bytes = pieces[next++].getBytes(StandardCharsets.UTF_8);
                System.arraycopy(bytes, 0, into, offset, bytes.length);
                return bytes.length;
            }
        };
    }

    @Test
    void everyRankGetsEachPieceAtOnceAndTheEnd() {
        List<Input> ranks = List.of(new Input(), new Input());
        new StdinPump(pieces(false, "a\n", "bc"), List.copyOf(ranks)).run();
        assertThat(ranks)
                .allSatisfy(rank -> {
                    assertThat(rank.seen).containsExactly("a\n", "bc");
                    assertThat(rank.closed).isTrue();
                });
    }

    @Test
    void aRankThatReadsNoMoreDropsOut() {
        Input broken = new Input();
        broken.left = 3;
        Input other = new Input();
        new StdinPump(pieces(false, "ab", "cd", "ef"), List.of(broken, other)).run();
        assertThat(broken.seen).containsExactly("ab");
        assertThat(broken.closed).isTrue();
        assertThat(other.seen).containsExactly("ab", "cd", "ef");
        assertThat(other.closed).isTrue();
    }

    /** Nobody reads what is behind: it stays for others of the same terminal. */
    @Test
    void withoutRanksNothingMoreIsRead() throws IOException {
        Input broken = new Input();
        broken.left = 0;
        InputStream input = pieces(false, "ab", "cd", "ef");
        new StdinPump(input, List.of(broken)).run();
        assertThat(input.read(new byte[2])).as("the third piece").isEqualTo(2);
        assertThat(broken.closed).isTrue();
    }

    @Test
    void aFailureIsTheEnd() {
        Input rank = new Input();
        new StdinPump(pieces(true, "a"), List.of(rank)).run();
        assertThat(rank.seen).containsExactly("a");
        assertThat(rank.closed).isTrue();
    }
}
