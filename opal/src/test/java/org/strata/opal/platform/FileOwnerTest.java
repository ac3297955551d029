package org.strata.opal.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Whose an entry is, in a directory that others may write to. */
@EnabledOnOs(OS.LINUX)
class FileOwnerTest {
    private static final int STICKY = 01000;

    @TempDir private Path directory;
    private FileOwner self;
    private FileOwner stranger;
    private Path file;
    private Path link;

    @BeforeEach
    void entries() throws IOException {
        int user = (int) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        self = FileOwner.ofNumber(user);
        stranger = FileOwner.ofNumber(user + 1);
        file = Files.createFile(directory.resolve("file"), OwnerOnly.file(directory));
        link = Files.createSymbolicLink(directory.resolve("link"), file);
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private List<FileOwner> both() throws IOException {
        return List.of(self, FileOwner.ofName(FileSystems.getDefault()));
    }

    @Test
    void thisProcessHasTheNumberOfItsFiles() throws IOException {
        assertThat(FileOwner.ofThisProcess().word()).isEqualTo(self.word());
        assertThat(self.word()).isNotEqualTo(stranger.word());
        assertThat(FileOwner.ofNumber(-2).word()).as("nobody, of 32 bits").isEqualTo("4294967294");
    }

    @Test
    void onlyRegularFilesOfTheUserAreOwned() throws IOException {
        for (FileOwner owner : both()) {
            assertThat(owner.ownsFile(file)).isTrue();
            assertThat(owner.ownsFile(link)).as("a link").isFalse();
            assertThat(owner.ownsFile(directory)).as("a directory").isFalse();
            assertThat(owner.ownsFile(directory.resolve("absent"))).as("nothing").isFalse();
        }
        assertThat(stranger.ownsFile(file)).isFalse();
    }

    @Test
    void aPrivateDirectoryIsOneThatNobodyElseMayEnter() throws IOException {
        Path home = directory.resolve("home");
        OwnerOnly.makeDirectory(home);
        Object identity = self.privateDirectory(home);
        assertThat(identity)
                .isNotNull()
                .isEqualTo(Files.getAttribute(home, "unix:fileKey", LinkOption.NOFOLLOW_LINKS));
        assertThat(stranger.privateDirectory(home)).isNull();
        assertThat(self.privateDirectory(file)).as("a file").isNull();
        Path other = Files.createSymbolicLink(directory.resolve("other"), home);
        assertThat(self.privateDirectory(other)).as("a link").isNull();
        assertThat(self.privateDirectory(directory.resolve("absent"))).isNull();
        for (String more : List.of("rwxr-x---", "rwx--x---", "rwx-----x", "rw-------")) {
            permit(home, more);
            assertThat(self.privateDirectory(home)).as(more).isNull();
        }
        Files.setAttribute(home, "unix:mode", STICKY | 0700);
        assertThat(self.privateDirectory(home)).as("any other bit").isNull();
    }

    @Test
    void aPrivateFileIsOneThatNobodyElseMayRead() throws IOException {
        Object identity = self.privateFile(file);
        assertThat(identity).isNotNull().isEqualTo(self.privateFile(link));
        assertThat(stranger.privateFile(file)).isNull();
        assertThat(self.privateFile(directory)).as("a directory").isNull();
        assertThatThrownBy(() -> self.privateFile(directory.resolve("absent")))
                .isInstanceOf(NoSuchFileException.class);
        for (String more : List.of("rw-r-----", "rw--w----", "rw----r--", "rw------x")) {
            permit(file, more);
            assertThat(self.privateFile(file)).as(more).isNull();
        }
        permit(file, "r--------");
        assertThat(self.privateFile(file)).isEqualTo(identity);
    }

    /** Where there are names of users only, and no list of who may enter, nothing is private. */
    @Test
    void withoutAListNothingIsPrivateToAName() throws IOException {
        FileOwner named = FileOwner.ofName(FileSystems.getDefault());
        assertThat(named.word()).matches("[A-Za-z0-9_]+");
        assertThat(named.privateFile(file)).isNull();
        Path home = directory.resolve("home");
        OwnerOnly.makeDirectory(home);
        assertThat(named.privateDirectory(home)).isNull();
        assertThat(named.privateDirectory(directory.resolve("absent"))).isNull();
    }

    /** From the moment they exist, whatever the process's umask. */
    @Test
    void whatIsMadeForTheOwnerAloneIsPrivate() throws IOException {
        assertThat(self.privateFile(file)).isNotNull();
        Path home = directory.resolve("home");
        OwnerOnly.makeDirectory(home);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> OwnerOnly.makeDirectory(home))
                .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
    }
}
