package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API is that of mpiJava 1.2 and MPJ Express, as {@code surface.txt} lists it: nothing
 * missing, nothing else; and a system test's program calls every method.
 */
class SurfaceTest {
    private static final String BUDGET = "org/strata/mca/base/ObjectBudget";

    /** Public members of the list; fewer would be an API with holes. */
    private static final int MEMBERS = 216;

    private static final Path CLASSES = Path.of("target/classes");

    private static Set<String> listed() throws IOException {
        try (InputStream in = SurfaceTest.class.getResourceAsStream("surface.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> declared() throws IOException, ClassNotFoundException {
        Set<String> members = new TreeSet<>();
        for (Path file : classFiles("mpi")) {
            String name = file.getFileName().toString().replace(".class", "");
            Class<?> type = Class.forName("mpi." + name, false, SurfaceTest.class.getClassLoader());
            if (Modifier.isPublic(type.getModifiers())) {
                addMembers(type, members);
            }
        }
        return members;
    }

    private static List<Path> classFiles(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("package-info.class"))
                    .toList();
        }
    }

    private static void addMembers(Class<?> type, Set<String> members) {
        String of = type.getSimpleName() + ": ";
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())) {
                members.add(of + field.getType().getSimpleName() + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            // The JDK's constructors of classes without one are no API.
            boolean made = constructor.getParameterCount() > 0 || hasSource(type);
            if (Modifier.isPublic(constructor.getModifiers()) && made) {
                members.add(of + "new " + parameters(constructor.getParameterTypes()));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                members.add(of + declaration(method));
            }
        }
    }

    private static boolean hasSource(Class<?> type) {
        return type == Status.class || type == MPIException.class;
    }

    private static String declaration(Method method) {
        String modifier = Modifier.isStatic(method.getModifiers()) ? "static " : "";
        String result = method.getReturnType().getSimpleName();
        String parameters = parameters(method.getParameterTypes());
        return modifier + result + " " + method.getName() + parameters;
    }

    private static String parameters(Class<?>[] types) {
        return Arrays.stream(types)
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    @Test
    void everyListedMemberIsThereAndNoOther() throws IOException, ClassNotFoundException {
        Set<String> listed = listed();
        assertThat(declared()).containsExactlyInAnyOrderElementsOf(listed);
        assertThat(listed).hasSize(MEMBERS);
    }

    /** Programs do not catch MPIException where MPJ Express did not declare it. */
    @Test
    void exceptionsAreUnchecked() {
        assertThat(new MPIException("text")).isInstanceOf(RuntimeException.class);
    }

    /** The programs run as jobs in tests/system. */
    @Test
    void theSystemTestCallsEveryMethod() throws IOException {
        StringBuilder program = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src/test/programs"))) {
            for (Path file : files.toList()) {
                program.append(Files.readString(file));
            }
        }
        Pattern name = Pattern.compile("(\\w+)\\(");
        Set<String> quiet = Set.of("Abort", "Call", "new", "toString");
        for (String member : listed()) {
            var matcher = name.matcher(member);
            if (matcher.find() && !quiet.contains(matcher.group(1))) {
                boolean called = program.indexOf(matcher.group(1) + "(") >= 0;
                assertThat(called).as(member).isTrue();
            }
        }
    }

    /**
     * The layer stands on the bindings alone: neither on the stack nor on another package mpi. What
     * bounds the memory of foreign objects is the same for both.
     */
    @Test
    void theLayerKnowsTheBindingsOnly() throws IOException {
        for (Path file : classFiles("")) {
            for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                if (entry instanceof ClassEntry type) {
                    String name = type.asInternalName();
                    boolean ours = name.startsWith("org/strata/");
                    assertThat(!ours || name.matches("org/strata/(mpi|mpj)/.*|" + BUDGET))
                            .as("%s knows %s", file, name)
                            .isTrue();
                }
            }
        }
    }
}
