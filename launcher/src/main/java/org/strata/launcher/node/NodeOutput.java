package org.strata.launcher.node;

import org.strata.launcher.wire.NodeFrame;
import org.strata.launcher.wire.OutputWindow;
import org.strata.oob.NodeOob;

import java.io.IOException;
import java.io.InputStream;

/**
 * Sends one output stream of a rank to mpirun. As many bytes as mpirun has room for are on their
 * way: a slow reader of mpirun's output slows the rank down.
 */
final class NodeOutput implements Runnable {
    private static final int CHUNK = 32 << 10;

    private final int rank;
    private final int stream;
    private final InputStream in;
    private final NodeOob oob;
    private final OutputWindow window = new OutputWindow();

    /**
     * @param stream 1 for stdout, 2 for stderr
     */
    NodeOutput(int rank, int stream, InputStream in, NodeOob oob) {
        this.rank = rank;
        this.stream = stream;
        this.in = in;
        this.oob = oob;
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
        oob.send(NodeFrame.OUTPUT.start().number(rank).number(stream).bytes(bytes, count).end());
    }

    /** mpirun has forwarded bytes, or with a negative number nobody reads them any more. */
    void taken(int count) {
        window.release(count);
    }
}
