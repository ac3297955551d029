package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The file that stands for the name of an XRC domain. */
class IbvXrcdTest {
    private static final int NOBODY = 65534;

    @TempDir Path directory;

    /** The launcher removes strata.JOB.* when it finds no rank alive. */
    @Test
    void itsNameIsThatOfTheJobsOtherFiles() {
        assertThat(IbvXrcd.file("4711-ab.xrc-0-mlx5_0-0"))
                .isEqualTo("/dev/shm/strata.4711-ab.xrc-0-mlx5_0-0");
    }

    @Test
    void theFirstRankMakesTheFileAndTheOthersUseIt() throws IOException {
        Path file = directory.resolve("strata.1-a.xrc-0");
        assertThat(IbvXrcd.makeOwn(file)).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(IbvXrcd.makeOwn(file)).isTrue();
    }

    @Test
    void aLinkOfAStrangerIsNotFollowed() throws IOException {
        Path mine = Files.writeString(directory.resolve("mine"), "precious");
        Path link = Files.createSymbolicLink(directory.resolve("strata.1-a.xrc-0"), mine);
        assertThat(IbvXrcd.makeOwn(link)).isFalse();
        assertThat(mine).hasContent("precious");
    }

    @Test
    void aFileOfAnotherUserIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("strata.1-a.xrc-0"));
        assumeTrue((int) Files.getAttribute(file, "unix:uid") == 0, "only root can give it away");
        Files.setAttribute(file, "unix:uid", NOBODY);
        assertThat(IbvXrcd.makeOwn(file)).isFalse();
    }
}
