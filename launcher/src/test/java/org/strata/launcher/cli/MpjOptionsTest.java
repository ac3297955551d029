package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class MpjOptionsTest {
    private static final String STARTER = "org.strata.mpj.ProgramStarter";

    private static List<String> words(String... words) throws UsageException {
        return MpjOptions.parse(List.of(words)).words();
    }

    @Test
    void classesAreStartedWithTheirDevice() throws UsageException {
        assertThat(words("-np", "4", "Hello", "-np", "9"))
                .containsExactly(
                        "--api",
                        "mpj",
                        "-np",
                        "4",
                        "java",
                        STARTER,
                        "multicore",
                        "Hello",
                        "-np",
                        "9");
        assertThat(words("-dev", "niodev", "-wdir", "/d", "-Xmx1g", "-cp", "a:b", "pkg.Main"))
                .containsExactly(
                        "--api",
                        "mpj",
                        "--wdir",
                        "/d",
                        "java",
                        "-Xmx1g",
                        "-cp",
                        "a:b:.",
                        STARTER,
                        "niodev",
                        "pkg.Main");
    }

    @Test
    void jarsAreOnTheClassPathAndSourcesAreMpiruns() throws UsageException {
        assertThat(words("-np", "2", "-jar", "p.jar", "-h"))
                .containsExactly(
                        "--api",
                        "mpj",
                        "-np",
                        "2",
                        "java",
                        "-cp",
                        "p.jar",
                        STARTER,
                        "multicore",
                        "-jar",
                        "p.jar",
                        "-h");
        assertThat(words("Hello.java", "x"))
                .containsExactly("--api", "mpj", "java", "Hello.java", "x");
    }

    @Test
    void hostsHelpAndWhatHasNoEffect() throws UsageException {
        assertThat(words("-machinesfile", "machines", "A"))
                .containsSequence("--hostfile", "machines", "--oversubscribe");
        assertThat(words("-v")).containsExactly("--version");
        assertThat(MpjOptions.parse(List.of("-h")).help()).isTrue();
        MpjOptions options = MpjOptions.parse(List.of("-psl", "128K", "-profile", "A"));
        assertThat(options.ignored()).containsExactly("-psl", "-profile");
        assertThat(options.words()).endsWith(STARTER, "multicore", "A");
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> words("-np", "2")).hasMessage("No program was given.");
        assertThatThrownBy(() -> words("-np")).hasMessage("The option -np needs a value.");
        assertThatThrownBy(() -> words("-dev", "gm", "A")).hasMessageContaining("-dev gm");
        assertThatThrownBy(() -> words("-yarn", "A")).hasMessageContaining("not supported");
    }
}
