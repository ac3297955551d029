package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Two ranks exchange long messages from memory of every kind that comes and goes, so that addresses
 * mean other memory again and again; each message must arrive as it was sent. The argument is the
 * number of rounds.
 */
final class ReusedMemoryProgram {
    private static final int BYTES = 600_000;
    private static final int MOST_KEPT = 4;

    private final Random random;
    private final int rank = MPI.COMM_WORLD.getRank();
    private final List<Piece> pieces = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private int reused;

    /** A buffer and the arena to close, or null where the collector frees it. */
    private record Piece(ByteBuffer buffer, Arena arena) {}

    private ReusedMemoryProgram(long seed) throws MPIException {
        random = new Random(seed);
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rounds = Integer.parseInt(args[0]);
        new ReusedMemoryProgram(MPI.COMM_WORLD.getRank()).run(rounds);
        MPI.Finalize();
    }

    private void run(int rounds) throws MPIException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            while (pieces.size() < 2 || (pieces.size() < MOST_KEPT && random.nextInt(3) == 0)) {
                pieces.add(allocate());
            }
            ByteBuffer out = pieces.get(0).buffer;
            ByteBuffer in = pieces.get(1).buffer;
            fill(out, round, rank);
            int peer = 1 - rank;
            Request receive = MPI.COMM_WORLD.iRecv(in, BYTES, MPI.BYTE, peer, 0);
            Request send = MPI.COMM_WORLD.iSend(out, BYTES, MPI.BYTE, peer, 0);
            Request.waitAll(new Request[] {receive, send});
            check(in, round, peer);
            if (random.nextInt(3) != 0) {
                drop(pieces.remove(random.nextInt(pieces.size())));
            }
            if (round % 16 == 15) {
                System.gc();
            }
        }
        int[] all = {reused};
        MPI.COMM_WORLD.allReduce(all, 1, MPI.INT, MPI.MIN);
        if (rank == 0) {
            System.out.println("ok, addresses used again: " + all[0]);
        }
    }

    private Piece allocate() {
        Arena arena = null;
        ByteBuffer buffer;
        switch (random.nextInt(4)) {
            case 0 -> buffer = ByteBuffer.allocateDirect(BYTES);
            case 1 -> buffer = MPI.newByteBuffer(BYTES);
            case 2 -> buffer = ByteBuffer.allocateDirect(2 * BYTES).slice(BYTES / 2, BYTES);
            default -> {
                arena = Arena.ofShared();
                buffer = arena.allocate(BYTES).asByteBuffer();
            }
        }
        reused += seen.add(MemorySegment.ofBuffer(buffer).address()) ? 0 : 1;
        return new Piece(buffer, arena);
    }

    /** By the thread that used it, or by another one. */
    private void drop(Piece piece) throws InterruptedException {
        if (piece.arena == null) {
            return;
        }
        if (random.nextBoolean()) {
            piece.arena.close();
        } else {
            Thread closer = Thread.ofPlatform().start(piece.arena::close);
            closer.join();
        }
    }

    private static void fill(ByteBuffer buffer, int round, int sender) {
        for (int i = 0; i < BYTES; i++) {
            buffer.put(i, pattern(i, round, sender));
        }
    }

    private static void check(ByteBuffer buffer, int round, int sender) {
        for (int i = 0; i < BYTES; i++) {
            if (buffer.get(i) != pattern(i, round, sender)) {
                throw new AssertionError("round " + round + ": byte " + i + " is not as sent");
            }
        }
    }

    private static byte pattern(int i, int round, int sender) {
        return (byte) (i * 31 + (i >>> 12) + round * 7 + sender);
    }
}
