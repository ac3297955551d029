package org.strata.ess.rendezvous;

import org.strata.ess.base.GuestThreads;
import org.strata.oob.frame.Secrets;
import org.strata.opal.time.Backoff;
import org.strata.opal.time.Clock;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/** The side of a rank other than 0: asks rank 0, and ends when it says so. */
final class Visitor implements AutoCloseable {
    private static final int ATTEMPT_MILLIS = 5_000;
    private static final int HANDSHAKE_MILLIS = 30_000;

    /** A flood of strangers may push out a rank that was about to prove itself. */
    private static final int ATTEMPTS = 5;

    private static final int MOST_CODES = 255;

    private final SealedPipe pipe;
    private final IntConsumer halt;
    private final BlockingQueue<List<String>> answers = new LinkedBlockingQueue<>();

    private Visitor(SealedPipe pipe, IntConsumer halt) {
        this.pipe = pipe;
        this.halt = halt;
    }

    /**
     * Connects to rank 0; tries again until its name resolves and it listens.
     *
     * @param seconds for all attempts
     * @param halt ends this process with an exit code, when rank 0 says so
     */
    static Visitor connect(MeetingPoint point, int seconds, IntConsumer halt) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Socket socket = socket(point, seconds);
            try {
                SealedPipe pipe = prove(socket, point);
                Visitor visitor = new Visitor(pipe, halt);
                GuestThreads.startVirtual("strata-rendezvous", visitor::listen);
                return visitor;
            } catch (UnansweredException e) {
                socket.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }
    }

    /** Rank 0 has ended the connection before it has proved itself. */
    private static final class UnansweredException extends IOException {
        private static final long serialVersionUID = 1L;

        UnansweredException(String message, IOException cause) {
            super(message, cause);
        }
    }

    private static Socket socket(MeetingPoint point, int seconds) throws IOException {
        Backoff backoff = new Backoff(Clock.SYSTEM, 1000L * seconds);
        IOException failure;
        try {
            do {
                Socket socket = new Socket();
                try {
                    socket.setTcpNoDelay(true);
                    // Resolved anew: the name appears when rank 0's container does.
                    InetSocketAddress server = new InetSocketAddress(point.host(), point.port());
                    socket.connect(server, ATTEMPT_MILLIS);
                    return socket;
                } catch (IOException e) {
                    socket.close();
                    failure = e;
                }
            } while (backoff.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting to rank 0");
        }
        throw new IOException(
                "rank 0 did not answer at "
                        + point.host()
                        + ":"
                        + point.port()
                        + " within "
                        + seconds
                        + " s: "
                        + failure,
                failure);
    }

    private static SealedPipe prove(Socket socket, MeetingPoint point) throws IOException {
        int rank = point.rank();
        socket.setSoTimeout(HANDSHAKE_MILLIS);
        byte[] own = Secrets.random(SealedPipe.NONCE_BYTES);
        ByteBuffer hello = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + own.length);
        socket.getOutputStream().write(hello.putLong(Host.MAGIC).putInt(rank).put(own).array());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] session = Arrays.copyOf(own, 2 * SealedPipe.NONCE_BYTES);
        byte[] proof = new byte[SealedPipe.PROOF_BYTES];
        String address = point.host() + ":" + point.port();
        try {
            in.readFully(session, SealedPipe.NONCE_BYTES, SealedPipe.NONCE_BYTES);
            in.readFully(proof);
        } catch (IOException e) {
            throw new UnansweredException(
                    address
                            + " does not take this process as rank "
                            + rank
                            + " of "
                            + point.size()
                            + ": have all ranks the same number of ranks, and does rank 0 listen"
                            + " there?",
                    e);
        }
        if (!SealedPipe.same(proof, SealedPipe.proof(point.secret(), "server", rank, session))) {
            throw new IOException("who listens at " + address + " does not know the job's secret");
        }
        socket.getOutputStream().write(SealedPipe.proof(point.secret(), "rank", rank, session));
        SealedPipe pipe = SealedPipe.of(socket, point.secret(), rank, session, false);
        List<String> words = pipe.read();
        if (!words.equals(List.of("welcome", "" + point.size()))) {
            throw new IOException(
                    words.getFirst().equals("welcome")
                            ? "rank 0 knows of "
                                    + words.getLast()
                                    + " ranks, this one of "
                                    + point.size()
                            : "rank 0 refuses this process: " + words.getLast());
        }
        socket.setSoTimeout(0);
        return pipe;
    }

    private void listen() {
        try {
            while (true) {
                List<String> words = pipe.read();
                if (words.getFirst().equals("abort")) {
                    halt.accept(Math.clamp(Integer.parseInt(words.getLast()), 1, MOST_CODES));
                } else {
                    answers.add(words);
                }
            }
        } catch (IOException | NumberFormatException e) {
            answers.add(List.of("refused", "rank 0 has gone"));
        }
    }

    /** Asks rank 0, and returns the last word of the answer. */
    String ask(String... words) throws IOException {
        pipe.write(words);
        try {
            List<String> answer = answers.take();
            if (!answer.getFirst().equals("done")) {
                throw new IOException(answer.getLast());
            }
            return answer.getLast();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted at the rendezvous");
        }
    }

    /** Says farewell. */
    @Override
    public void close() {
        try {
            pipe.write("finish");
        } catch (IOException e) {
            // Rank 0 has left first.
            assert e != null;
        }
        pipe.close();
    }
}
