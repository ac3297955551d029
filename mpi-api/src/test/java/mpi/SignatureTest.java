package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API is exactly Open MPI's, as far as it is implemented ({@code signatures.txt}), and
 * the declared extensions ({@code extensions.txt}): nothing missing, nothing else. Each type
 * declares the members that Open MPI's declares, so that programs compiled against Open MPI's jar
 * link and reflection finds the members where it finds them there.
 */
class SignatureTest {
    /** Protected members count where user programs make subclasses. */
    private static final Set<String> FOR_SUBCLASSES =
            Set.of("mpi.Struct", "mpi.Struct$Data", "mpi.UserFunction");

    /** Number of public members of Open MPI's bindings. */
    private static final int MEMBERS = 680;

    private static final Map<String, List<String>> REFERENCE = read("signatures.txt");
    private static final Map<String, List<String>> EXTENSIONS = read("extensions.txt");

    /** Reads lines {@code type: declaration}. */
    static Map<String, List<String>> read(String name) {
        try (InputStream in = SignatureTest.class.getResourceAsStream(name)) {
            Map<String, List<String>> byType = new LinkedHashMap<>();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
                String[] parts = line.split(": ", 2);
                byType.computeIfAbsent(parts[0], t -> new ArrayList<>()).add(parts[1]);
            }
            return byType;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyTypeIsAsDeclared() {
        return REFERENCE.keySet().stream()
                .map(type -> DynamicTest.dynamicTest(type, () -> compare(type)));
    }

    private static void compare(String typeName) throws ClassNotFoundException {
        Class<?> type = Class.forName(typeName);
        String listed = REFERENCE.get(typeName).get(0);
        assertThat(heading(type)).isEqualTo(listed + extraHeading(typeName));
        Map<String, String> expected = new LinkedHashMap<>();
        declared(type, expected);
        Set<String> wanted = new TreeSet<>(expected.values());
        for (Class<?> from = type; from != null; from = superclass(from)) {
            wanted.addAll(extensions(from));
            Arrays.stream(from.getInterfaces()).map(i -> extensions(i)).forEach(wanted::addAll);
        }
        if (!FOR_SUBCLASSES.contains(typeName)) {
            wanted.removeIf(line -> line.startsWith("protected"));
        }
        assertThat(new TreeSet<>(actual(type))).isEqualTo(wanted);
        assertThat(declaredHere(type)).containsAll(declaredThere(typeName));
    }

    /** Types of Strata's own have the listed members and no others. */
    @TestFactory
    Stream<DynamicTest> everyOwnTypeIsAsDeclared() {
        return EXTENSIONS.keySet().stream()
                .filter(type -> isOwn(EXTENSIONS.get(type)))
                .map(type -> DynamicTest.dynamicTest(type, () -> compareOwn(type)));
    }

    private static boolean isOwn(List<String> lines) {
        return lines.getFirst().startsWith("public final class");
    }

    private static void compareOwn(String typeName) throws ClassNotFoundException {
        Class<?> type = Class.forName(typeName);
        List<String> lines = EXTENSIONS.get(typeName);
        assertThat(heading(type)).isEqualTo(lines.getFirst());
        assertThat(actual(type))
                .containsExactlyInAnyOrderElementsOf(lines.subList(1, lines.size()));
    }

    private static List<String> extensions(Class<?> type) {
        List<String> lines = EXTENSIONS.getOrDefault(type.getName(), List.of());
        return lines.stream().filter(line -> !line.startsWith("implements")).toList();
    }

    /** Returns what an extension adds to a type's heading, or "". */
    private static String extraHeading(String typeName) {
        List<String> lines = EXTENSIONS.getOrDefault(typeName, List.of());
        return lines.stream()
                .filter(line -> line.startsWith("implements"))
                .map(line -> " " + line)
                .collect(Collectors.joining());
    }

    /** Returns the members that Open MPI's type declares itself. */
    private static List<String> declaredThere(String typeName) {
        List<String> lines = REFERENCE.get(typeName);
        return lines.subList(1, lines.size());
    }

    private static Class<?> superclass(Class<?> type) {
        return type.isInterface() || type.getSuperclass() == Object.class
                ? null
                : type.getSuperclass();
    }

    /** Collects the reference's members of a type and what it inherits; overriders win. */
    private static void declared(Class<?> type, Map<String, String> members) {
        Class<?> above = superclass(type);
        if (above != null) {
            declared(above, members);
        }
        List<String> lines = REFERENCE.getOrDefault(type.getName(), List.of());
        members.values().removeIf(line -> isConstructor(line, superclass(type)));
        for (String line : lines.isEmpty() ? lines : lines.subList(1, lines.size())) {
            members.put(key(line), line);
        }
    }

    /** Name and parameters of a method, name of a field. */
    private static String key(String line) {
        int open = line.indexOf('(');
        String head = open < 0 ? line : line.substring(0, open);
        String name = head.substring(head.lastIndexOf(' ') + 1);
        return open < 0 ? name : name + line.substring(open, line.indexOf(')') + 1);
    }

    private static boolean isConstructor(String line, Class<?> type) {
        return type != null && key(line).startsWith(type.getSimpleName() + "(");
    }

    /** Returns the members that a program can see, inherited ones too. */
    private static List<String> actual(Class<?> type) {
        return members(type, FOR_SUBCLASSES.contains(type.getName()));
    }

    /** Returns the members that a type declares itself, those for subclasses too. */
    private static List<String> declaredHere(Class<?> type) {
        return members(type, true);
    }

    private static List<String> members(Class<?> type, boolean all) {
        List<String> lines = new ArrayList<>();
        for (Field field : all ? type.getDeclaredFields() : type.getFields()) {
            if (visible(field.getModifiers(), all)) {
                String kind = field.getType().getSimpleName();
                lines.add(modifiers(field.getModifiers()) + kind + " " + field.getName());
            }
        }
        for (Constructor<?> maker : all ? type.getDeclaredConstructors() : type.getConstructors()) {
            // Implicit in the reference: the constructors of abstract classes.
            if (visible(maker.getModifiers(), all) && !Modifier.isAbstract(type.getModifiers())) {
                lines.add(modifiers(maker.getModifiers()) + call(maker, type.getSimpleName()));
            }
        }
        for (Method method : all ? type.getDeclaredMethods() : type.getMethods()) {
            boolean own = method.getDeclaringClass().getName().startsWith("mpi.");
            if (own && visible(method.getModifiers(), all) && !isPlumbing(method)) {
                String result = method.getReturnType().getSimpleName() + " ";
                String head = modifiers(method.getModifiers()) + result;
                lines.add(head + call(method, method.getName()));
            }
        }
        return lines;
    }

    /** Bridges, and the methods of Object that any class may override. */
    private static boolean isPlumbing(Method method) {
        boolean ofObject =
                method.getParameterCount() == 0
                        && Set.of("toString", "hashCode").contains(method.getName());
        return method.isSynthetic() || ofObject;
    }

    private static boolean visible(int modifiers, boolean protectedToo) {
        return Modifier.isPublic(modifiers) || (protectedToo && Modifier.isProtected(modifiers));
    }

    private static String call(Executable code, String name) {
        String parameters =
                Arrays.stream(code.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", name + "(", ")"));
        return code.getExceptionTypes().length == 0
                ? parameters
                : parameters + " throws " + code.getExceptionTypes()[0].getSimpleName();
    }

    private static String modifiers(int modifiers) {
        StringBuilder words = new StringBuilder();
        words.append(Modifier.isPublic(modifiers) ? "public " : "");
        words.append(Modifier.isProtected(modifiers) ? "protected " : "");
        words.append(Modifier.isAbstract(modifiers) ? "abstract " : "");
        words.append(Modifier.isStatic(modifiers) ? "static " : "");
        words.append(Modifier.isFinal(modifiers) ? "final " : "");
        return words.toString();
    }

    private static String heading(Class<?> type) {
        if (type.isInterface()) {
            return "public interface";
        }
        Class<?> above = type.getSuperclass();
        int shown = type.getModifiers() & ~Modifier.STATIC;
        String head = modifiers(shown) + "class";
        if (above != Object.class) {
            head += " extends " + above.getSimpleName();
        }
        String implemented =
                Arrays.stream(type.getInterfaces())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "));
        return implemented.isEmpty() ? head : head + " implements " + implemented;
    }

    @Test
    void everyMemberIsListed() {
        assertThat(count(REFERENCE)).as("members of Open MPI's bindings").isEqualTo(MEMBERS);
    }

    /** Counts public members; a type's heading is none. */
    private static int count(Map<String, List<String>> byType) {
        return (int)
                byType.values().stream()
                        .flatMap(List::stream)
                        .filter(line -> !line.matches("(\\w+ )*(class|interface)\\b.*"))
                        .filter(line -> !line.startsWith("protected"))
                        .count();
    }

    @Test
    void noOtherPublicTypes() throws IOException, URISyntaxException {
        Path classes =
                Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.list(classes.resolve("mpi"))) {
            Set<String> known = new TreeSet<>(REFERENCE.keySet());
            EXTENSIONS.forEach((type, lines) -> {
                if (isOwn(lines)) {
                    known.add(type);
                }
            });
            List<String> unknown =
                    files.map(f -> "mpi." + f.getFileName().toString().replace(".class", ""))
                            .filter(SignatureTest::isVisible)
                            .filter(type -> !known.contains(type))
                            .toList();
            assertThat(unknown).isEmpty();
        }
    }

    private static boolean isVisible(String typeName) {
        try {
            Class<?> type = Class.forName(typeName, false, SignatureTest.class.getClassLoader());
            for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
                if (!Modifier.isPublic(outer.getModifiers())) {
                    return false;
                }
            }
            return !type.isAnonymousClass();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
