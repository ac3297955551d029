package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

class DeclarationTableTest {
    @TempDir private Path directory;

    private final ClassLoader loader = getClass().getClassLoader();
    private final Components components = Components.discover(loader);

    @Test
    void aTableDeclaresWhatTheFileDeclares() throws IOException {
        List<Declaration> parsed = new ReferenceConf(components).parse(conf(), ReferenceConf.NAME);
        String table = DeclarationTable.of(loader);
        assertThat(parsed).hasSizeGreaterThan(5);
        assertThat(DeclarationTable.beside(jar(conf(), table), components))
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(parsed);
    }

    @Test
    void aTableOfAnotherFileIsNotUsed() throws IOException {
        String table = DeclarationTable.of(loader);
        assertThat(DeclarationTable.beside(jar(conf() + "# edited\n", table), components)).isNull();
    }

    @Test
    void withoutATableTheFileIsParsed() throws IOException {
        assertThat(DeclarationTable.beside(jar(conf(), null), components)).isNull();
        URL unpacked = loader.getResource(ReferenceConf.NAME);
        assertThat(unpacked.getProtocol()).isEqualTo("file");
        assertThat(DeclarationTable.beside(unpacked, components)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7\nmca.btl.tcp.links",
                "7\nmca.btl.tcp.links\tNOTHING\t\t\t\t1\t3\t\tHelp.",
                "7\nmca.btl.tcp.links\tINT\t\t\t\t1\tthree\t\tHelp.",
                "7\nmca.btl.nobody.links\tENUM\t*\t\t\t1\t3\t\tHelp.",
                "7\n",
                ""
            })
    void aDamagedTableIsNotUsed(String text) {
        assertThat(DeclarationTable.read(text, 7, components)).isNull();
    }

    private String conf() throws IOException {
        return new String(
                loader.getResourceAsStream(ReferenceConf.NAME).readAllBytes(),
                StandardCharsets.UTF_8);
    }

    private URL jar(String conf, String table) throws IOException {
        Path jar = Files.createTempFile(directory, "table", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            entry(out, ReferenceConf.NAME, conf);
            if (table != null) {
                entry(out, DeclarationTable.NAME, table);
            }
        }
        return URI.create("jar:" + jar.toUri() + "!/" + ReferenceConf.NAME).toURL();
    }

    private static void entry(JarOutputStream out, String name, String text) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
    }
}
