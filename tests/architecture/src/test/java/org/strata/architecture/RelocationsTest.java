package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code packaging/relocations} writes POMs that send old coordinates to Strata's, and back. */
class RelocationsTest {
    private static final Path SCRIPT = Path.of("../../packaging/relocations").toAbsolutePath();

    @TempDir private Path work;

    private String run(int code, String... words) throws IOException, InterruptedException {
        Stream<String> first =
                Stream.of(
                        SCRIPT.normalize().toString(),
                        "--version",
                        "0.2.0",
                        "--repository",
                        work.resolve("repository").toString());
        Path said = work.resolve("said");
        Process script =
                new ProcessBuilder(Stream.concat(first, Stream.of(words)).toList())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        assertThat(script.waitFor()).as(Files.readString(said)).isEqualTo(code);
        return Files.readString(said);
    }

    private Path pom(String group, String artifact, String version) {
        String name = artifact + "-" + version + ".pom";
        Path repository = work.resolve("repository");
        return repository.resolve(group).resolve(artifact).resolve(version).resolve(name);
    }

    @Test
    void everyInstalledVersionIsRelocatedAndPutBack() throws Exception {
        List<Path> poms = List.of(pom("mpi", "mpi", "1.10"), pom("mpj", "mpj", "0.44"));
        for (Path pom : poms) {
            Files.createDirectories(pom.getParent());
            Files.writeString(pom, "<project>old</project>");
        }
        assertThat(run(0))
                .isEqualTo(
                        "mpi:mpi:1.10 is org.strata:mpi:0.2.0\n"
                                + "mpj:mpj:0.44 is org.strata:mpj:0.2.0\n");
        assertThat(poms.get(1))
                .content()
                .contains(
                        "<groupId>mpj</groupId>\n  <artifactId>mpj</artifactId>\n  <version>0.44<")
                .contains(
                        "<groupId>org.strata</groupId>\n      <artifactId>mpj</artifactId>\n"
                                + "      <version>0.2.0</version>");
        run(0);
        run(0, "--undo");
        assertThat(poms).allSatisfy(pom -> assertThat(pom).hasContent("<project>old</project>"));
        assertThat(run(0, "--undo")).contains("mpi:mpi:1.10 was not relocated");
    }

    @Test
    void otherCoordinatesAreNamed() throws Exception {
        run(0, "edu.rit:mpj-express:0.44=mpj");
        Path pom = pom("edu/rit", "mpj-express", "0.44");
        assertThat(pom).content().contains("<artifactId>mpj</artifactId>");
        run(0, "--undo", "edu.rit:mpj-express:0.44=mpj");
        assertThat(pom).doesNotExist();
    }

    @Test
    void whatIsWrongWritesNothing() throws Exception {
        assertThat(run(1)).contains("has neither mpi:mpi nor mpj:mpj");
        for (String name : List.of("mpi", "../x:mpi:1", "a:mpi:1=mpx", "org.strata:mpi:1")) {
            run(1, "mpi:mpi:1", name);
        }
        assertThat(run(1, "a:java:4.1")).contains("which API has java?");
        assertThat(work.resolve("repository")).doesNotExist();
    }
}
