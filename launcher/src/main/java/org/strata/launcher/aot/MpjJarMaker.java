package org.strata.launcher.aot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Makes {@code mpj.jar} of {@code mpi.jar}: without its package mpi, and with that of the MPJ
 * layer. The package is not sealed: users have classes of their own in it. Makes {@code
 * starter.jar}, too, which MPJ Express' users start by {@code java -jar} or by the name of its
 * class; it leads to {@code mpi.jar}.
 */
public final class MpjJarMaker {
    private static final String PACKAGE = "mpi/";
    private static final String STARTER = "runtime/starter/MPJRun.class";

    private MpjJarMaker() {}

    /**
     * Makes the jars.
     *
     * @param folder where they are written
     * @param layer the directories of the MPJ layer's classes
     */
    public static void make(DatedJar mpi, Path folder, List<Path> layer) throws IOException {
        Manifest manifest = new Manifest(mpi.manifest());
        manifest.getMainAttributes().putValue("Strata-Api", "mpj");
        DatedJar mpj = new DatedJar(manifest, mpi.level());
        mpi.entries()
                .forEach((name, bytes) -> {
                    if (!name.startsWith(PACKAGE)) {
                        mpj.add(name, bytes);
                    }
                });
        for (Path classes : layer) {
            DistributionJar.addFiles(classes, mpj);
        }
        mpj.write(folder.resolve("mpj.jar"));
        makeStarter(folder.resolve("starter.jar"), mpi);
    }

    private static void makeStarter(Path file, DatedJar mpi) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "runtime.starter.MPJRun");
        main.put(Attributes.Name.CLASS_PATH, "mpi.jar");
        main.putValue("Enable-Native-Access", "ALL-UNNAMED");
        DatedJar starter = new DatedJar(manifest, mpi.level());
        starter.add(STARTER, mpi.entries().get(STARTER));
        starter.write(file);
    }
}
