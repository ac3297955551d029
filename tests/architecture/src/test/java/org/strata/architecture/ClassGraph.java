package org.strata.architecture;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which classes of the product name which, read from the class files of the modules that this test
 * depends on. Nested classes count as their outermost one. What a class names are the class
 * entries, descriptors and signatures of its constant pool; constants that javac copied are not
 * there. The list of a sealed type's subtypes does not count: it is a fact about the type, and no
 * code of it.
 */
final class ClassGraph {
    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern DESCRIPTOR = Pattern.compile("L((?:org/strata|mpi)/[\\w/$]+)[;<]");

    private static final ClassFile BARE =
            ClassFile.of(
                    ClassFile.ConstantPoolSharingOption.NEW_POOL,
                    ClassFile.DebugElementsOption.DROP_DEBUG,
                    ClassFile.StackMapsOption.DROP_STACK_MAPS);

    /** By module, such as "pml-ob1": by outermost class, the outermost classes that it names. */
    private final Map<String, Map<String, Set<String>>> modules = new TreeMap<>();

    private ClassGraph() {}

    /** Reads all modules at the top of the tree that have classes. */
    static ClassGraph read() throws IOException {
        ClassGraph graph = new ClassGraph();
        for (Path module : modules()) {
            Map<String, Set<String>> classes = new TreeMap<>();
            for (Path file : classFiles(module)) {
                byte[] bytes = Files.readAllBytes(file);
                String name = ClassFile.of().parse(bytes).thisClass().asInternalName();
                Set<String> named = classes.computeIfAbsent(outermost(name), n -> new TreeSet<>());
                named.addAll(names(bytes));
            }
            classes.forEach((name, named) -> named.remove(name));
            graph.modules.put(module.getFileName().toString(), classes);
        }
        return graph;
    }

    /** Returns the directories of the product's modules, which stand at the top of the tree. */
    static List<Path> modules() throws IOException {
        try (Stream<Path> top = Files.list(ROOT)) {
            return top.filter(path -> Files.isDirectory(path.resolve("src/main/java")))
                    .filter(path -> !path.endsWith("benchmarks"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the compiled classes of a module, without descriptions of packages and modules. */
    static List<Path> classFiles(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module.resolve("target/classes"))) {
            return files.filter(path -> path.toString().endsWith(".class"))
                    .filter(path -> !path.toString().endsWith("-info.class"))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> names(byte[] bytes) {
        ClassModel whole = BARE.parse(bytes);
        byte[] open =
                BARE.transformClass(
                        whole,
                        ClassTransform.dropping(e -> e instanceof PermittedSubclassesAttribute));
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : BARE.parse(open).constantPool()) {
            if (entry instanceof ClassEntry type) {
                add(names, type.asInternalName());
            } else if (entry instanceof Utf8Entry text) {
                Matcher types = DESCRIPTOR.matcher(text.stringValue());
                while (types.find()) {
                    add(names, types.group(1));
                }
            }
        }
        return names;
    }

    /** Arrays are found by their descriptors. */
    private static void add(Set<String> names, String internalName) {
        boolean ours = internalName.startsWith("org/strata/") || internalName.startsWith("mpi/");
        if (ours) {
            names.add(outermost(internalName));
        }
    }

    private static String outermost(String internalName) {
        int nested = internalName.indexOf('$');
        String name = nested < 0 ? internalName : internalName.substring(0, nested);
        return name.replace('/', '.');
    }

    static String packageOf(String className) {
        return className.substring(0, className.lastIndexOf('.'));
    }

    Set<String> moduleNames() {
        return modules.keySet();
    }

    /** Returns the module's outermost classes, each with the classes that it names. */
    Map<String, Set<String>> classes(String module) {
        return modules.get(module);
    }

    /** Returns the circles of a module: sets of two classes and more that reach each other. */
    List<Set<String>> circles(String module) {
        return new Circles(modules.get(module)).found;
    }

    /** Tarjan's strongly connected components. */
    private static final class Circles {
        final List<Set<String>> found = new ArrayList<>();
        private final Map<String, Set<String>> edges;
        private final Map<String, Integer> index = new TreeMap<>();
        private final Map<String, Integer> low = new TreeMap<>();
        private final List<String> stack = new ArrayList<>();

        Circles(Map<String, Set<String>> edges) {
            this.edges = edges;
            edges.keySet().stream().filter(one -> !index.containsKey(one)).forEach(this::visit);
        }

        private void visit(String one) {
            int number = index.size();
            index.put(one, number);
            low.put(one, number);
            stack.add(one);
            for (String other : edges.get(one)) {
                if (edges.containsKey(other) && !index.containsKey(other)) {
                    visit(other);
                }
                if (stack.contains(other)) {
                    low.merge(one, low.get(other), Math::min);
                }
            }
            if (low.get(one) == number) {
                List<String> circle = stack.subList(stack.indexOf(one), stack.size());
                if (circle.size() > 1) {
                    found.add(new TreeSet<>(circle));
                }
                circle.clear();
            }
        }
    }
}
