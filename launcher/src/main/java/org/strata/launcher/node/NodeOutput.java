package org.strata.launcher.node;

import org.strata.launcher.wire.NodeFrame;
import org.strata.launcher.wire.OutputWindow;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * Sends one output stream of a rank to mpirun. As many bytes as mpirun has room for are on their
 * way: a slow reader of mpirun's output slows the rank down.
 */
final class NodeOutput implements Runnable {
    private static final int CHUNK = 32 << 10;

    private final int rank;
    private final int stream;
    private final InputStream in;
    private final Consumer<byte[]> head;
    private final OutputWindow window = new OutputWindow();

    /**
     * @param stream 1 for stdout, 2 for stderr
     * @param head gets messages for mpirun
     */
    NodeOutput(int rank, int stream, InputStream in, Consumer<byte[]> head) {
        this.rank = rank;
        this.stream = stream;
        this.in = in;
        this.head = head;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[CHUNK];
        try (in) {
            int count = in.read(buffer);
            while (count > 0 && window.acquire(count)) {
                send(buffer, count);
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // The pipe is gone: for mpirun that is its end.
            assert e != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        send(buffer, 0);
    }

    private void send(byte[] bytes, int count) {
        head.accept(NodeFrame.OUTPUT.start().number(rank).number(stream).bytes(bytes, count).end());
    }

    /** mpirun has forwarded bytes, or with a negative number nobody reads them any more. */
    void taken(int count) {
        window.release(count);
    }
}
