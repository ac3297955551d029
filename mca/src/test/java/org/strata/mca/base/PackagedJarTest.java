package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** When the components of a class path are those that a jar's build has listed. */
class PackagedJarTest {
    private static final byte[] SERVICES =
            FakeModules.Self.class.getName().getBytes(StandardCharsets.UTF_8);

    @TempDir private Path directory;

    private final ClassLoader loader = getClass().getClassLoader();
    private final ComponentModule self = new FakeModules.Self();
    private final Map<String, byte[]> own = new LinkedHashMap<>();
    private final PackagedJar.Listed listed =
            new PackagedJar.Listed(checksum(SERVICES), () -> List.of(self));

    @BeforeEach
    void fill() throws IOException {
        own.put(PackagedJar.SERVICES, SERVICES);
        own.put(ReferenceConf.NAME, loader.getResourceAsStream(ReferenceConf.NAME).readAllBytes());
        own.put(DeclarationTable.NAME, DeclarationTable.of(loader));
    }

    private static long checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private Path jar(Map<String, byte[]> entries, String... manifest) throws IOException {
        Path jar = Files.createTempFile(directory, "some", ".jar");
        Manifest head = new Manifest();
        head.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (String name : manifest) {
            head.getMainAttributes().put(new Attributes.Name(name), "other.jar");
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, head)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
                out.closeEntry();
            }
        }
        return jar;
    }

    private Path folder(String file) throws IOException {
        Path folder = Files.createTempDirectory(directory, "classes");
        Path made = folder.resolve(file);
        Files.createDirectories(made.getParent());
        Files.createFile(made);
        return folder;
    }

    private PackagedJar on(Object... entries) {
        return PackagedJar.on(
                Arrays.stream(entries)
                        .map(Object::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
                listed);
    }

    @Test
    void theComponentsAreThoseOfTheList() throws IOException {
        Path mpi = jar(own);
        Path library = jar(Map.of("A.class", new byte[9]));
        for (PackagedJar found :
                List.of(
                        on(mpi),
                        on(folder("A.class"), mpi),
                        on(library, mpi, folder("b/B.class")),
                        on(mpi, directory.resolve("absent.jar"), library))) {
            assertThat(found.components().modules()).containsExactly(self);
            assertThat(found.declared())
                    .extracting(Declared::name)
                    .containsExactlyElementsOf(
                            new ReferenceConf(Components.discover(loader))
                                            .parse(
                                                    new String(
                                                            own.get(ReferenceConf.NAME),
                                                            StandardCharsets.UTF_8),
                                                    "test")
                                            .stream()
                                            .map(Declaration::name)
                                            .toList());
        }
    }

    /** Each of these may have components, or leads to jars that may. */
    @Test
    void componentsOfOthersAreLookedFor() throws IOException {
        Path mpi = jar(own);
        assertThat(on(mpi, jar(Map.of(PackagedJar.SERVICES, new byte[3])))).isNull();
        assertThat(on(jar(Map.of(PackagedJar.SERVICES, new byte[3])), mpi)).isNull();
        assertThat(on(mpi, jar(Map.of(ReferenceConf.NAME, new byte[3])))).isNull();
        assertThat(on(mpi, folder(PackagedJar.SERVICES))).isNull();
        assertThat(on(folder(ReferenceConf.NAME), mpi)).isNull();
        assertThat(on(mpi, jar(Map.of(), "Class-Path"))).isNull();
        assertThat(on(jar(own, "Class-Path"))).isNull();
        assertThat(on(mpi, jar(own))).as("two copies").isNull();
    }

    @Test
    void aJarThatIsNotAsItWasBuiltIsLookedThrough() throws IOException {
        assertThat(on(folder("A.class"))).as("no jar").isNull();
        for (String missing : List.of(ReferenceConf.NAME, DeclarationTable.NAME)) {
            Map<String, byte[]> less = new LinkedHashMap<>(own);
            less.remove(missing);
            assertThat(on(jar(less))).as(missing).isNull();
        }
        Map<String, byte[]> merged = new LinkedHashMap<>(own);
        merged.put(PackagedJar.SERVICES, "org.other.Module\n".getBytes(StandardCharsets.UTF_8));
        assertThat(on(jar(merged))).as("services of several jars").isNull();
        Map<String, byte[]> edited = new LinkedHashMap<>(own);
        edited.put(ReferenceConf.NAME, new byte[] {'#'});
        assertThat(on(jar(edited))).as("another file than the table's").isNull();
        Path damaged = jar(own);
        Files.write(damaged, Arrays.copyOf(Files.readAllBytes(damaged), 100));
        assertThat(on(damaged)).isNull();
    }

    /** A component whose class is missing is for the search, which names it. */
    @Test
    void aListThatCannotBeMadeIsNotUsed() throws IOException {
        PackagedJar.Listed broken =
                new PackagedJar.Listed(
                        listed.checksum(),
                        () -> {
                            throw new NoClassDefFoundError("Gone");
                        });
        assertThat(PackagedJar.on(jar(own).toString(), broken)).isNull();
    }

    /** Tests run from directories, and with other loaders. */
    @Test
    void whatWasNotBuiltIsSearched() {
        assertThat(PackagedJar.on(loader)).isNull();
        assertThat(PackagedJar.on(new ClassLoader(loader) {})).isNull();
        assertThat(PackagedComponents.modules()).isEmpty();
    }
}
