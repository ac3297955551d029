package org.strata.tests.system.traffic;

import org.strata.tests.system.JobRunner;
import org.strata.tests.system.Sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Connects to every port that a job listens on and misbehaves in every way there is, until the job
 * is over.
 */
final class Intruders {
    private static final int MOST_OPEN_PER_PORT = 30;
    private static final long PAUSE_NANOS = 5_000_000;

    private final JobRunner.Running job;
    private final Random random;
    private final Set<InetSocketAddress> ports = new HashSet<>();
    private final List<Socket> open = new ArrayList<>();
    private int connections;

    Intruders(JobRunner.Running job, long seed) {
        this.job = job;
        this.random = new Random(seed);
    }

    /** Returns the ports that were found. */
    Set<InetSocketAddress> ports() {
        return ports;
    }

    /** Returns how many connections were made. */
    int connections() {
        return connections;
    }

    /** Goes on until it is enough, or the job is over. */
    void intrude(BooleanSupplier enough) throws IOException {
        try {
            while (job.inTime() && !enough.getAsBoolean()) {
                Stream<ProcessHandle> processes =
                        Stream.concat(Stream.of(job.handle()), job.handle().descendants());
                Set<InetSocketAddress> now = Sockets.listening(processes);
                ports.addAll(now);
                for (InetSocketAddress port : now) {
                    attempt(port);
                }
                drip();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** The job ends at its own time: a connection that fails is no failure. */
    private void attempt(InetSocketAddress port) {
        try {
            // Sockets that go on are kept.
            @SuppressWarnings("resource")
            Socket socket = new Socket();
            socket.connect(port, 1000);
            connections++;
            misbehave(socket);
        } catch (IOException e) {
            assert e != null;
        }
    }

    private void misbehave(Socket socket) throws IOException {
        switch (random.nextInt(6)) {
            case 0 -> socket.close();
            case 1 -> {
                socket.setSoLinger(true, 0);
                socket.close();
            }
            case 2 -> {
                byte[] noise = new byte[1 + random.nextInt(5000)];
                random.nextBytes(noise);
                write(socket, noise);
                socket.close();
            }
            case 3 -> {
                String request = "GET / HTTP/1.1\r\nHost: mpi\r\n\r\n";
                write(socket, request.getBytes(StandardCharsets.US_ASCII));
                keep(socket);
            }
            case 4 -> {
                // As large as a length can be, in either byte order.
                ByteBuffer lengths = ByteBuffer.allocate(64);
                while (lengths.hasRemaining()) {
                    lengths.putInt(random.nextBoolean() ? Integer.MAX_VALUE : -129);
                }
                write(socket, lengths.array());
                socket.shutdownOutput();
                keep(socket);
            }
            default -> keep(socket);
        }
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Keeps a connection that says nothing, or next to nothing. */
    private void keep(Socket socket) throws IOException {
        open.add(socket);
        if (open.size() > MOST_OPEN_PER_PORT * Math.max(1, ports.size())) {
            open.remove(random.nextInt(open.size())).close();
        }
    }

    /** Sends a byte on some of the open connections. */
    private void drip() {
        for (int i = 0; i < 3 && !open.isEmpty(); i++) {
            Socket socket = open.get(random.nextInt(open.size()));
            try {
                socket.getOutputStream().write(random.nextInt(256));
            } catch (IOException e) {
                // Thrown out, or shut before.
                assert e != null;
            }
        }
    }
}
