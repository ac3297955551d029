package org.strata.launcher.node;

import org.strata.launcher.wire.NodeFrame;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Writes what mpirun reads on its standard input to a rank's. */
final class NodeInput {
    private final int rank;
    private final Consumer<byte[]> head;

    /** Bounded by mpirun, which sends no more than has been taken. */
    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();

    /**
     * @param head gets messages for mpirun
     */
    NodeInput(int rank, Consumer<byte[]> head) {
        this.rank = rank;
        this.head = head;
    }

    /** Adds bytes; none stand for the end. */
    void add(byte[] bytes) {
        chunks.add(bytes);
    }

    /** Writes until the end of the input, or until the rank reads no more. */
    void writeTo(OutputStream out) {
        try (out) {
            byte[] chunk = chunks.take();
            while (chunk.length > 0) {
                out.write(chunk);
                out.flush();
                taken(chunk.length);
                chunk = chunks.take();
            }
        } catch (IOException e) {
            taken(-1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void taken(int count) {
        head.accept(NodeFrame.INPUT_TAKEN.start().number(rank).number(count).end());
    }
}
