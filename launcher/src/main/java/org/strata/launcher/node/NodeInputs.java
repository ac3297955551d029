package org.strata.launcher.node;

import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The standard inputs of this host's ranks. mpirun forwards its own as soon as it can read it,
 * which may be before the ranks are started: what arrives early is kept, no more than mpirun's
 * window per rank. Belongs to the daemon's thread.
 */
final class NodeInputs {
    private final Map<Integer, NodeInput> inputs = new HashMap<>();
    private final Consumer<byte[]> head;

    /**
     * @param head gets messages for mpirun; called from any thread
     */
    NodeInputs(Consumer<byte[]> head) {
        this.head = head;
    }

    /** Adds bytes for a rank, whether it has been started or not; none stand for the end. */
    void feed(int rank, byte[] bytes) {
        input(rank).add(bytes);
    }

    /** A rank has been started: its input is written from now on. */
    void start(int rank, OutputStream out) {
        NodeInput input = input(rank);
        Thread.ofPlatform().daemon().name("strata-stdin-" + rank).start(() -> input.writeTo(out));
    }

    private NodeInput input(int rank) {
        return inputs.computeIfAbsent(rank, number -> new NodeInput(number, head));
    }
}
