package org.strata.opal.platform.portable;

import org.strata.opal.platform.KernelFiles;

import java.nio.file.Files;
import java.nio.file.Path;

/** A system of which only is known that it has a directory for temporary files. */
final class PortableKernelFiles implements KernelFiles {
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    /** Below a file that cannot be a directory, so that nobody can make it. */
    private static final Path NOWHERE = nothingOf(System.getProperty("os.name")).resolve("absent");

    private static Path nothingOf(String system) {
        return Path.of(system.startsWith("Windows") ? "NUL" : "/dev/null");
    }

    @Override
    public Path process(String name) {
        return NOWHERE.resolve(name);
    }

    @Override
    public Path system(String name) {
        return NOWHERE.resolve(name);
    }

    /**
     * Where there is a file system in memory at the usual place it is used, or else the directory
     * for temporary files: pages of a file that nobody synchronizes stay in memory, too, and are
     * written behind.
     */
    @Override
    public Path sharedMemory() {
        Path usual = Path.of("/dev/shm");
        return Files.isDirectory(usual) && Files.isWritable(usual) ? usual : TEMPORARY;
    }

    @Override
    public Path nothing() {
        return nothingOf(System.getProperty("os.name"));
    }

    @Override
    public Path random() {
        return NOWHERE;
    }

    @Override
    public boolean inputIsTerminal() {
        return false;
    }

    @Override
    public Path temporary() {
        return TEMPORARY;
    }
}
