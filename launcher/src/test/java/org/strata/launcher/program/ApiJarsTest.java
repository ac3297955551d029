package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.Distribution.Cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

class ApiJarsTest {
    @TempDir Path temp;

    private final List<String> notices = new ArrayList<>();
    private Distribution distribution;
    private Path mpi;
    private Path mpj;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(temp.resolve("lib"));
        mpi = jar("lib/mpi.jar", "mpi");
        mpj = jar("lib/mpj.jar", "mpj");
        distribution = Distribution.at(temp);
    }

    private Path jar(String name, String api) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (api != null) {
            manifest.getMainAttributes().putValue("Strata-Api", api);
        }
        Path file = temp.resolve(name);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }

    private Path chosen(Api asked, String classPath) throws UsageException {
        return ApiJars.choose(distribution, asked, temp, classPath, notices).jar();
    }

    @Test
    void theClassPathOrTheOptionDecides() throws UsageException, IOException {
        assertThat(chosen(null, ".")).isEqualTo(mpi);
        assertThat(chosen(Api.MPJ, ".")).isEqualTo(mpj);
        assertThat(chosen(null, ".:lib/mpj.jar")).isEqualTo(mpj);
        // MPJ Express' own jar has the same name.
        assertThat(chosen(null, jar("mpj.jar", null).toString())).isEqualTo(mpi);
        assertThat(notices).isEmpty();
    }

    @Test
    void theOtherJarIsLeftOutAndNamed() throws UsageException {
        assertThat(chosen(Api.MPI, "x:lib/mpj.jar")).isEqualTo(mpi);
        assertThat(notices.removeFirst())
                .contains("lib/mpj.jar is left out", "as --api or STRATA_API says");
        assertThat(chosen(null, mpj + ":" + mpi)).isEqualTo(mpj);
        assertThat(notices.removeFirst()).contains(mpi + " is left out", "comes first");
        JavaLaunch launch = new JavaLaunch(distribution.with(Api.MPJ), Map.of(), temp);
        assertThat(launch.behindOurs("x:lib/mpi.jar:y")).isEqualTo(mpj + ":x:y");
    }

    @Test
    void startUpCachesFitOneJarOnly() throws UsageException, IOException {
        Files.createFile(temp.resolve("lib/rank.aot"));
        assertThat(distribution.cache(Cache.RANK)).hasFileName("rank.aot");
        assertThat(distribution.cache(Cache.OPENIB)).as("the next best").hasFileName("rank.aot");
        Files.createFile(temp.resolve("lib/openib.aot"));
        assertThat(distribution.cache(Cache.OPENIB)).hasFileName("openib.aot");
        assertThat(distribution.with(Api.MPJ).cache(Cache.RANK)).isNull();
        Files.createFile(temp.resolve("lib/mpj.aot"));
        Files.createFile(temp.resolve("lib/source.aot"));
        assertThat(distribution.with(Api.MPJ).cache(Cache.RANK)).hasFileName("mpj.aot");
        assertThat(distribution.with(Api.MPJ).cache(Cache.OPENIB)).hasFileName("mpj.aot");
        assertThat(distribution.with(Api.MPJ).cache(Cache.SOURCE)).isNull();
    }

    @Test
    void aJarAloneHasOneApi() throws UsageException {
        Distribution alone = Distribution.ofJar(mpj);
        assertThat(alone.with(Api.MPJ).jar()).isEqualTo(mpj);
        assertThatThrownBy(() -> alone.with(Api.MPI)).hasMessageContaining("There is no mpi.jar");
    }
}
