package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mpool.SharedPool;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.shared.PeerBells;
import org.strata.opal.shared.Place;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.lang.foreign.Arena;
import java.util.List;

/**
 * Member 0 of a communicator of two, and member 1 as the test plays it, step by step: it may
 * contribute ahead, publish anything, and die at any time. One thread.
 */
final class PlayedPeer implements AutoCloseable {
    /** Bytes that a cell holds. */
    static final int CELL = 1024;

    /** So many steps the peer may be ahead. */
    private static final int CELLS = 8;

    /** Member 0. */
    final SharedState state = new SharedState(this);

    final SharedPool pool;
    private final FakeJob job = FakeJob.of(2);
    private final Arena arena = Arena.ofShared();
    private final SharedPool peerPool;
    private final SharedComm peer;

    /**
     * @param stagingLimit of member 0, in bytes
     */
    PlayedPeer(long stagingLimit) {
        pool = StackedColls.pool(job.rank(0));
        peerPool = StackedColls.pool(job.rank(1));
        MemberBlock layout = new MemberBlock(CELLS, CELL);
        List<FakePml> pmls = FakePml.of(job, 64);
        long[] blocks = new long[2];
        long[] words = new long[2];
        for (int rank = 0; rank < 2; rank++) {
            blocks[rank] = Memory.allocate(arena, layout.bytes(), 128);
            words[rank] = Memory.allocate(arena, 128, 128);
        }
        SharedComm[] members = new SharedComm[2];
        for (int rank = 0; rank < 2; rank++) {
            PeerBells bells = new PeerBells(words, false, new Doorbell(why -> {}));
            members[rank] =
                    new SharedComm(
                            pmls.get(rank).world(1),
                            layout,
                            null,
                            blocks,
                            bells,
                            job.rank(rank).engine());
        }
        peer = members[1];
        SharedTable table = SharedRules.builtIn().table(2);
        state.open(members[0], table, pool, new Staging(pool, stagingLimit));
    }

    /** Returns memory of the peer that member 0 can map. */
    MappableBlock memory(long bytes) {
        return peerPool.allocate(bytes);
    }

    /** Returns the place of memory that the peer exposes. */
    static Place place(MappableBlock block) {
        Place place = new Place();
        place.set(block.file(), block.fileOffset(block.address()));
        return place;
    }

    /** The peer contributes to a step the places of its input and result, and ends the step. */
    void contribute(long info, Place reading, Place writing) {
        peer.claim();
        reading.write(peer.payload(1));
        writing.write(peer.payload(1) + Place.BYTES);
        peer.publish(info);
        peer.finish();
    }

    /** The peer ends a step to which it contributes nothing. */
    void skip() {
        peer.finish();
    }

    /** Waits for member 0's contribution to the peer's step, and returns what it has published. */
    long published() {
        peer.await(0);
        return peer.info(0);
    }

    /** The peer dies, as far as member 0 knows. */
    void lose() {
        job.rank(0).proc(1).fail("killed by the test");
    }

    @Override
    public void close() {
        pool.close();
        peerPool.close();
        job.close();
        arena.close();
    }
}
