package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What users get as {@code mpi.jar}: how large it is, that it is whole, and what it is as a module.
 */
@BesideOthers
class PackagedJarTest {
    private static final Path LIB = JobRunner.root().resolve("dist/lib");
    private static final Path JAR = LIB.resolve("mpi.jar");
    private static final String SERVICE = "org.strata.mca.base.ComponentModule";

    /** Rooms whose classes the build copies as they were compiled. */
    private static final List<String> OWN = List.of("org/strata/", "mpi/");

    private static final String LIBRARIES = "org/strata/shaded/";

    private final Map<String, ClassModel> classes = new HashMap<>();

    @BeforeAll
    static void build() {
        command(JobRunner.root().resolve("mpirun").toString(), "--version").run().ok();
    }

    @Test
    void isSmall() throws IOException {
        assertThat(Files.size(JAR)).isLessThanOrEqualTo(6_000_000);
    }

    /**
     * The build leaves out of the libraries what nothing reaches. All classes and members that
     * Strata's own classes name are there; in the libraries all that they name of classes that are
     * there.
     */
    @Test
    void nothingThatItsClassesNameIsMissing() throws IOException {
        readClasses();
        Set<String> missing = new TreeSet<>();
        for (ClassModel model : classes.values()) {
            boolean own = isOwn(model.thisClass().asInternalName());
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry type && own && isOurs(type.asInternalName())) {
                    if (!classes.containsKey(type.asInternalName())) {
                        missing.add(type.asInternalName());
                    }
                } else if (entry instanceof MemberRefEntry member && !isThere(member)) {
                    missing.add(model.thisClass().asInternalName() + " -> " + text(member));
                }
            }
        }
        assertThat(classes).hasSizeGreaterThan(2_000);
        assertThat(missing).isEmpty();
    }

    private void readClasses() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("module")) {
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    ClassModel model = ClassFile.of().parse(bytes);
                    classes.put(model.thisClass().asInternalName(), model);
                }
            }
        }
    }

    private static boolean isOurs(String name) {
        return OWN.stream().anyMatch(name::startsWith);
    }

    private static boolean isOwn(String name) {
        return isOurs(name) && !name.startsWith(LIBRARIES);
    }

    private static String text(MemberRefEntry member) {
        return member.owner().asInternalName()
                + "."
                + member.name().stringValue()
                + member.type().stringValue();
    }

    /** A member of a class that is not in the jar is the JDK's, or of an optional library. */
    private boolean isThere(MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        return !classes.containsKey(owner) || isDeclared(owner, member, new HashSet<>());
    }

    private boolean isDeclared(String name, MemberRefEntry member, Set<String> seen) {
        ClassModel model = classes.get(name);
        if (model == null) {
            return isInPlatform(name, member.name().stringValue());
        }
        if (!seen.add(name)) {
            return false;
        }
        List<ClassEntry> above = new ArrayList<>(model.interfaces());
        model.superclass().ifPresent(above::add);
        return declares(model, member)
                || above.stream().anyMatch(each -> isDeclared(text(each), member, seen));
    }

    private static String text(ClassEntry type) {
        return type.asInternalName();
    }

    private static boolean declares(ClassModel model, MemberRefEntry member) {
        String name = member.name().stringValue();
        String type = member.type().stringValue();
        return model.methods().stream()
                        .anyMatch(each ->
                                each.methodName().equalsString(name)
                                        && each.methodType().equalsString(type))
                || model.fields().stream()
                        .anyMatch(each ->
                                each.fieldName().equalsString(name)
                                        && each.fieldType().equalsString(type));
    }

    private static boolean isInPlatform(String name, String member) {
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, null);
            Stream<Method> inherited = Stream.of(type.getMethods());
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                inherited = Stream.concat(inherited, Stream.of(each.getDeclaredMethods()));
            }
            return inherited.anyMatch(method -> method.getName().equals(member));
        } catch (ClassNotFoundException e) {
            // Above is a class of an optional library, without which nobody loads this one.
            return true;
        }
    }

    /** As a module both jars export package mpi alone and have the components that they list. */
    @Test
    void isAModuleWithOnePackageForPrograms() throws IOException {
        for (String name : List.of("mpi.jar", "mpj.jar")) {
            Path jar = LIB.resolve(name);
            ModuleReference reference = ModuleFinder.of(jar).find("mpi").orElseThrow();
            ModuleDescriptor module = reference.descriptor();
            assertThat(module.isAutomatic()).isFalse();
            assertThat(module.exports()).extracting(Object::toString).containsExactly("mpi");
            for (ModuleDescriptor.Provides offer : module.provides()) {
                assertThat(offer.providers())
                        .as(offer.service())
                        .containsExactlyElementsOf(providers(jar, offer.service()));
            }
            assertThat(module.provides())
                    .extracting(ModuleDescriptor.Provides::service)
                    .containsExactlyInAnyOrder(SERVICE, "org.strata.opal.report.ReportMaker");
        }
    }

    private static List<String> providers(Path file, String service) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            JarEntry entry = jar.getJarEntry("META-INF/services/" + service);
            String text =
                    new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.isBlank()).toList();
        }
    }
}
