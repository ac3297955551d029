package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.shared.Place;

/** Reductions by parts, when a member has no memory for them, or dies on the way. */
final class PartedReductionsTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int COUNT = 300;
    private static final Place NOWHERE = new Place();
    private static final ReduceOp SUM = new DirectCollectivesTest.Sum();

    private final PlayedPeer other = new PlayedPeer(1 << 20);
    private final SharedReduction reduction = new SharedReduction();
    private final PartedReductions parts =
            new PartedReductions(new DirectCollectives(reduction), new CellCollectives(reduction));

    @AfterEach
    void close() {
        other.close();
    }

    /** The three reductions of vectors, each as member 0 calls it. */
    private enum Reduction {
        ALLREDUCE(SharedKind.ALLREDUCE),
        REDUCE(SharedKind.REDUCE),
        REDUCE_SCATTER(SharedKind.REDUCE_SCATTER);

        private final SharedKind kind;

        Reduction(SharedKind kind) {
            this.kind = kind;
        }

        int call(PartedReductions parts, SharedState state, Buf in, Buf out) {
            return switch (this) {
                case ALLREDUCE -> parts.allreduce(state, in, out, SUM);
                case REDUCE -> parts.reduce(state, in, out, SUM, 0);
                case REDUCE_SCATTER -> {
                    ScatterCall call = new ScatterCall().of(kind, SUM);
                    yield parts.reduceScatter(state, call.on(in, out, 0, in.count(), in.count()));
                }
            };
        }

        long info() {
            return kind.info(SharedWay.DIRECT, COUNT * 8L);
        }
    }

    private int call(Reduction which, DataLayout layout, long count) {
        int longs = (int) (count * layout.size() / Long.BYTES);
        Buf in = new Buf(new long[longs], 0, count, layout);
        Buf out = new Buf(new long[longs], 0, count, layout);
        return which.call(parts, other.state, in, out);
    }

    @ParameterizedTest
    @CsvSource({
        "ALLREDUCE, 0", "ALLREDUCE, 1",
        "REDUCE, 0", "REDUCE, 1",
        "REDUCE_SCATTER, 0", "REDUCE_SCATTER, 1"
    })
    void aPeerThatDiesFailsTheReduction(Reduction which, int steps) {
        if (steps == 1) {
            // It has no memory for the vector, and dies before it contributes to the cells.
            other.contribute(which.info(), NOWHERE, NOWHERE);
        }
        other.lose();
        assertThat(Rc.name(call(which, LONG, COUNT))).isEqualTo("PEER_FAILED");
    }

    /** Only the next component can reduce elements that fit no cell; nobody waits to learn that. */
    @ParameterizedTest
    @EnumSource
    void elementsThatFitNoCellAreLeftToTheNextComponent(Reduction which) {
        DataLayout large = DataLayouts.basic(PlayedPeer.CELL + 8, 8);
        assertThat(Rc.name(call(which, large, 2))).isEqualTo("NOT_AVAILABLE");
        other.lose();
        DataLayout fits = DataLayouts.basic(PlayedPeer.CELL, 8);
        assertThat(Rc.name(call(which, fits, 2)))
                .as("it waits for the peer")
                .isEqualTo("PEER_FAILED");
    }
}
