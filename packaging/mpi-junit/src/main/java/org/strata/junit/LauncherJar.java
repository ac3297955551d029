package org.strata.junit;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where mpirun is: in an installed distribution that the environment names (STRATA_HOME), or else
 * in the jar of package mpi that the test has on its class path.
 *
 * @param home the distribution, or null
 * @param jar the jar with mpirun
 */
record LauncherJar(Path home, Path jar) {
    private static final String MPIRUN = "org.strata.launcher.Mpirun";
    private static final Path IN_DISTRIBUTION = Path.of("lib", "mpi.jar");

    /** Finds it. */
    static LauncherJar find() {
        String named = System.getenv().getOrDefault("STRATA_HOME", "");
        if (!named.isBlank()) {
            Path home = Path.of(named).toAbsolutePath();
            return new LauncherJar(home, home.resolve(IN_DISTRIBUTION));
        }
        URL mpirun =
                LauncherJar.class.getClassLoader().getResource(MPIRUN.replace('.', '/') + ".class");
        if (mpirun == null || !mpirun.getProtocol().equals("jar")) {
            throw new IllegalStateException(
                    "The jar org.strata:mpi is not on the class path of the test: add it to the"
                            + " dependencies, or name an installed distribution in STRATA_HOME.");
        }
        Path jar = Path.of(RankJvm.container(mpirun, MPIRUN.replace('.', '/') + ".class"));
        boolean distribution =
                jar.endsWith(IN_DISTRIBUTION)
                        && Files.isDirectory(jar.getParent().resolveSibling("bin"));
        return new LauncherJar(distribution ? jar.getParent().getParent() : null, jar);
    }

    /** Returns the options of the JVM that runs mpirun. */
    List<String> options() {
        List<String> start = List.of("-cp", jar.toString(), MPIRUN);
        if (home == null) {
            return start;
        }
        return List.of("-Dstrata.home=" + home, start.get(0), start.get(1), start.get(2));
    }
}
