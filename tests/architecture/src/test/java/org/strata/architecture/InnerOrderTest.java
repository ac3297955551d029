package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Inside the rooms of {@code inner-order.txt}, references point one way, too; and a class knows few
 * others.
 */
class InnerOrderTest {
    /** Classes that join many others: they are the place where a room is put together. */
    private static final Set<String> WIRING =
            Set.of(
                    "Ob1Pml.java",
                    "PacketDispatch.java",
                    "Sends.java",
                    "Deliveries.java",
                    "TupleqPml.java");

    private static final int MOST_IMPORTS = 12;

    /** Its package mpi is another one than that of mpi-api. */
    private static final String OTHER_MPI = "mpj-compat";

    @Test
    void referencesPointDown() throws IOException {
        Map<String, Set<String>> classes = new TreeMap<>();
        ClassGraph graph = ClassGraph.read();
        graph.moduleNames().stream()
                .filter(module -> !module.equals(OTHER_MPI))
                .forEach(module -> classes.putAll(graph.classes(module)));
        List<String> wrong = new ArrayList<>();
        List<Floors> rooms = Floors.parse(Lines.of("inner-order.txt"));
        rooms.forEach(room -> room.check(classes, wrong));
        assertThat(wrong).isEmpty();
        assertThat(rooms).isNotEmpty();
    }

    @Test
    void classesKnowFewOthers() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String room : List.of("pml-base", "pml-ob1", "pml-tupleq", "mpi-api", "oob")) {
            Path sources = ClassGraph.ROOT.resolve(room).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    long imports = imports(file);
                    String name = file.getFileName().toString();
                    if (imports > MOST_IMPORTS && !WIRING.contains(name)) {
                        wrong.add(name + ": " + imports);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static long imports(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("import org.strata.")).count();
        }
    }
}
