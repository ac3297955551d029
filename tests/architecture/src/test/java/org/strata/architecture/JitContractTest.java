package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.jit.CompiledInto;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What mpirun tells the JIT compilers (the launcher's {@code compile-commands}) is what the methods
 * say of themselves: renaming a method, moving its class or overloading it would otherwise change
 * its speed and no result.
 */
class JitContractTest {
    private static final String TABLE = "/org/strata/launcher/program/compile-commands";

    private static final Map<String, String> COMMANDS =
            Map.of(
                    CompiledApart.class.descriptorString(), "dontinline",
                    CompiledInto.class.descriptorString(), "inline");

    /** By "class::method" of all modules: its command, or "" where the JIT decides. */
    private final Map<String, String> methods = new TreeMap<>();

    private final List<String> wrong = new ArrayList<>();

    JitContractTest() throws IOException {
        for (Path module : ClassGraph.modules()) {
            for (Path file : ClassGraph.classFiles(module)) {
                ClassModel type = ClassFile.of().parse(file);
                String name = type.thisClass().asInternalName().replace('/', '.');
                type.methods().forEach(method -> add(name, method));
            }
        }
    }

    /** A command names all methods of a name: so overloads must agree. */
    private void add(String type, MethodModel method) {
        boolean bridge = method.flags().has(AccessFlag.SYNTHETIC);
        String name = type + "::" + method.methodName().stringValue();
        String command = bridge ? methods.getOrDefault(name, "") : command(method);
        String other = methods.putIfAbsent(name, command);
        if (other != null && !other.equals(command)) {
            wrong.add(name + " is annotated at some of its overloads only");
        }
    }

    private static String command(MethodModel method) {
        return method.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
                .flatMap(all -> all.annotations().stream())
                .map(one -> COMMANDS.getOrDefault(one.className().stringValue(), ""))
                .filter(command -> !command.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Test
    void eachLineOfTheTableNamesAnnotatedMethodsOnly() {
        for (String line : Lines.of(TABLE)) {
            String[] words = line.split(" ", -1);
            List<String> matched =
                    methods.keySet().stream().filter(name -> matches(words[1], name)).toList();
            if (matched.isEmpty()) {
                wrong.add(line + ": there is no such method");
            }
            for (String name : matched) {
                if (!methods.get(name).equals(words[0])) {
                    wrong.add(line + ": " + name + " is not annotated so");
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void eachAnnotatedMethodHasOneLine() {
        List<String> table = Lines.of(TABLE);
        methods.forEach((name, command) -> {
            long lines =
                    table.stream()
                            .map(line -> line.split(" ", -1))
                            .filter(words -> matches(words[1], name))
                            .count();
            if (!command.isEmpty() && lines != 1) {
                wrong.add(name + " has " + lines + " lines in compile-commands");
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(methods.values()).contains("dontinline", "inline");
    }

    /** As HotSpot matches: an asterisk at the end of a method's name is any rest. */
    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
