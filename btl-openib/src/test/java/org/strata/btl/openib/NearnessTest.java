package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel's files say of a host with three nodes, 0, 1 and 4, and 4 processors in each. */
final class NearnessTest {
    @TempDir Path root;

    private Nearness boundTo(String processors) throws IOException {
        node(0, "0-1,6-7", "10 21 31");
        node(1, "2-5", "21 10 31");
        node(4, "8-11", "31 31 10");
        Path status = root.resolve("status");
        Files.writeString(status, "Name:\tjava\nCpus_allowed_list:\t" + processors + "\n");
        return Nearness.read(status, root.resolve("node"));
    }

    private void node(int number, String processors, String distances) throws IOException {
        Path folder = Files.createDirectories(root.resolve("node/node" + number));
        Files.writeString(folder.resolve("cpulist"), processors + "\n");
        Files.writeString(folder.resolve("distance"), distances + "\n");
    }

    @Test
    void aBoundProcessHasANearNode() throws IOException {
        Nearness near = boundTo("3");
        assertThat(near.distance(0)).isEqualTo(21);
        assertThat(near.distance(1)).isEqualTo(Nearness.HERE);
        assertThat(near.distance(4)).isEqualTo(31);
    }

    @Test
    void ofSeveralNodesTheNearestCounts() throws IOException {
        Nearness near = boundTo("7,8");
        assertThat(near.distance(0)).isEqualTo(Nearness.HERE);
        assertThat(near.distance(1)).isEqualTo(21);
        assertThat(near.distance(4)).isEqualTo(Nearness.HERE);
    }

    @Test
    void whoIsNotBoundHasAllNodesAsNear() throws IOException {
        Nearness near = boundTo("0-11");
        for (int node : new int[] {0, 1, 4}) {
            assertThat(near.distance(node)).isEqualTo(Nearness.HERE);
        }
    }

    /** An adapter that says nothing is as near; a node that the kernel does not list is not. */
    @Test
    void unknownNodes() throws IOException {
        Nearness near = boundTo("3");
        assertThat(near.distance(-1)).isEqualTo(Nearness.HERE);
        assertThat(near.distance(9)).isEqualTo(20);
    }

    @Test
    void whereNothingIsKnownAllIsNear() throws IOException {
        assertThat(Nearness.read(root.resolve("no"), root.resolve("no")).distance(1))
                .isEqualTo(Nearness.HERE);
        assertThat(boundTo("nonsense").distance(1)).isEqualTo(Nearness.HERE);
        assertThat(boundTo("7-3").distance(1)).isEqualTo(Nearness.HERE);
    }
}
