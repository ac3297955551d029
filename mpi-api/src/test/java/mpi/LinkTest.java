package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Programs that javac has compiled against Open MPI's jar, here against classes with exactly the
 * listed signatures, link to Strata's classes and run, without being compiled again.
 */
class LinkTest {
    private static final int MEMBERS = 680;

    @TempDir private static Path dir;

    @RegisterExtension private final LocalMpi mpi = new LocalMpi();

    @BeforeAll
    static void compile() throws IOException {
        StubSources stubs = new StubSources(SignatureTest.read("signatures.txt"));
        Path types = write("stubs", stubs.types());
        javac(types, types);
        Map<String, String> programs =
                Map.of("Uses.java", stubs.uses("Uses"), "Linked.java", text("Linked.txt"));
        javac(write("programs", programs), types);
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = LinkTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Path write(String name, Map<String, String> sources) throws IOException {
        Path root = dir.resolve(name);
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = root.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
        }
        return root;
    }

    /** Compiles all sources below a directory, next to them, with another one as class path. */
    private static void javac(Path sources, Path classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null);
                var files = Files.walk(sources)) {
            List<Path> texts = files.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-cp", classPath + "", "-d", sources + "");
            var units = manager.getJavaFileObjectsFromPaths(texts);
            assertThat(compiler.getTask(errors, manager, null, options, null, units).call())
                    .as(errors.toString())
                    .isTrue();
        }
    }

    /**
     * Each reference to a member, by owner, name and descriptor, is one to a member of Strata's.
     */
    @Test
    void everyMemberLinks() throws IOException {
        Path compiled = dir.resolve("programs/Uses.class");
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (var entry : ClassFile.of().parse(compiled).constantPool()) {
            if (entry instanceof MemberRefEntry member && isOurs(member)) {
                found++;
                if (!exists(member)) {
                    missing.add(member.owner().asInternalName() + "." + member.nameAndType());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isEqualTo(MEMBERS);
    }

    private static boolean isOurs(MemberRefEntry member) {
        return member.owner().asInternalName().startsWith("mpi/");
    }

    private static boolean exists(MemberRefEntry member) {
        String name = member.name().stringValue();
        String descriptor = member.type().stringValue();
        ClassDesc owner = member.owner().asSymbol();
        Class<?> type = load(owner.packageName() + "." + owner.displayName().replace('.', '$'));
        if (name.equals("<init>")) {
            return hasConstructor(type, descriptor);
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (declares(at, name, descriptor)) {
                return true;
            }
        }
        return false;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean hasConstructor(Class<?> type, String descriptor) {
        for (Constructor<?> maker : type.getConstructors()) {
            MethodType shape = MethodType.methodType(void.class, maker.getParameterTypes());
            if (shape.descriptorString().equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> type, String name, String descriptor) {
        for (Method method : type.getDeclaredMethods()) {
            MethodType shape =
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            if (method.getName().equals(name) && shape.descriptorString().equals(descriptor)) {
                return true;
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals(name)
                    && field.getType().descriptorString().equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aProgramRuns() throws ReflectiveOperationException, IOException {
        URL[] path = {dir.resolve("programs").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, LinkTest.class.getClassLoader())) {
            Method run = loader.loadClass("Linked").getMethod("run");
            assertThat(run.invoke(null))
                    .isEqualTo("pair 7 at 3, complex 1.5+2.5i, cells 41 42, int[3]");
        }
    }
}
