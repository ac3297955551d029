package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.UsageException;
import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class CompileCommandsTest {
    private static final String CALL = "-XX:CompileCommand=dontinline,mpi.BlockingCalls::sendNow";

    @Test
    void eachLineIsAnOption() {
        assertThat(CompileCommands.options(false, Platform.LINUX))
                .startsWith("-XX:CompileCommand=quiet", CALL)
                .contains("-XX:CompileCommand=inline,org.strata.opal.memory.Memory::get*")
                .doesNotHaveDuplicates()
                .allMatch(
                        option -> option.matches("-XX:CompileCommand=(quiet|(dont)?inline,\\S+)"));
    }

    /** Both jars are compiled alike: only the name of one package differs. */
    @Test
    void theOtherJarHasTheSameOptions() {
        List<String> mpi = CompileCommands.options(false, Platform.LINUX);
        List<String> mpj = CompileCommands.options(true, Platform.LINUX);
        assertThat(mpj).hasSameSizeAs(mpi).contains(CALL.replace("mpi.", "org.strata.mpi."));
        for (int i = 0; i < mpi.size(); i++) {
            assertThat(mpj.get(i).replace(",org.strata.mpi.", ",mpi.")).isEqualTo(mpi.get(i));
        }
    }

    /** What the JDK does not have would be ignored without a word. */
    @Test
    void ranksOfThePortableModeCompileTheirSleepSoon() {
        List<String> all = CompileCommands.options(false, Platform.PORTABLE);
        List<String> usual = CompileCommands.options(false, Platform.LINUX);
        assertThat(all).startsWith(usual.toArray(String[]::new));
        String elsewhere = "sun.nio.ch.(KQueue|WEPoll)SelectorImpl";
        for (String option : all.subList(usual.size(), all.size())) {
            String[] words = option.split(",|::|\\*", -1);
            assertThat(words[0]).isEqualTo("-XX:CompileCommand=CompileThresholdScaling");
            assertThat(Double.parseDouble(words[words.length - 1])).isBetween(0.01, 0.1);
            if (!words[1].matches(elsewhere)) {
                assertThatCode(() -> Class.forName(words[1])).as(option).doesNotThrowAnyException();
            }
        }
    }

    @Test
    void theJarOfTheRanksDecides(@TempDir Path temp) throws UsageException, IOException {
        Files.createDirectories(temp.resolve("lib"));
        Files.createFile(temp.resolve("lib/mpj.jar"));
        Distribution mpj = Distribution.at(temp).with(Api.MPJ);
        JavaCommand command = new JavaCommandParser(temp).parse(List.of("Main"));
        assertThat(new JavaLaunch(mpj, Map.of(), temp).rewrite(command))
                .containsSubsequence(CompileCommands.options(true, Platform.current()))
                .doesNotContain(CALL);
    }
}
