package org.strata.launcher.program;

import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.UsageException;
import org.strata.mca.base.Installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of an installed distribution.
 *
 * @param root the directory that holds {@code lib} and {@code conf}, or null: only the jar is there
 * @param jar the one jar with everything in it
 */
public record Distribution(Path root, Path jar) {
    /** A variable of ranks that open {@code btl openib}, whose classes are in another cache. */
    public static final String ADAPTERS = "STRATA_ADAPTERS";

    /**
     * Returns the distribution that this process runs from. Without lib/mpi.jar on the class path,
     * it was started by {@code java -jar mpi-N.jar}.
     */
    public static Distribution installed() throws IOException {
        Path home = Installation.home();
        if (home != null) {
            return at(home);
        }
        Path jar = Installation.jar();
        if (jar == null) {
            throw new IOException("no jar of Strata is the first on the class path");
        }
        return ofJar(jar);
    }

    /** Returns the distribution in a directory. */
    public static Distribution at(Path root) {
        return new Distribution(root, root.resolve("lib").resolve("mpi.jar"));
    }

    /**
     * Returns the distribution of a jar that is installed by itself, such as in a Maven repository:
     * it has neither a site file nor start-up caches.
     */
    public static Distribution ofJar(Path jar) {
        return new Distribution(null, jar);
    }

    /**
     * Returns this distribution with the jar of an API.
     *
     * @throws UsageException if it has none
     */
    Distribution with(Api api) throws UsageException {
        if (root == null ? ApiJars.apiOf(jar) == api : isOf(api)) {
            return this;
        }
        Path other = root == null ? null : root.resolve("lib").resolve(api.jar());
        if (other == null || !Files.isRegularFile(other)) {
            throw new UsageException(
                    "There is no "
                            + api.jar()
                            + " beside "
                            + jar
                            + ", which this mpirun runs from.");
        }
        return new Distribution(root, other);
    }

    /** Returns whether the jar is that of an API, by its name in a distribution. */
    boolean isOf(Api api) {
        return jar.endsWith(api.jar());
    }

    /** Returns the script that stands for java in the PATH of scripts, or null. */
    Path wrappedJava() {
        return root == null ? null : root.resolve("bin").resolve("wrapped").resolve("java");
    }

    /**
     * Returns an AOT cache that exists, or null. A cache fits one jar; that of source programs is
     * only made for mpi.jar.
     */
    Path cache(Cache kind) {
        Path cache = found(kind);
        return cache == null && kind == Cache.OPENIB ? found(Cache.RANK) : cache;
    }

    private Path found(Cache kind) {
        String name = kind.file(isOf(Api.MPJ));
        if (root == null || name == null) {
            return null;
        }
        Path own = root.equals(Installation.home()) ? Installation.caches() : null;
        Path cache = (own == null ? root.resolve("lib") : own).resolve(name);
        return Files.isReadable(cache) ? cache : null;
    }

    /**
     * Returns the options of a JVM that uses a cache. One that does not fit is ignored; the JVM
     * would say so on stdout. It is mapped at the address for which it was stored: elsewhere the
     * JVM writes to nearly all of its 28 MB before the program begins, so that the ranks of a host
     * share two thirds of them. The price: the addresses of classes are the same in each rank
     * (docs/security.md). A later option of the user's takes that back.
     */
    public static List<String> cacheOptions(Path cache) {
        return List.of(
                "-Xlog:aot*=off,cds*=off",
                "-XX:AOTCache=" + cache,
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0");
    }

    /** The ranks' start-up caches. */
    enum Cache {
        /** Of compiled programs. */
        RANK("rank.aot", "mpj.aot"),
        /** Of compiled programs with {@code btl openib}; those with mpj.jar have no other. */
        OPENIB("openib.aot", null),
        /** Of {@code java X.java}. */
        SOURCE("source.aot", null);

        private final String mpi;
        private final String mpj;

        Cache(String mpi, String mpj) {
            this.mpi = mpi;
            this.mpj = mpj;
        }

        private String file(boolean isMpj) {
            return isMpj ? mpj : mpi;
        }
    }
}
