package org.strata.launcher.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class RankStartTest {
    /** Writes the directory, the first argument and the variable V, each with a zero byte. */
    private static final String SHOW = "printf '%s\\0' \"$(pwd -P)\" \"$1\" \"$V\"";

    @TempDir private Path folder;

    private static byte[] allBytes() {
        byte[] bytes = new byte[255];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        return bytes;
    }

    private String output(Path directory, List<String> words, Map<String, String> variables)
            throws Exception {
        Path file = folder.resolve("start");
        RankStart start = new RankStart(words, directory, new HashMap<>(variables), file);
        start.streams().redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = start.start();
        String output = RawText.decode(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).isZero();
        return output;
    }

    /** What is raw is one of the three, or nothing, or all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 7})
    void directoryArgumentsAndVariablesArriveAsTheyAre(int raw) throws Exception {
        String any = RawText.decode(allBytes());
        String name = (raw & 1) != 0 ? any.replace("/", "") : "d'é";
        String word = (raw & 2) != 0 ? any : "a 'é\n\n";
        String value = (raw & 4) != 0 ? any : "v $é \\\n";
        Path directory =
                Files.createDirectory(RawPath.resolve(folder.toRealPath(), name + ".")); // no \n
        String output =
                output(
                        directory,
                        List.of("/bin/sh", "-c", SHOW, "show", word),
                        Map.of("V", value, "PATH", System.getenv("PATH"), "-x", "y"));
        assertThat(output.split("\0", -1))
                .containsExactly(RawPath.text(directory), word, value, "");
    }

    /** Shells drop variables whose names are no identifiers; bash's functions have such names. */
    @Test
    void theEnvironmentIsTheOneGivenAndNoOther() throws Exception {
        String raw = RawText.decode(new byte[] {'r', (byte) 0xe9, '\n'});
        Map<String, String> variables =
                Map.of("A", raw, "BASH_FUNC_f%%", "() { x; }", "a.b", "", "PWD", "/no", "-i", "-");
        String output = output(folder, List.of("/usr/bin/env", "-0"), variables);
        assertThat(output.split("\0"))
                .containsExactlyInAnyOrder(
                        "A=" + raw, "BASH_FUNC_f%%=() { x; }", "a.b=", "PWD=/no", "-i=-");
    }

    @Test
    void aProgramsNameMayHaveAnEqualsSign() throws Exception {
        Path program = RawPath.resolve(folder, RawText.decode(new byte[] {'=', (byte) 0xe9, '='}));
        Files.copy(Path.of("/bin/echo"), program);
        String path = System.getenv("PATH");
        String output = output(folder, List.of(RawPath.text(program), "A=1"), Map.of("PATH", path));
        assertThat(output).isEqualTo("A=1\n");
    }

    @Test
    void theShellBecomesTheProgram() throws Exception {
        String raw = RawText.decode(new byte[] {(byte) 0xe9});
        Path file = folder.resolve("start");
        List<String> words = List.of("/bin/sh", "-c", "echo $$; : \"$0\"", raw);
        Process process = new RankStart(words, folder, new HashMap<>(), file).start();
        String output = RawText.decode(process.getInputStream().readAllBytes()).strip();
        assertThat(output).isEqualTo(String.valueOf(process.pid()));
    }
}
