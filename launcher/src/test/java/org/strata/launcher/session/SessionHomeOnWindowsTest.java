package org.strata.launcher.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.ess.base.Ownership;
import org.strata.opal.platform.FileOwner;
import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;

/** Sessions by Windows' rules for paths and owners, in a file system in memory. */
class SessionHomeOnWindowsTest {
    private static final String JOB = "11-aa";
    private static final String USER = System.getProperty("user.name");

    private FileSystem windows;
    private Path temp;
    private Ownership own;

    @AfterEach
    void close() throws IOException {
        windows.close();
    }

    private void start(String... views) throws IOException {
        windows =
                Jimfs.newFileSystem(
                        Configuration.windows().toBuilder()
                                .setAttributeViews("basic", views)
                                .setDefaultAttributeValue("owner:owner", USER)
                                .build());
        temp = Files.createDirectories(windows.getPath("C:\\Users\\me\\Temp"));
        own = new Ownership(FileOwner.ofName(windows));
    }

    private static AclFileAttributeView view(Path path) {
        return Files.getFileAttributeView(path, AclFileAttributeView.class);
    }

    private void open(Path directory, String other) throws IOException {
        List<AclEntry> entries = new ArrayList<>(view(directory).getAcl());
        entries.add(
                AclEntry.newBuilder()
                        .setType(AclEntryType.ALLOW)
                        .setPrincipal(
                                windows.getUserPrincipalLookupService()
                                        .lookupPrincipalByName(other))
                        .setPermissions(AclEntryPermission.READ_DATA)
                        .build());
        view(directory).setAcl(entries);
    }

    @Test
    void aNewFileIsForItsOwnerAlone() throws IOException {
        start("owner", "acl");
        FileAttribute<?>[] attributes = OwnerOnly.file(temp.resolve("contact"));
        assertThat(attributes).hasSize(1);
        assertThat(attributes[0].name()).isEqualTo("acl:acl");
        assertThat((List<?>) attributes[0].value())
                .singleElement()
                .satisfies(entry -> {
                    AclEntry only = (AclEntry) entry;
                    assertThat(only.principal().getName()).isEqualTo(USER);
                    assertThat(only.permissions()).contains(AclEntryPermission.WRITE_DATA);
                });
    }

    @Test
    void oneDirectoryPerUserHoldsAllSessions() throws IOException {
        start("owner", "acl");
        SessionHome home = SessionHome.open(temp, own, JOB);
        Path session = home.create(JOB);
        assertThat(session).isEqualTo(temp.resolve("strata." + own.user()).resolve(JOB));
        assertThat(view(session).getAcl())
                .singleElement()
                .satisfies(entry -> assertThat(entry.principal().getName()).isEqualTo(USER));
        Path other = SessionHome.open(temp, own, "12-bb").create("12-bb");
        Files.createFile(Files.createDirectory(session.resolve("deep")).resolve("file"));
        home.remove(JOB);
        assertThat(session).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void aHomeThatOthersMayEnterIsNotUsed() throws IOException {
        start("owner", "acl");
        Path shared = Files.createDirectory(temp.resolve("strata." + own.user()));
        open(shared, "somebody");
        SessionHome home = SessionHome.open(temp, own, JOB);
        Path session = home.create(JOB);
        assertThat(session.getParent()).isEqualTo(temp.resolve(shared.getFileName() + "." + JOB));
        home.remove(JOB);
        home.close();
        assertThat(session.getParent()).doesNotExist();
        assertThat(shared).isEmptyDirectory();
    }

    /** The identity of a directory is its key, where it cannot be held open. */
    @Test
    void anotherDirectoryAtTheSamePlaceIsNotTouched() throws IOException {
        start("owner", "acl");
        SessionHome home = SessionHome.open(temp, own, JOB);
        Path shared = home.create(JOB).getParent();
        Files.move(shared, temp.resolve("moved"));
        Path file = Files.createFile(Files.createDirectories(shared.resolve(JOB)).resolve("file"));
        home.remove(JOB);
        assertThat(file).exists();
        Files.move(shared, temp.resolve("elsewhere"));
        Files.createSymbolicLink(shared, temp.resolve("elsewhere"));
        home.remove(JOB);
        assertThat(file).exists();
    }

    @Test
    void aFileSystemThatProtectsNothingIsRefused() throws IOException {
        start("owner");
        assertThatThrownBy(() -> SessionHome.open(temp, own, JOB))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot keep files from other users");
        assertThat(temp.resolve("strata." + own.user() + "." + JOB)).doesNotExist();
    }
}
