package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ReferenceConfTest {
    @Test
    void aDeclarationTakesHelpAndTagFromItsComments() {
        List<Declaration> found =
                ReferenceConf.parse(
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
                                List.of("none", "some"),
                                "some",
                                4,
                                "What it is, on two lines.",
                                List.of("btl_tcp_old", "btl_old")));
    }

    @Test
    void aGroupWithoutComponents() {
        List<Declaration> found =
                ReferenceConf.parse("mca.mpi {\n# It is.\n# [type=bool level=1]\non = yes\n}", "t");
        assertThat(found)
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.name()).isEqualTo("mpi_on");
                    assertThat(d.component()).isEmpty();
                    assertThat(d.key()).isEqualTo("on");
                });
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
        assertThatThrownBy(() -> ReferenceConf.parse(text, "test"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mca.");
    }
}
