package org.strata.launcher.node;

import org.strata.launcher.wire.NodeFrame;
import org.strata.oob.NodeOob;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes what mpirun reads on its standard input to a rank's. */
final class NodeInput implements Runnable {
    private final int rank;
    private final OutputStream out;
    private final NodeOob oob;

    /** Bounded by mpirun, which sends no more than has been taken. */
    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();

    NodeInput(int rank, OutputStream out, NodeOob oob) {
        this.rank = rank;
        this.out = out;
        this.oob = oob;
    }

    /** Adds bytes; none stand for the end. */
    void add(byte[] bytes) {
        chunks.add(bytes);
    }

    @Override
    public void run() {
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
        oob.send(NodeFrame.INPUT_TAKEN.start().number(rank).number(count).end());
    }
}
