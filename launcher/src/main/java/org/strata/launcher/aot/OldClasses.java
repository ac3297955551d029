package org.strata.launcher.aot;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Writes the interfaces of {@code mpi.jar} that were compiled for Java 5 or older with the version
 * of Java 8. The JVM's caches hold no older classes, so each rank would open the jar for the few
 * that Guice refers to and read the directory of its 6,000 entries. Versions differ in how code is
 * verified; classes with code are left as they are.
 */
public final class OldClasses {
    private static final int MAJOR_OFFSET = 6;

    private OldClasses() {}

    /** Arguments: {@code MPI_JAR DIRECTORY}; writes below the directory. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[1]);
        try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    if (isOldWithoutCode(bytes)) {
                        ByteBuffer.wrap(bytes)
                                .putShort(MAJOR_OFFSET, (short) ClassFile.JAVA_8_VERSION);
                        Path made = directory.resolve(entry.getName());
                        Files.createDirectories(made.getParent());
                        Files.write(made, bytes);
                    }
                }
            }
        }
    }

    private static boolean isOldWithoutCode(byte[] bytes) {
        if (ByteBuffer.wrap(bytes).getShort(MAJOR_OFFSET) >= ClassFile.JAVA_6_VERSION) {
            return false;
        }
        ClassModel model = ClassFile.of().parse(bytes);
        return model.methods().stream().noneMatch(method -> method.code().isPresent());
    }
}
