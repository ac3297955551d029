package org.strata.launcher.plm;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ExecutablesTest {
    @TempDir Path temp;

    @Test
    void namesAreLookedForInThePathAndPathsAreNot() throws IOException {
        Path first = Files.createDirectory(temp.resolve("first"));
        Path second = Files.createDirectory(temp.resolve("second"));
        Files.createFile(first.resolve("agent"));
        Path agent = Files.createFile(second.resolve("agent"));
        assertThat(agent.toFile().setExecutable(true)).isTrue();
        String path = first + File.pathSeparator + second;
        assertThat(Executables.find("agent", path)).isEqualTo(agent);
        assertThat(Executables.find("agent", first.toString())).isNull();
        assertThat(Executables.find("second/agent", temp.toString())).isNull();
        assertThat(Executables.find(agent.toString(), "")).isEqualTo(agent);
        assertThat(Executables.find("", path)).isNull();
        assertThat(Executables.find("a\0b", path)).isNull();
    }

    /** Windows' rules: drives, backslashes, quoted directories, and endings that nobody types. */
    @Test
    void windowsHasEndingsAndQuotedDirectories() throws IOException {
        try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
            Path openSsh = windows.getPath("C:\\Program Files\\OpenSSH");
            Files.createDirectories(openSsh);
            Path ssh = Files.createFile(openSsh.resolve("ssh.exe"));
            Path wrapper = Files.createFile(openSsh.resolve("wrap.cmd"));
            Executables found = new Executables(windows, ";", List.of(".COM", ".EXE", ".CMD"));
            String path = "C:\\no|such;C:\\Windows;\"C:\\Program Files\\OpenSSH\"";
            assertThat(found.of("ssh", path)).isEqualTo(ssh);
            assertThat(found.of("ssh.exe", path)).isEqualTo(ssh);
            assertThat(found.of("wrap", path)).isEqualTo(wrapper);
            assertThat(found.of("C:\\Program Files\\OpenSSH\\ssh", "")).isEqualTo(ssh);
            assertThat(found.of("c:/program files/openssh/SSH", "")).isEqualTo(ssh);
            assertThat(found.of("ssh", "C:\\Windows")).isNull();
            assertThat(found.of("OpenSSH\\ssh", "C:\\Program Files")).isNull();
            assertThat(found.of("s?h", path)).isNull();
        }
    }
}
