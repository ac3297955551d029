package org.strata.launcher.aot;

import org.strata.mca.base.DeclarationTable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the table of all declared parameters, which the build adds to {@code mpi.jar}. */
public final class TableMaker {
    private TableMaker() {}

    /** Writes the table below a directory. */
    public static void make(Path directory) throws IOException {
        Path table = directory.resolve(DeclarationTable.NAME);
        Files.createDirectories(table.getParent());
        Files.write(table, DeclarationTable.of(TableMaker.class.getClassLoader()));
    }
}
