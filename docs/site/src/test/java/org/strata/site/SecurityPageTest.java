package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The page on security says of each transport what protects the data that it carries. */
class SecurityPageTest {
    private static final Path ROOT = PagesTest.ROOT;

    @Test
    void everyTransportHasARow() throws IOException {
        List<String> rows =
                Files.readAllLines(ROOT.resolve("docs/security.md")).stream()
                        .filter(line -> line.startsWith("| data, "))
                        .toList();
        assertThat(transports()).contains("btl-tcp", "btl-shm", "btl-openib");
        assertThat(transports())
                .allSatisfy(name ->
                        assertThat(rows).as(name).anyMatch(row -> row.contains("`" + name + "`")));
        // Between hosts there is neither; whoever adds it changes the page.
        assertThat(rows)
                .filteredOn(row -> row.contains("btl-tcp") || row.contains("btl-openib"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.split("\\*\\*none\\*\\*", -1)).hasSize(3));
    }

    /** Returns the components of framework btl that connect processes and decorate no other. */
    private static List<String> transports() throws IOException {
        try (Stream<Path> rooms = Files.list(ROOT)) {
            return rooms.map(room -> room.getFileName().toString())
                    .filter(name -> name.startsWith("btl-") && !name.equals("btl-self"))
                    .filter(name -> isComponent(ROOT.resolve(name)))
                    .toList();
        }
    }

    private static boolean isComponent(Path room) {
        try (Stream<Path> files = Files.walk(room.resolve("src/main"))) {
            List<String> modules =
                    files.filter(file -> file.toString().endsWith("Module.java"))
                            .map(SecurityPageTest::read)
                            .toList();
            return !modules.isEmpty()
                    && modules.stream().noneMatch(text -> text.contains("boolean decorator()"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
