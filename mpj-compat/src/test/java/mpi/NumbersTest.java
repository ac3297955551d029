package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class NumbersTest {
    private static final int NOTHING = -77;

    private static void refused(String symbol, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(MPIException.class).hasMessageStartingWith(symbol);
    }

    @Test
    void onTheWayDown() {
        assertThat(Numbers.dest(5)).isEqualTo(5);
        assertThat(Numbers.source(5)).isEqualTo(5);
        assertThat(Numbers.tag(5)).isEqualTo(5);
        assertThat(Numbers.color(5)).isEqualTo(5);
        assertThat(Numbers.dest(0)).isZero();
        assertThat(Numbers.source(0)).isZero();
        assertThat(Numbers.tag(0)).isZero();
        assertThat(Numbers.color(0)).isZero();
        assertThat(Numbers.dest(MPI.PROC_NULL)).isEqualTo(org.strata.mpi.MPI.PROC_NULL);
        assertThat(Numbers.source(MPI.PROC_NULL)).isEqualTo(org.strata.mpi.MPI.PROC_NULL);
        assertThat(Numbers.source(MPI.ANY_SOURCE)).isEqualTo(org.strata.mpi.MPI.ANY_SOURCE);
        assertThat(Numbers.tag(MPI.ANY_TAG)).isEqualTo(org.strata.mpi.MPI.ANY_TAG);
        assertThat(Numbers.color(MPI.UNDEFINED)).isEqualTo(org.strata.mpi.MPI.UNDEFINED);
        refused("MPI_ERR_RANK: destination", () -> Numbers.dest(MPI.ANY_SOURCE));
        refused("MPI_ERR_RANK: source", () -> Numbers.source(NOTHING));
        refused("MPI_ERR_TAG", () -> Numbers.tag(NOTHING));
        refused("MPI_ERR_ARG", () -> Numbers.color(NOTHING));
    }

    @Test
    void onTheWayUp() {
        assertThat(Numbers.rank(org.strata.mpi.MPI.PROC_NULL)).isEqualTo(MPI.PROC_NULL);
        assertThat(Numbers.rank(org.strata.mpi.MPI.ANY_SOURCE)).isEqualTo(MPI.ANY_SOURCE);
        assertThat(Numbers.rank(org.strata.mpi.MPI.UNDEFINED)).isEqualTo(MPI.UNDEFINED);
        assertThat(Numbers.rank(3)).isEqualTo(3);
        assertThat(Numbers.tagOf(org.strata.mpi.MPI.ANY_TAG)).isEqualTo(MPI.ANY_TAG);
        assertThat(Numbers.tagOf(3)).isEqualTo(3);
        assertThat(Numbers.count(org.strata.mpi.MPI.UNDEFINED)).isEqualTo(MPI.UNDEFINED);
        assertThat(Numbers.topology(org.strata.mpi.MPI.CART)).isEqualTo(MPI.CART);
        assertThat(Numbers.topology(org.strata.mpi.MPI.GRAPH)).isEqualTo(MPI.GRAPH);
        assertThat(Numbers.topology(org.strata.mpi.MPI.UNDEFINED)).isEqualTo(MPI.UNDEFINED);
        assertThat(Numbers.known(3)).isEqualTo(3);
        refused("MPI_ERR_TYPE", () -> Numbers.known(org.strata.mpi.MPI.UNDEFINED));
    }
}
