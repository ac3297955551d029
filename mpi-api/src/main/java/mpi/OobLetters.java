package mpi;

import org.strata.mca.oob.Oob;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Words that processes exchange over the out-of-band channel before they share a communicator. A
 * letter goes to a channel of a process; who knows the channel's number may write to it.
 */
final class OobLetters {
    private static final long LOOK_NANOS = 200_000_000L;
    private static final int TAG = 0x64_70_6d;

    /** A letter that answers another, or belongs to an exchange. */
    private static final int DATA = 0;

    /** The first letter to a port; its word is the channel for the answer. */
    private static final int CONNECT = 1;

    /** The answer of a port that is not open. */
    private static final int REFUSED = 2;

    private final Oob oob;
    private final ProgressEngine engine;
    private final IntPredicate gone;
    private final Map<Long, Queue<Letter>> arrived = new ConcurrentHashMap<>();
    private final Set<Long> ports = ConcurrentHashMap.newKeySet();

    /**
     * A letter that has arrived.
     *
     * @param source number of the sender
     * @param words what it says; null from a port that is not open
     */
    record Letter(int source, long[] words) {
        /** Returns whether it names a channel, which it begins with then. */
        boolean hasChannel() {
            return words != null && words.length > 0;
        }
    }

    /**
     * @param gone whether a process is known to send nothing any more; asked a few times per second
     */
    OobLetters(Oob oob, ProgressEngine engine, IntPredicate gone) {
        this.oob = oob;
        this.engine = engine;
        this.gone = gone;
        oob.listen(TAG, this::receive);
    }

    /** Sends words to a channel of a process. */
    void send(int to, long channel, long... words) {
        send(to, channel, DATA, words);
    }

    /** Asks a port of a process for a connection; the answer comes to another channel. */
    void knock(int to, long port, long answers) {
        send(to, port, CONNECT, answers);
    }

    private void send(int to, long channel, int kind, long... words) {
        int length = Integer.BYTES + (1 + words.length) * Long.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(length).putInt(kind).putLong(channel);
        for (long word : words) {
            bytes.putLong(word);
        }
        oob.send(to, TAG, bytes.array());
    }

    /** On the channel's own thread. A letter that is cut off is dropped: nobody waits for it. */
    private void receive(int source, byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message);
        if (bytes.remaining() < Integer.BYTES + Long.BYTES) {
            return;
        }
        int kind = bytes.getInt();
        long channel = bytes.getLong();
        if (kind == CONNECT && bytes.remaining() < Long.BYTES) {
            return;
        }
        long[] words = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(words);
        if (kind == CONNECT && !ports.contains(channel)) {
            send(source, words[0], REFUSED);
            return;
        }
        queue(channel).add(new Letter(source, kind == REFUSED ? null : words));
        engine.wake();
    }

    private Queue<Letter> queue(long channel) {
        return arrived.computeIfAbsent(channel, any -> new ConcurrentLinkedQueue<>());
    }

    /** Waits for the next letter to a channel of this process. Inside the bracket. */
    Letter await(long channel) {
        Queue<Letter> queue = queue(channel);
        engine.waitFor(() -> !queue.isEmpty());
        return queue.remove();
    }

    /**
     * As {@link #await(long)}, but not for ever.
     *
     * @param over whether no letter can come any more; asked a few times per second
     * @return null when none has come
     */
    Letter await(long channel, BooleanSupplier over) {
        Queue<Letter> queue = queue(channel);
        engine.waitFor(new LetterOrEnd(queue, over));
        // What was sent before the end has arrived before the news of it.
        return queue.poll();
    }

    /** A letter has come, or none can come any more: that stays seen, whoever has looked. */
    private static final class LetterOrEnd implements Completion {
        private final Queue<Letter> queue;
        private final BooleanSupplier over;
        private long next = System.nanoTime() + LOOK_NANOS;
        private boolean ended;

        LetterOrEnd(Queue<Letter> queue, BooleanSupplier over) {
            this.queue = queue;
            this.over = over;
        }

        @Override
        public boolean isDone() {
            if (!ended && System.nanoTime() - next >= 0) {
                ended = over.getAsBoolean();
                next = System.nanoTime() + LOOK_NANOS;
            }
            return ended || !queue.isEmpty();
        }
    }

    /** Returns the link of a leader with another one, over a channel that both know. */
    LeaderLink link(int peer, long channel) {
        return (out, in) -> {
            send(peer, channel, out);
            Letter letter = await(channel, () -> gone.test(peer));
            while (letter != null && (letter.source() != peer || letter.words() == null)) {
                letter = await(channel, () -> gone.test(peer));
            }
            if (letter == null || letter.words().length != in.length) {
                return Rc.PEER_FAILED;
            }
            System.arraycopy(letter.words(), 0, in, 0, in.length);
            return Rc.OK;
        };
    }

    /** Forgets a channel that is used no more. */
    void forget(long channel) {
        arrived.remove(channel);
    }

    void openPort(long port) {
        ports.add(port);
    }

    boolean isOpen(long port) {
        return ports.contains(port);
    }

    /** Closes a port; refuses those who wait for an answer. */
    void closePort(long port) {
        ports.remove(port);
        Queue<Letter> waiting = arrived.remove(port);
        while (waiting != null && !waiting.isEmpty()) {
            Letter letter = waiting.remove();
            // Who knows the port may write anything to it.
            if (letter.hasChannel()) {
                send(letter.source(), letter.words()[0], REFUSED);
            }
        }
    }
}
