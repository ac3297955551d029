package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Inside a module few classes name each other in a circle. Larger circles stand in {@code
 * inner-cycles.txt} with their number of classes, and that list only shrinks: this test fails when
 * a circle grows or a new one is there, and also when one has become smaller than its line says.
 */
class InnerCyclesTest {
    /** A type, its parts and their builder may name each other; more is a room without floors. */
    private static final int FEW = 4;

    @Test
    void circlesAreSmallOrListed() throws IOException {
        ClassGraph graph = ClassGraph.read();
        List<String> found = new ArrayList<>();
        StringBuilder help = new StringBuilder();
        for (String module : graph.moduleNames()) {
            for (Set<String> circle : graph.circles(module)) {
                if (circle.size() > FEW) {
                    String line = line(module, circle);
                    found.add(line);
                    describe(graph.classes(module), circle, line, help);
                }
            }
        }
        List<String> listed = Lines.of("inner-cycles.txt");
        help.insert(0, "Circles of more than " + FEW + " classes.\n");
        if (!new TreeSet<>(found).equals(new TreeSet<>(listed))) {
            assertThat(found).as(help.toString()).containsExactlyInAnyOrderElementsOf(listed);
        }
        assertThat(found).as("lines of inner-cycles.txt").hasSameSizeAs(listed);
    }

    private static String line(String module, Set<String> circle) {
        Set<String> packages = new TreeSet<>();
        circle.forEach(one -> packages.add(ClassGraph.packageOf(one)));
        return module + " " + String.join("+", packages) + " " + circle.size();
    }

    /** Lists who names whom inside a circle: the edge to cut is one of these. */
    private static void describe(
            Map<String, Set<String>> classes, Set<String> circle, String line, StringBuilder help) {
        help.append('\n').append(line).append('\n');
        for (String one : circle) {
            Set<String> named = new TreeSet<>(classes.get(one));
            named.retainAll(circle);
            help.append("  ").append(simple(one)).append(" ->");
            named.forEach(other -> help.append(' ').append(simple(other)));
            help.append('\n');
        }
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
