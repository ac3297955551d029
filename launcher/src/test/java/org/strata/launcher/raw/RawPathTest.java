package org.strata.launcher.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

class RawPathTest {
    @TempDir private Path directory;

    /** Names in hex: Latin-1, a per cent sign, blanks, a line feed, characters, all mixed. */
    @ParameterizedTest
    @ValueSource(strings = {"e9", "25e9", "61 20 0a ff", "c3a9", "c3a9e9", "612b3f23e9", "5ce9"})
    void anyNameIsFoundAgain(String hex) throws Exception {
        String name = RawText.decode(HexFormat.of().parseHex(hex.replace(" ", "")));
        Path path = RawPath.resolve(directory, name);
        Path inside = RawPath.resolve(Files.createDirectory(path), name);
        Files.writeString(inside, "found");

        try (var entries = Files.list(directory)) {
            Path entry = entries.findFirst().orElseThrow();
            assertThat(RawPath.text(entry)).isEqualTo(directory + "/" + name);
        }
        Path whole = RawPath.of(directory + "/" + name + "/" + name);
        assertThat(Files.readString(whole)).isEqualTo("found");
        assertThat(RawPath.text(whole)).isEqualTo(directory + "/" + name + "/" + name);
    }
}
