package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Every ordered access of a shared word names its partner: docs/design/013-memory-order.md. */
class SharedWordsTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** Rooms that are not part of the product, and the class that has the accessors. */
    private static final List<String> OTHERS = List.of("tests", "benchmarks", "examples", "docs");

    private static final Path ACCESSORS = Path.of("org/strata/opal/memory/Memory.java");

    @Test
    void everyAccessNamesItsPartner() throws IOException {
        SharedWords words = new SharedWords();
        int files = 0;
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(SharedWordsTest::isProduct).toList()) {
                words.add(ROOT.relativize(file), Files.readAllLines(file));
                files++;
            }
        }
        assertThat(files).isGreaterThan(500);
        assertThat(words.objections()).isEmpty();
    }

    private static boolean isProduct(Path file) {
        Path inside = ROOT.relativize(file);
        return inside.toString().contains("/src/main/java/")
                && inside.toString().endsWith(".java")
                && !inside.endsWith(ACCESSORS)
                && !OTHERS.contains(inside.getName(0).toString());
    }

    private static List<String> objections(String... lines) {
        SharedWords words = new SharedWords();
        words.add(Path.of("Reader.java"), List.of("class Reader {", "void poll() {}", "}"));
        words.add(Path.of("Writer.java"), List.of(lines));
        return words.objections();
    }

    private static final String STORE = "        Memory.putLongRelease(word, 1);";

    @Test
    void partnersAreNamedAboveTheAccessOrInJavadoc() {
        assertThat(objections("    // Pairs with Reader.poll: guards x.", STORE)).isEmpty();
        assertThat(
                        objections(
                                "    /** Stores it. Pairs with Reader.poll. */",
                                "    void store() {",
                                STORE))
                .isEmpty();
        assertThat(objections("    // Pairs with itself: one wins.", STORE)).isEmpty();
    }

    @Test
    void anAccessWithoutPartnerIsFound() {
        String no = "no comment";
        assertThat(objections(STORE)).singleElement().asString().contains("Writer.java:1", no);
        assertThat(objections("    // Pairs with Reader.poll.", "", STORE)).hasSize(1);
        assertThat(objections("        Memory.fullFence();")).hasSize(1);
        assertThat(objections("        TAIL.setRelease(this, 1);")).hasSize(1);
        assertThat(objections("        return open.compareAndSet(true, false);")).hasSize(1);
        assertThat(objections("    private volatile int state;")).hasSize(1);
        assertThat(objections("    private final AtomicInteger users = new AtomicInteger();"))
                .hasSize(1);
        assertThat(objections("        // Memory.fullFence();", "     * a volatile int x;"))
                .isEmpty();
    }

    @Test
    void whatIsNamedExists() {
        assertThat(objections("    // Pairs with Reader.gone.", STORE))
                .singleElement()
                .asString()
                .contains("there is no Reader.gone");
        assertThat(objections("    // Pairs with the reader.", STORE)).hasSize(1);
    }

    /** The comment at a field of an atomic object is for all its accesses. */
    @Test
    void fieldsSpeakForTheirAccesses() {
        assertThat(
                        objections(
                                "    /** Pairs with Reader.poll. */",
                                "    private final AtomicBoolean open = new AtomicBoolean();",
                                "",
                                "    void close() {",
                                "        if (open.getAndSet(false)) {"))
                .isEmpty();
    }
}
