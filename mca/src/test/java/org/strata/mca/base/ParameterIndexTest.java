package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Parameters by the names that users type. */
class ParameterIndexTest {
    private final Components components = Components.discover(getClass().getClassLoader());

    private static Declared declared(String defaultValue) {
        return new Declared(
                Declaration.at(
                        "mca.btl.foo.limit",
                        ParameterType.SIZE,
                        List.of(),
                        Bounds.NONE,
                        defaultValue,
                        4,
                        "Bytes of a message.",
                        List.of("btl_foo_max")));
    }

    /** The JVM takes the classes of the first copy of a jar on the class path. */
    @Test
    void ofTwoCopiesOfAJarTheFirstDeclares() {
        ParameterIndex index =
                new ParameterIndex(List.of(declared("64"), declared("128")), components);
        assertThat(index.present()).containsExactly("btl_foo_limit");
        assertThat(index.unset("btl_foo_limit").value()).isEqualTo("64");
        assertThat(index.find("btl_foo_limit").defaultValue()).isEqualTo("64");
        assertThat(index.find("btl_foo_max").defaultValue()).isEqualTo("64");
    }

    /** Hundreds are declared, of which a rank asks for some. */
    @Test
    void aDeclarationIsReadWhenSomebodyAsksForItAndOnce() {
        int[] reads = {0};
        Declared lazy =
                new Declared(
                        "btl_foo_limit",
                        List.of("btl_foo_max"),
                        () -> {
                            reads[0]++;
                            return declared("64").read();
                        });
        ParameterIndex index = new ParameterIndex(List.of(lazy), components);
        assertThat(index.names()).containsExactly("btl_foo_limit", "btl_foo_max");
        assertThat(index.unset("btl_bar_limit")).isNull();
        assertThat(index.find("btl_bar_limit")).isNull();
        assertThat(reads).containsExactly(0);
        assertThat(index.find("btl_foo_max").name()).isEqualTo("btl_foo_limit");
        assertThat(index.unset("btl_foo_limit").value()).isEqualTo("64");
        assertThat(reads).containsExactly(1);
    }
}
