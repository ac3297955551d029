package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

class ReferenceConfTest {
    private final ReferenceConf reference =
            new ReferenceConf(Components.discover(getClass().getClassLoader()));

    @Test
    void aDeclarationTakesHelpAndTagFromItsComments() {
        List<Declaration> found =
                reference.parse(
                        """
                        # Not about the key.

                        mca.btl.tcp {
                          # What it is,
                          # on two lines.
                          # [type=enum(none|some) level=4 alias=btl_tcp_old,btl_old]
                          two-words = some
                        }
                        """,
                        "test");
        assertThat(found)
                .containsExactly(
                        new Declaration(
                                "btl_tcp_two_words",
                                "mca.btl.tcp.two-words",
                                "btl",
                                "tcp",
                                "two-words",
                                ParameterType.ENUM,
                                AllowedValue.numbered("none", "some"),
                                Bounds.NONE,
                                "some",
                                4,
                                "What it is, on two lines.",
                                List.of("btl_tcp_old", "btl_old")));
    }

    @Test
    void aGroupWithoutComponents() {
        List<Declaration> found =
                reference.parse("mca.mpi {\n# It is.\n# [type=bool level=1]\non = yes\n}", "t");
        assertThat(found)
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.name()).isEqualTo("mpi_on");
                    assertThat(d.component()).isEmpty();
                    assertThat(d.key()).isEqualTo("on");
                });
    }

    @Test
    void aComponentMayDefineTheValuesOfAChoice() {
        String text = "mca.coll.basic {\n# It is.\n# [type=enum level=5]\n%s = ignore\n}";
        Declaration found = reference.parse(text.formatted("algorithm"), "t").getFirst();
        assertThat(found.choices())
                .extracting(AllowedValue::label)
                .containsExactly("ignore (0)", "ring (4)", "star");
        assertThat(found.canonical("4")).isEqualTo("ring");
        assertThat(found.canonical("STAR")).isEqualTo("star");
        for (String number : new String[] {"1", "2", "5", "-1"}) {
            assertThatThrownBy(() -> found.canonical(number))
                    .hasMessage("is not one of ignore, ring, star");
        }
        String nobody = text.replace("basic", "nobody").formatted("algorithm");
        assertThatThrownBy(() -> reference.parse(nobody, "t"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mca.coll.nobody.algorithm")
                .hasMessageContaining("values");
    }

    @Test
    void bounds() {
        Declaration size =
                reference
                        .parse(
                                "mca.btl.tcp {\n"
                                        + "# It is.\n"
                                        + "# [type=size level=1 min=64 max=1k]\n"
                                        + "at = 64\n"
                                        + "}",
                                "t")
                        .getFirst();
        assertThat(size.bounds().words()).isEqualTo("64 to 1k");
        assertThat(size.canonical("1024")).isEqualTo("1024");
        assertThatThrownBy(() -> size.canonical("63"))
                .hasMessage("is less than 64, the least that works");
        assertThatThrownBy(() -> size.canonical("2k"))
                .hasMessage("is more than 1k, the most that works");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mca.btl.tcp { bare = 1 }",
                "mca.btl.tcp {\n# Help only.\nkey = 1\n}",
                "mca.btl.tcp {\n# [type=int level=1]\nkey = 1\n}",
                "mca.btl.tcp {\n# Help.\n# [type=whole level=1]\nkey = 1\n}",
                "mca.btl.tcp {\n# Help.\n# [type=int colour=1]\nkey = 1\n}",
                "mca.btl.tcp {\n# Help.\n# [type=int level=1]\nkey = one\n}",
                "mca {\n# Help.\n# [type=int level=1]\nkey = 1\n}",
            })
    void anUndocumentedKeyIsABug(String text) {
        assertThatThrownBy(() -> reference.parse(text, "test"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mca.");
    }

    /** Each component's jar has its own; programs have some that mean something else. */
    @Test
    void allJarsDeclareParametersAndOtherNames(@TempDir Path directory) throws IOException {
        String text = "mca.btl.%s {\n# It is.\n# [type=int level=1 alias=old_%s]\nkey = 1\n}";
        List<URL> jars = new ArrayList<>();
        jars.add(compiled(directory.resolve("a.jar"), text.formatted("a", "a")));
        jars.add(jar(directory.resolve("none.jar"), "akka.loglevel = off", null));
        jars.add(jar(directory.resolve("bad.jar"), "mca.btl.bad { bare = 1 }", null));
        jars.add(jar(directory.resolve("b.jar"), text.formatted("b", "b"), null));
        jars.add(compiled(directory.resolve("c.jar"), text.formatted("c", "c")));
        Problems problems = new Problems();
        List<Declared> found;
        try (URLClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), null)) {
            found = reference.load(loader, problems);
            assertThat(found)
                    .extracting(Declared::name)
                    .containsExactly("btl_a_key", "btl_b_key", "btl_c_key");
            assertThat(found)
                    .flatExtracting(Declared::aliases)
                    .containsExactly("old_a", "old_b", "old_c");
            assertThat(found).extracting(each -> each.read().help()).containsOnly("It is.");
        }
        assertThat(problems.list())
                .singleElement()
                .asString()
                .contains("bad.jar")
                .contains("mca.btl.bad.bare needs a help comment");
        ParameterIndex index =
                new ParameterIndex(found, Components.discover(getClass().getClassLoader()));
        for (String each : List.of("a", "b", "c")) {
            assertThat(index.find("old_" + each).name()).isEqualTo("btl_" + each + "_key");
        }
    }

    private static URL compiled(Path path, String conf) throws IOException {
        URL plain = jar(path, conf, null);
        byte[] table;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {plain}, null)) {
            table = DeclarationTable.of(loader);
        }
        return jar(path.resolveSibling("compiled-" + path.getFileName()), conf, table);
    }

    private static URL jar(Path path, String conf, byte[] table) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(path))) {
            out.putNextEntry(new ZipEntry(ReferenceConf.NAME));
            out.write(conf.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
            if (table != null) {
                out.putNextEntry(new ZipEntry(DeclarationTable.NAME));
                out.write(table);
                out.closeEntry();
            }
        }
        return path.toUri().toURL();
    }
}
