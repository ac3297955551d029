package org.strata.btl.shm;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * The other process of {@link ShmPairTest}: sends messages back, and reads or writes the test's
 * memory when told to.
 */
final class PairEcho {
    static final int ECHO = 0x80;
    static final int READ = 0x81;
    static final int WRITE = 0x82;
    static final int STOP = 0x83;

    /** Sleeps often, so that the test rings often. */
    static final IdlePolicy IDLE = new IdlePolicy(50, 5, true);

    static final int BUFFER = 1 << 20;

    /** Late waits that show nothing: the other process lost its core between message and ring. */
    static final int LATE = 1;

    private final PairRank rank;
    private final Queue<byte[]> answers = new ArrayDeque<>();
    private final long buffer;
    private final long line;
    private boolean stopped;

    private PairEcho(PairRank rank) {
        this.rank = rank;
        this.buffer = rank.allocate(BUFFER);
        this.line = rank.allocate(64);
        rank.handlers.register(
                ECHO, (btl, from, tag, address, length) -> answers.add(bytes(address, length)));
        rank.handlers.register(READ, (btl, from, tag, address, length) -> read(address));
        rank.handlers.register(WRITE, (btl, from, tag, address, length) -> write(address));
        rank.handlers.register(STOP, (btl, from, tag, address, length) -> stopped = true);
    }

    static byte[] bytes(long address, int length) {
        byte[] bytes = new byte[length];
        Memory.copyIn(address, bytes, 0, length);
        return bytes;
    }

    /** Of a request: address, length, handle. */
    private void read(long at) {
        int length = (int) Memory.getLong(at + 8);
        long remote = Memory.getLong(at);
        int rc = rank.btl.get(rank.peer, buffer, null, remote, at + 16, length, (e, l, r) -> {});
        answer(rc == Rc.OK ? sum(buffer, length) : rc);
    }

    private void write(long at) {
        int length = (int) Memory.getLong(at + 8);
        for (int i = 0; i < length; i++) {
            Memory.putByte(buffer + i, (byte) (i * 7));
        }
        long remote = Memory.getLong(at);
        int rc = rank.btl.put(rank.peer, buffer, null, remote, at + 16, length, (e, l, r) -> {});
        answer(rc == Rc.OK ? sum(buffer, length) : rc);
    }

    private void answer(long value) {
        Memory.putLong(line, value);
        answers.add(bytes(line, Long.BYTES));
    }

    static long sum(long address, int length) {
        long sum = length;
        for (int i = 0; i < length; i++) {
            sum = sum * 31 + Memory.getByte(address + i);
        }
        return Math.abs(sum);
    }

    private void run() {
        BooleanSupplier something = () -> stopped || !answers.isEmpty();
        while (!stopped) {
            rank.engine.waitFor(something::getAsBoolean);
            while (!answers.isEmpty()) {
                send(answers.remove());
            }
        }
        while (!rank.btl.flushed()) {
            rank.engine.progress();
        }
        if (rank.engine.lateWakeups() > LATE) {
            throw new IllegalStateException(rank.engine.lateWakeups() + " wake-ups were lost");
        }
    }

    private void send(byte[] bytes) {
        rank.engine.waitFor(() ->
                rank.btl.sendImmediate(rank.peer, ECHO, line, 0, bytes, 0, bytes.length) == Rc.OK);
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[1].substring("dir=".length()));
        String[] options = java.util.Arrays.copyOfRange(args, 2, args.length);
        try (PairRank rank = new PairRank(1, directory, Configs.with(options), IDLE, BUFFER)) {
            new PairEcho(rank).run();
        }
    }
}
