package org.strata.opal.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

final class SharedFileTest {
    private static final long PAGE = Pages.size();

    /** Of the free bytes nothing is left to use. */
    private static final int NOTHING = Integer.MAX_VALUE;

    @TempDir Path directory;

    private SharedFile create(long length, long first, int share) throws IOException {
        return SharedFile.create(directory.resolve("file"), length, first, share, Arena.ofAuto());
    }

    @Test
    void onlyItsUserMayOpenIt() throws IOException {
        create(PAGE, PAGE, 1).close();
        assertThat(Files.getPosixFilePermissions(directory.resolve("file")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> create(PAGE, PAGE, 1))
                .as("never over another file")
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void peersMapWhatItHolds() throws IOException {
        SharedFile file = create(3 * PAGE, 10, 1);
        MemorySegment peer = SharedFile.attach(directory.resolve("file"), Arena.ofAuto());
        assertThat(peer.byteSize()).isEqualTo(3 * PAGE);
        Memory.putLong(file.address(), 42);
        assertThat(Memory.getLong(peer.address())).isEqualTo(42);
        file.close();
        file.unlink();
        assertThat(directory).isEmptyDirectory();
        assertThat(Memory.getLong(file.address())).as("it stays mapped").isEqualTo(42);
    }

    @Test
    void pagesAreMadeUpToWhatIsReserved() throws IOException {
        SharedFile file = create(3 * PAGE + 100, 10, 1);
        assertThat(file.reserved()).isEqualTo(PAGE);
        assertThat(file.holds(file.address(), PAGE)).isTrue();
        assertThat(file.holds(file.address(), PAGE + 1)).isFalse();
        assertThat(file.holds(file.address() - 1, 1)).isFalse();
        assertThat(file.holds(file.address(), -1)).isFalse();
        assertThat(file.holds(file.address() + 8, Long.MAX_VALUE)).isFalse();
        file.reserve(2 * PAGE + 1);
        assertThat(file.reserved()).isEqualTo(3 * PAGE);
        file.reserve(3 * PAGE + 100);
        assertThat(file.reserved()).as("the file does not become longer").isEqualTo(file.length());
        assertThat(Files.size(directory.resolve("file"))).isEqualTo(3 * PAGE + 100);
    }

    /** Zeros are written in pieces, of which the last one is shorter. */
    @Test
    void manyPagesMakeTheFileNoLonger() throws IOException {
        long length = (1 << 20) + 5 * PAGE + 100;
        SharedFile file = create(length, 10, 1);
        file.reserve(length);
        assertThat(file.reserved()).isEqualTo(length);
        assertThat(Files.size(directory.resolve("file"))).isEqualTo(length);
    }

    @Test
    void whereTheFileCannotBeMappedNoneIsLeft() {
        assertThatThrownBy(() -> create(Long.MAX_VALUE, PAGE, 1)).isNotNull();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void pagesThatExistNeedNoRoom() throws IOException {
        SharedFile file = create(2 * PAGE, 0, NOTHING);
        file.reserve(0);
        assertThatThrownBy(() -> file.reserve(1)).hasMessage("not enough free space");
        assertThat(file.reserved()).isZero();
    }

    @Test
    void withoutRoomNoFileIsLeft() {
        assertThatThrownBy(() -> create(PAGE, PAGE, NOTHING)).isInstanceOf(IOException.class);
        assertThat(directory).isEmptyDirectory();
    }

    /** Whoever interrupts a thread means its waits, not the memory of all threads. */
    @Test
    void anInterruptedThreadMakesPages() throws IOException {
        SharedFile file = create(100 * PAGE, 0, 1);
        Thread.currentThread().interrupt();
        file.reserve(40 * PAGE);
        assertThat(Thread.interrupted()).isTrue();
        file.reserve(41 * PAGE);
        assertThat(file.reserved()).isEqualTo(41 * PAGE);
    }

    /** Whoever may write to the directory could lead a name to another file of this user's. */
    @Test
    void linksAreNotFollowed() throws IOException {
        create(PAGE, PAGE, 1).close();
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("file"));
        assertThatThrownBy(() -> SharedFile.attach(link, Arena.ofAuto()))
                .isInstanceOf(IOException.class);
    }
}
