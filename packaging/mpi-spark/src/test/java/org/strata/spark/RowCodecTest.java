package org.strata.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;

class RowCodecTest {
    @TempDir Path directory;

    private Object copy(Object row) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        codec("t").write(new DataOutputStream(bytes), row);
        return codec("r").read(in(bytes.toByteArray()));
    }

    private RowCodec codec(String side) {
        return new RowCodec(new ArrayFiles(directory, side), RowCodecTest.class.getClassLoader());
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /** Around the length from which files are used, and around the pieces of those. */
    @Test
    void arraysOfEveryKindAndLength() throws IOException {
        Random random = new Random(1);
        for (int bytes : new int[] {0, 8, (1 << 20) - 8, 1 << 20, (1 << 20) + 8, 5 << 20}) {
            double[] doubles = random.doubles(bytes / 8).toArray();
            assertThat((double[]) copy(doubles)).isEqualTo(doubles);
            long[] longs = random.longs(bytes / 8).toArray();
            assertThat((long[]) copy(longs)).isEqualTo(longs);
            int[] ints = random.ints(bytes / 4).toArray();
            assertThat((int[]) copy(ints)).isEqualTo(ints);
            byte[] octets = new byte[bytes];
            random.nextBytes(octets);
            assertThat((byte[]) copy(octets)).isEqualTo(octets);
            float[] floats = new float[bytes / 4];
            short[] shorts = new short[bytes / 2];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = random.nextFloat();
                shorts[i] = (short) random.nextInt();
            }
            assertThat((float[]) copy(floats)).isEqualTo(floats);
            assertThat((short[]) copy(shorts)).isEqualTo(shorts);
        }
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void columns() throws IOException {
        Columns.Builder builder = new Columns.Builder(Map.of("x", Primitives.DOUBLES));
        for (int i = 0; i < 200_000; i++) {
            double value = i;
            builder.add(column -> value);
        }
        Columns copy = (Columns) copy(builder.build());
        assertThat(copy.rows()).isEqualTo(200_000);
        assertThat(copy.doubles("x")).hasSize(200_000).endsWith(199_999.0);
        assertThatThrownBy(() -> copy.longs("x"))
                .hasMessage("Column \"x\" is of type double[], not long[].");
        assertThatThrownBy(() -> copy.doubles("y")).hasMessageContaining("no column \"y\"");
    }

    /** The reader removes a file when it reads it: a partition of them would fill the disk. */
    @Test
    void aBatchHasOneLongArray() throws IOException {
        Iterator<long[]> rows = Collections.nCopies(50, new long[200_000]).iterator();
        RowCodec codec = codec("t");
        RowCodec other = codec("r");
        for (int i = 0; i < 50; i++) {
            DataInputStream batch = RowBatch.take(rows, codec).content();
            assertThat(batch.readInt()).isEqualTo(1);
            try (var files = Files.list(directory)) {
                assertThat(files).hasSize(1);
            }
            assertThat((long[]) other.read(batch)).hasSize(200_000);
        }
        assertThat(RowBatch.take(rows, codec)).isNull();
    }

    @Test
    void namesOutsideOfTheDirectoryAreRefused() throws IOException {
        Path file = Files.write(directory.resolve("secret"), new byte[8]);
        ArrayFiles files = new ArrayFiles(Files.createDirectory(directory.resolve("d")), "r");
        assertThatThrownBy(() -> files.read(Primitives.BYTES, "../secret", 8))
                .isInstanceOf(IOException.class);
        assertThat(file).exists();
    }

    @Test
    void bytesThatAreNoFrame() throws IOException {
        assertThat(Frame.read(in(new byte[0]))).isNull();
        assertThatThrownBy(
                        () -> Frame.read(in("rubbish to stdout".getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("file descriptor 1");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Frame.of(Frame.Type.ROWS, out -> out.writeInt(5)).write(new DataOutputStream(bytes));
        assertThat(Frame.read(in(bytes.toByteArray())).content().readInt()).isEqualTo(5);
        byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 1);
        assertThat(Frame.read(in(cut))).isNull();
    }
}
