package org.strata.launcher.plm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The remote shells, or the {@code srun}, that run daemons: each gets its hello on its standard
 * input, which stays open for as long as the daemon is wanted. Ctrl-C in a terminal does not reach
 * them: mpirun ends the ranks first. Thread-safe.
 */
public final class Agents implements AutoCloseable {
    /** What a remote shell says is kept as far as it fits into a message. */
    private static final int TAIL = 4096;

    private static final long LAST_MILLIS = 500;

    private final Listener listener;
    private final List<Process> running = new ArrayList<>();
    private boolean closed;

    /** Receives the ends of remote shells, on threads of their own. */
    public interface Listener {
        /**
         * A remote shell has ended.
         *
         * @param output the end of what it has printed
         */
        void ended(int node, int status, String output);
    }

    /** Makes an empty set. */
    public Agents(Listener listener) {
        this.listener = listener;
    }

    /**
     * Starts one.
     *
     * @param command what to start
     * @param node the node whose daemon it runs, for the listener
     * @param hello what to write to its standard input
     */
    public void start(ProcessBuilder command, int node, byte[] hello) {
        Thread.ofPlatform()
                .daemon()
                .name("strata-agent-" + node)
                .start(() -> run(command, node, hello));
    }

    private void run(ProcessBuilder command, int node, byte[] hello) {
        try {
            Process process = launch(command);
            if (process == null) {
                return;
            }
            greet(process.getOutputStream(), hello);
            String output;
            try (InputStream out = process.getInputStream()) {
                output = tail(out);
            }
            int status = process.waitFor();
            endInput(process);
            synchronized (this) {
                running.remove(process);
            }
            listener.ended(node, status, output);
        } catch (IOException e) {
            listener.ended(node, -1, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Process launch(ProcessBuilder command) throws IOException {
        if (closed) {
            return null;
        }
        List<String> words = command.command();
        if (Executables.find(words.getFirst(), System.getenv().getOrDefault("PATH", "")) == null) {
            throw new IOException("there is no command " + words.getFirst());
        }
        List<String> own = new ArrayList<>(OwnSession.prefix());
        own.addAll(words);
        Process process = command.command(own).redirectErrorStream(true).start();
        running.add(process);
        return process;
    }

    /** A shell that has ended already says why on its output. */
    private static void greet(OutputStream in, byte[] hello) {
        try {
            in.write(hello);
            in.flush();
        } catch (IOException e) {
            assert e != null;
        }
    }

    private static String tail(InputStream out) throws IOException {
        byte[] kept = new byte[2 * TAIL];
        int length = 0;
        int count = out.read(kept, length, TAIL);
        while (count >= 0) {
            length += count;
            if (length > TAIL) {
                System.arraycopy(kept, length - TAIL, kept, 0, TAIL);
                length = TAIL;
            }
            count = out.read(kept, length, TAIL);
        }
        return new String(kept, 0, length, StandardCharsets.UTF_8);
    }

    /** Ends those that are left: first those that end by the end of their standard input. */
    @Override
    public void close() {
        List<Process> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(running);
        }
        left.forEach(Agents::endInput);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
        for (Process process : left) {
            if (!ended(process, end)) {
                process.destroyForcibly();
            }
        }
    }

    /** Closing writes what is buffered, which fails when the shell has ended without reading it. */
    private static void endInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            assert e != null;
        }
    }

    private static boolean ended(Process process, long end) {
        try {
            return process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
