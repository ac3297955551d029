package org.strata.opal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** The file that outlives its rank. */
class NumbersFileTest {
    @TempDir private Path directory;

    private Path path() {
        return NumbersFile.path(directory, "77-ab", 3);
    }

    private static byte[] bytes(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void whatWasWrittenLastIsRead() throws IOException {
        try (NumbersFile file = NumbersFile.create(path())) {
            assertThat(NumbersFile.read(path())).isNull();
            for (int i = 1; i <= 5; i++) {
                byte[] numbers = bytes(100 * i, i);
                file.write(numbers);
                assertThat(NumbersFile.read(path())).isEqualTo(numbers);
            }
            byte[] most = bytes(NumbersFile.CAPACITY, 9);
            file.write(most);
            assertThat(NumbersFile.read(path())).isEqualTo(most);
            assertThat(Files.size(path())).isEqualTo(2L * NumbersFile.HALF);
        }
    }

    /** A rank may be killed in the middle of a write, at any byte of it. */
    @Test
    void aHalfThatIsNotWholeLeavesTheOther() throws IOException {
        for (int broken = 0; broken < 60; broken++) {
            Files.deleteIfExists(path());
            try (NumbersFile file = NumbersFile.create(path())) {
                file.write(bytes(40, 1));
                file.write(bytes(40, 2));
            }
            // The second write went to the first half.
            damage(broken);
            assertThat(NumbersFile.read(path())).as("byte " + broken).containsOnly(1);
        }
    }

    private void damage(int at) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            one.put(0, (byte) ~one.get(0)).flip();
            channel.write(one, at);
        }
    }

    /** The launcher reads what a rank, or what has overwritten its memory, has left. */
    @Test
    void aLengthThatNoHalfHasLeavesTheOther() throws IOException {
        for (int length : new int[] {-1, NumbersFile.CAPACITY + 1, Integer.MAX_VALUE}) {
            Files.deleteIfExists(path());
            try (NumbersFile file = NumbersFile.create(path())) {
                file.write(bytes(40, 1));
                file.write(bytes(40, 2));
            }
            try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(4).putInt(length).flip(), 4);
            }
            assertThat(NumbersFile.read(path())).as("length " + length).containsOnly(1);
        }
    }

    @Test
    void nothingOfOthersIsUsed() throws IOException {
        Path target = directory.resolve("target");
        Files.writeString(target, "mine");
        Files.createSymbolicLink(path(), target);
        assertThatThrownBy(() -> NumbersFile.create(path()))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> NumbersFile.read(path())).isInstanceOf(IOException.class);
        assertThat(Files.readString(target)).isEqualTo("mine");
    }

    @Test
    void shortAndForeignFilesHaveNoNumbers() throws IOException {
        for (int length : new int[] {0, 1, 23, 24, 70_000}) {
            Files.write(path(), bytes(length, 0x53));
            assertThat(NumbersFile.read(path())).isNull();
        }
    }
}
