package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.shared.Place;

import java.util.Arrays;

/** Collectives of long messages, with a peer that publishes anything or dies on the way. */
final class DirectCollectivesTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int COUNT = 400;
    private static final long BYTES = COUNT * 8L;
    private static final long ALLREDUCE = SharedKind.ALLREDUCE.info(SharedWay.DIRECT, BYTES);
    private static final long BCAST = SharedKind.BCAST.info(SharedWay.DIRECT, BYTES);
    private static final Place NOWHERE = new Place();

    private final PlayedPeer other = new PlayedPeer(1 << 20);
    private final DirectCollectives direct = new DirectCollectives(new SharedReduction());
    private final MappableBlock input = other.memory(BYTES);
    private final MappableBlock result = other.memory(BYTES);
    private final long[] mine = new long[COUNT];

    DirectCollectivesTest() {
        Arrays.fill(mine, 3);
        for (int i = 0; i < COUNT; i++) {
            Memory.putLong(input.address() + 8L * i, i);
            Memory.putLong(result.address() + 8L * i, -1);
        }
    }

    @AfterEach
    void close() {
        other.close();
    }

    private int allreduce() {
        Buf buf = new Buf(mine, 0, COUNT, LONG);
        return direct.allreduce(other.state, buf, buf, new Sum(), BYTES);
    }

    private void expose() {
        other.contribute(ALLREDUCE, PlayedPeer.place(input), PlayedPeer.place(result));
    }

    /** Adds longs. */
    static final class Sum implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            long[] a = new long[(int) count];
            long[] b = new long[(int) count];
            Memory.copy(inBase, in, a, 0, count * Long.BYTES);
            Memory.copy(inoutBase, inout, b, 0, count * Long.BYTES);
            Arrays.setAll(b, i -> a[i] + b[i]);
            Memory.copy(b, 0, inoutBase, inout, count * Long.BYTES);
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }

    /** Each member stores its slice in the results of all, and believes no result before that. */
    @Test
    void everySliceIsStoredInAllResults() {
        expose();
        other.contribute(ALLREDUCE, NOWHERE, NOWHERE);
        assertThat(Rc.name(allreduce())).isEqualTo("OK");
        assertThat(Memory.getLong(result.address())).isEqualTo(3);
        int half = COUNT / 2;
        assertThat(Memory.getLong(result.address() + 8L * (half - 1))).isEqualTo(half + 2);
        assertThat(Memory.getLong(result.address() + 8L * half)).as("the peer's").isEqualTo(-1);
        assertThat(mine[half - 1]).isEqualTo(half + 2);
    }

    /** The peer could not map this member's memory: its slice of the result is missing. */
    @Test
    void aPeerThatCouldNotStoreItsSliceFailsTheCallOfAll() {
        expose();
        other.contribute(0, NOWHERE, NOWHERE);
        assertThat(Rc.name(allreduce())).isEqualTo("FATAL");
        assertThat(mine).as("half a result").containsOnly(3);
    }

    /** A place outside of the peer's files is not followed, and the peer learns of it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWildPlaceFailsTheCallOfAll(boolean ofResult) {
        Place wild = new Place();
        wild.set(0, 1L << 40);
        Place good = PlayedPeer.place(input);
        other.contribute(ALLREDUCE, ofResult ? good : wild, ofResult ? wild : good);
        other.contribute(ALLREDUCE, NOWHERE, NOWHERE);
        assertThat(Rc.name(allreduce())).isEqualTo("FATAL");
        assertThat(mine).containsOnly(3);
    }

    /** A peer without memory makes the call unavailable for all, and one may follow it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPeerWithoutMemoryMakesTheCallUnavailable(boolean ofResult) {
        Place good = PlayedPeer.place(input);
        other.contribute(ALLREDUCE, ofResult ? good : NOWHERE, ofResult ? NOWHERE : good);
        assertThat(Rc.name(allreduce())).isEqualTo("NOT_AVAILABLE");
        everySliceIsStoredInAllResults();
    }

    /** The peer dies after so many steps of two. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aPeerThatDiesFailsTheCall(int steps) {
        if (steps == 1) {
            expose();
        }
        other.lose();
        assertThat(Rc.name(allreduce())).isEqualTo("PEER_FAILED");
        assertThat(mine).containsOnly(3);
        assertThat(Rc.name(allreduce())).as("the next one").isEqualTo("PEER_FAILED");
    }

    private int bcastTo(int count) {
        Buf buf = new Buf(mine, 0, count, LONG);
        return direct.bcast(other.state, buf, count * 8L, 1);
    }

    /** What a root publishes may be of another call, of no memory, or of any. */
    @Test
    void onlyTheDataOfABroadcastAreReceived() {
        other.contribute(ALLREDUCE, PlayedPeer.place(input), NOWHERE);
        assertThat(Rc.name(bcastTo(COUNT))).isEqualTo("TRUNCATED");
        other.contribute(BCAST, NOWHERE, NOWHERE);
        assertThat(Rc.name(bcastTo(COUNT))).isEqualTo("NOT_AVAILABLE");
        Place wild = new Place();
        wild.set(1, 0);
        other.contribute(BCAST, wild, NOWHERE);
        assertThat(Rc.name(bcastTo(COUNT))).isEqualTo("FATAL");
        assertThat(mine).containsOnly(3);
        other.contribute(BCAST, PlayedPeer.place(input), NOWHERE);
        assertThat(Rc.name(bcastTo(COUNT - 1))).isEqualTo("TRUNCATED");
        assertThat(mine[COUNT - 2]).isEqualTo(COUNT - 2);
        assertThat(mine[COUNT - 1]).as("beyond the buffer").isEqualTo(3);
        other.contribute(BCAST, PlayedPeer.place(input), NOWHERE);
        assertThat(Rc.name(bcastTo(COUNT))).isEqualTo("OK");
        assertThat(mine[COUNT - 1]).isEqualTo(COUNT - 1);
        other.lose();
        assertThat(Rc.name(bcastTo(COUNT))).isEqualTo("PEER_FAILED");
    }

    /** The root's memory is in use until the others have read it. */
    @Test
    void aRootWaitsForItsReaders() {
        Buf buf = new Buf(mine, 0, COUNT, LONG);
        other.skip();
        assertThat(Rc.name(direct.bcast(other.state, buf, BYTES, 0))).isEqualTo("OK");
        other.lose();
        assertThat(Rc.name(direct.bcast(other.state, buf, BYTES, 0))).isEqualTo("PEER_FAILED");
    }
}
