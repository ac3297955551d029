package org.strata.launcher.aot;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Makes {@code mpi.jar} of two jars: everything, and the same with the parts of the libraries that
 * Strata reaches. Strata's own classes and all resources come from the first one, as they were
 * compiled; the libraries' classes from the second.
 *
 * <p>Interfaces that were compiled for Java 5 or older get the version of Java 8. The JVM's caches
 * hold no older classes, so each rank would open the jar for the few that Guice refers to and read
 * the directory of its thousands of entries. Versions differ in how code is verified; classes with
 * code are left as they are.
 */
public final class DistributionJar {
    private static final String LIBRARIES = "org/strata/shaded/";
    private static final String CLASS = ".class";
    private static final int MAJOR_OFFSET = 6;

    private DistributionJar() {}

    /**
     * Makes the jar, but does not write it. With whole libraries it is for the machine that builds
     * it, and is compressed fast.
     *
     * @param added what is below this directory is added
     */
    public static DatedJar make(Path wholeJar, Path reducedJar, Path added) throws IOException {
        try (JarFile whole = new JarFile(wholeJar.toFile());
                JarFile reduced = new JarFile(reducedJar.toFile())) {
            boolean fast = Files.mismatch(wholeJar, reducedJar) < 0;
            int level = fast ? Deflater.BEST_SPEED : Deflater.BEST_COMPRESSION;
            DatedJar made = new DatedJar(whole.getManifest(), level);
            copy(whole, false, made);
            copy(reduced, true, made);
            addFiles(added, made);
            return made;
        }
    }

    private static void copy(JarFile from, boolean libraries, DatedJar into) throws IOException {
        for (JarEntry entry : Collections.list(from.entries())) {
            String name = entry.getName();
            if (isLibraryClass(name) == libraries) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                into.add(name, libraries ? withoutOldVersion(bytes) : bytes);
            }
        }
    }

    private static boolean isLibraryClass(String name) {
        return name.startsWith(LIBRARIES) && name.endsWith(CLASS);
    }

    /** Adds all files below a directory under their relative names. */
    static void addFiles(Path root, DatedJar into) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace('\\', '/');
            into.add(name, Files.readAllBytes(file));
        }
    }

    private static byte[] withoutOldVersion(byte[] bytes) {
        if (ByteBuffer.wrap(bytes).getShort(MAJOR_OFFSET) < ClassFile.JAVA_6_VERSION) {
            ClassModel model = ClassFile.of().parse(bytes);
            if (model.methods().stream().noneMatch(method -> method.code().isPresent())) {
                ByteBuffer.wrap(bytes).putShort(MAJOR_OFFSET, (short) ClassFile.JAVA_8_VERSION);
            }
        }
        return bytes;
    }
}
