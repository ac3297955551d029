package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.datatype.Buf;

import java.util.List;

/** What of collective calls is compared, and how a difference is told. */
class CollSignatureTest {
    @BeforeEach
    void begin() {
        ElementTypes.keepKinds();
    }

    @AfterEach
    void end() {
        ElementKinds.end();
    }

    private static Buf buf(Object array, int count, Datatype type) {
        return Buffers.wrap(new Buf(), array, 0, count, type.layout());
    }

    private static CollSignature bcast(int root, int count) {
        Buf data = buf(new int[8], count, MPI.INT);
        return CollSignature.of("MPI_Bcast").root(root).data(data).at("Main.main(Main.java:5)");
    }

    @Test
    void differencesChangeTheNumber() {
        Buf same = buf(new int[8], 4, MPI.INT);
        CollSignature elsewhere = CollSignature.of("MPI_Bcast").root(0).data(same).at("elsewhere");
        assertThat(bcast(0, 4).hash()).isEqualTo(elsewhere.hash());
        assertThat(bcast(1, 4).hash()).isNotEqualTo(bcast(0, 4).hash());
        assertThat(bcast(0, 3).hash()).isNotEqualTo(bcast(0, 4).hash());
        assertThat(bcast(0, 4).behind(1).hash()).isNotEqualTo(bcast(0, 4).hash());
    }

    @Test
    void theTextTravels() {
        CollSignature call = bcast(2, 4).behind(3).fits(buf(new int[1], 1, MPI.FLOAT));
        assertThat(CollSignature.decoded(call.encoded())).isEqualTo(call);
        assertThat(CollSignature.decoded("MPI_Bar").describe()).isEqualTo("MPI_Bar");
        assertThat(bcast(2, 4).behind(3).describe())
                .isEqualTo("MPI_Bcast behind 3 non-blocking collectives (root 2, 4 × MPI.INT)");
    }

    @Test
    void theMessageNamesTheRanksOfEachCall() {
        CollSignature other = CollSignature.of("MPI_Barrier").at("Main.main(Main.java:9)");
        assertThat(CollComparison.text(List.of(bcast(0, 4), bcast(0, 4), other)))
                .isEqualTo(
                        """
                        the ranks of the communicator differ in their calls:
                          ranks 0, 1: MPI_Bcast (root 0, 4 × MPI.INT) at Main.main(Main.java:5)
                          rank 2: MPI_Barrier at Main.main(Main.java:9)\
                        """);
        assertThat(CollComparison.text(List.of(bcast(0, 4), bcast(1, 4))))
                .startsWith("the ranks of the communicator differ in their roots:");
        assertThat(CollComparison.text(List.of(bcast(0, 4), bcast(0, 5))))
                .startsWith("the ranks of the communicator differ in their data:");
        assertThat(CollComparison.ranks(List.of(0, 1, 2, 4, 6, 7))).isEqualTo("ranks 0-2, 4, 6, 7");
    }

    @Test
    void whatIsSentAndReceivedMustBeAlike() {
        Buf ints = buf(new int[4], 4, MPI.INT);
        Buf floats = buf(new float[4], 4, MPI.FLOAT);
        assertThat(CollSignature.of("MPI_Allgather").data(ints, floats).wrong())
                .isEqualTo("it sends 4 × MPI.INT and receives 4 × MPI.FLOAT");
        assertThat(CollSignature.of("MPI_Allgather").data(null, floats).wrong()).isEmpty();
        int[] counts = {1, 2, 0};
        assertThat(CollSignature.of("MPI_Allgatherv").counts(ints, counts).data())
                .isEqualTo("[1, 2, 0] × MPI.INT");
    }

    /** Eight are shown, all are compared. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 10, 100})
    void everyCountIsCompared(int members) {
        Buf ints = buf(new int[4], 4, MPI.INT);
        int[] counts = new int[members];
        CollSignature call = CollSignature.of("MPI_Allgatherv").counts(ints, counts);
        for (int i = 0; i < members; i++) {
            int[] others = counts.clone();
            others[i]++;
            CollSignature other = CollSignature.of("MPI_Allgatherv").counts(ints, others);
            assertThat(other.hash()).as("count %d", i).isNotEqualTo(call.hash());
            assertThat(other.describe()).isNotEqualTo(call.describe());
            assertThat(call.difference(other)).isEqualTo("data");
        }
    }
}
