package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Only {@code org.strata.opal.platform} names what systems have beside Java: the Linker and its
 * look-ups, paths of the kernel's file systems, permissions and views of POSIX. Other classes that
 * do stand in {@code seam.txt}, each with its reason; that list only shrinks.
 */
class SeamTest {
    private static final String SEAM = "org.strata.opal.platform.";
    private static final Pattern CLASSES =
            Pattern.compile(
                    "java/lang/foreign/(Linker|SymbolLookup)(\\$.*)?"
                            + "|java/nio/file/attribute/PosixFile.*");
    private static final Pattern STRINGS =
            Pattern.compile("(?s)/(proc|sys|dev)(/.*)?|(unix|posix):.*");

    @Test
    void onlyTheSeamNamesTheSystem() throws IOException {
        TreeMap<String, Set<String>> found = new TreeMap<>();
        for (Path module : ClassGraph.modules()) {
            for (Path file : ClassGraph.classFiles(module)) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                String name = model.thisClass().asInternalName().replace('/', '.');
                String outermost = name.replaceFirst("\\$.*", "");
                Set<String> named = named(model);
                if (!outermost.startsWith(SEAM) && !named.isEmpty()) {
                    found.computeIfAbsent(outermost, n -> new TreeSet<>()).addAll(named);
                }
            }
        }
        assertThat(found.keySet())
                .as("classes outside of the seam that name the system: %s", found)
                .containsExactlyInAnyOrderElementsOf(Lines.of("seam.txt"));
    }

    /** The rule sees what it forbids: the seam itself is full of it. */
    @Test
    void theRuleSeesTheSeam() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Path file : ClassGraph.classFiles(ClassGraph.ROOT.resolve("opal"))) {
            if (file.toString().contains("/opal/platform/")) {
                named.addAll(named(ClassFile.of().parse(Files.readAllBytes(file))));
            }
        }
        assertThat(named)
                .contains("java/lang/foreign/Linker", "/proc", "/sys", "/dev/shm", "unix:uid")
                .anyMatch(name -> name.contains("PosixFilePermissions"));
    }

    /** What the profile "portable" leaves out: this number only sinks. */
    @Test
    void fewSystemTestsNeedLinux() throws IOException {
        Path tests = ClassGraph.ROOT.resolve("tests/system/src/test/java");
        int count = 0;
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.filter(one -> one.toString().endsWith("Test.java")).toList()) {
                count +=
                        Files.readString(file)
                                        .split("@LinuxOnly\\(|JobRunner\\.assumeLinux\\(", -1)
                                        .length
                                - 1;
            }
        }
        assertThat(count).as("tests and rows that need Linux").isEqualTo(16);
    }

    private static Set<String> named(ClassModel model) {
        Set<String> named = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry one) {
                add(named, CLASSES, one.asInternalName());
            } else if (entry instanceof StringEntry text) {
                add(named, STRINGS, text.stringValue());
            }
        }
        return named;
    }

    private static void add(Set<String> named, Pattern pattern, String text) {
        if (pattern.matcher(text).matches()) {
            named.add(text);
        }
    }
}
