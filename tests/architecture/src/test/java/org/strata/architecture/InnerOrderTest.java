package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Inside a room, references point one way, too; and a class knows few others. */
class InnerOrderTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String OB1 = "org.strata.pml.ob1";

    /** The packages of ob1 from the bottom to the top; those of one line do not know each other. */
    private static final List<Set<String>> OB1_ORDER =
            List.of(
                    Set.of("org.strata.pml.base"),
                    Set.of("org.strata.pml.base.match"),
                    Set.of(OB1 + ".header"),
                    Set.of(OB1 + ".protocol"),
                    Set.of(OB1 + ".counters"),
                    Set.of(OB1 + ".wire"),
                    Set.of(OB1 + ".request"),
                    Set.of(OB1 + ".eager"),
                    Set.of(OB1 + ".rendezvous"),
                    Set.of(OB1 + ".rdma"),
                    Set.of(OB1 + ".rget", OB1 + ".rput"),
                    Set.of(OB1));

    /** Classes that join many others: they are the place where a room is put together. */
    private static final Set<String> WIRING =
            Set.of(
                    "Ob1Pml.java",
                    "PacketDispatch.java",
                    "Sends.java",
                    "Deliveries.java",
                    "TupleqPml.java");

    private static final int MOST_IMPORTS = 12;

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(location -> !location.contains("/test-classes/"))
                    .importPackages("org.strata.pml.base", OB1);

    @Test
    void referencesInOb1PointDown() {
        Set<String> wrong = new TreeSet<>();
        Set<Integer> seen = new TreeSet<>();
        for (JavaClass one : CLASSES) {
            int level = level(one.getPackageName());
            seen.add(level);
            for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                boolean same = target.getPackageName().equals(one.getPackageName());
                if (!same && level(target.getPackageName()) >= level) {
                    wrong.add(one.getName() + " -> " + target.getName());
                }
            }
        }
        assertThat(seen).as("every package has its place").hasSize(OB1_ORDER.size());
        assertThat(wrong).isEmpty();
    }

    private static int level(String packageName) {
        for (int level = 0; level < OB1_ORDER.size(); level++) {
            if (OB1_ORDER.get(level).contains(packageName)) {
                return level;
            }
        }
        return -1;
    }

    @Test
    void classesKnowFewOthers() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String room : List.of("pml-base", "pml-ob1", "pml-tupleq", "mpi-api")) {
            Path sources = ROOT.resolve(room).resolve("src/main/java");
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
