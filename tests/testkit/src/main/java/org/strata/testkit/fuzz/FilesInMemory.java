package org.strata.testkit.fuzz;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder in memory where there is one: a file that is written a million times over makes a disk's
 * file system write, which takes longer than any parser.
 */
public final class FilesInMemory implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
            throws Exception {
        return Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "fuzz")
                : Files.createTempDirectory("fuzz");
    }
}
