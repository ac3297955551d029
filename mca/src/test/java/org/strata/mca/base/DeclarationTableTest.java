package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

class DeclarationTableTest {
    @TempDir private Path directory;

    private final ClassLoader loader = getClass().getClassLoader();
    private final Components components = Components.discover(loader);

    @Test
    void aTableDeclaresWhatTheFileDeclares() throws IOException {
        List<Declaration> parsed = new ReferenceConf(components).parse(conf(), ReferenceConf.NAME);
        byte[] table = DeclarationTable.of(loader);
        assertThat(parsed).hasSizeGreaterThan(5);
        assertThat(DeclarationTable.beside(jar(conf(), table), components))
                .allSatisfy(each -> assertThat(each.name()).isEqualTo(each.read().name()))
                .allSatisfy(each -> assertThat(each.aliases()).isEqualTo(each.read().aliases()))
                .extracting(Declared::read)
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(parsed);
    }

    @Test
    void aTableOfAnotherFileIsNotUsed() throws IOException {
        byte[] table = DeclarationTable.of(loader);
        assertThat(DeclarationTable.beside(jar(conf() + "# edited\n", table), components)).isNull();
    }

    @Test
    void withoutATableTheFileIsParsed() throws IOException {
        assertThat(DeclarationTable.beside(jar(conf(), null), components)).isNull();
        URL unpacked = loader.getResource(ReferenceConf.NAME);
        assertThat(unpacked.getProtocol()).isEqualTo("file");
        assertThat(DeclarationTable.beside(unpacked, components)).isNull();
    }

    @Test
    void aDamagedTableIsNotUsed() throws IOException {
        byte[] table = DeclarationTable.of(loader);
        CRC32 conf = new CRC32();
        conf.update(conf().getBytes(StandardCharsets.UTF_8));
        assertThat(DeclarationTable.read(table, conf.getValue(), components)).isNotNull();
        for (int at : new int[] {0, 9, table.length / 3, table.length - 2}) {
            byte[] damaged = table.clone();
            damaged[at] ^= 1;
            assertThat(DeclarationTable.read(damaged, conf.getValue(), components)).isNull();
            byte[] cut = Arrays.copyOf(table, at);
            assertThat(DeclarationTable.read(cut, conf.getValue(), components)).isNull();
        }
    }

    private String conf() throws IOException {
        return new String(
                loader.getResourceAsStream(ReferenceConf.NAME).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    private URL jar(String conf, byte[] table) throws IOException {
        Path jar = Files.createTempFile(directory, "table", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            entry(out, ReferenceConf.NAME, conf.getBytes(StandardCharsets.UTF_8));
            if (table != null) {
                entry(out, DeclarationTable.NAME, table);
            }
        }
        return URI.create("jar:" + jar.toUri() + "!/" + ReferenceConf.NAME).toURL();
    }

    private static void entry(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
        out.closeEntry();
    }
}
