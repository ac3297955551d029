package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DatatypeTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    /** MPI 3.1 §4.1.5, §4.1.7. */
    @Test
    void whatAnIntCannotTellIsUndefined() throws MPIException {
        Datatype half = Datatype.createContiguous(1 << 30, MPI.BYTE);
        Datatype huge = Datatype.createContiguous(4, half);
        assertThat(half.getSize()).isEqualTo(1 << 30);
        assertThat(huge.getSize()).isEqualTo(MPI.UNDEFINED);
        assertThat(huge.getExtent()).isEqualTo(MPI.UNDEFINED);
        assertThat(huge.getTrueExtent()).isEqualTo(MPI.UNDEFINED);
    }

    /** Where the last byte lies takes 64 bits: it would seem to lie before the buffer. */
    @Test
    void elementsFarBeyondAnyMemoryAreRefused() throws MPIException {
        int most = Integer.MAX_VALUE;
        Datatype wide = Datatype.createHVector(9, 1, most, MPI.BYTE);
        Datatype many = Datatype.createContiguous(2, Datatype.createResized(wide, 0, most));
        byte[] buffer = new byte[8];
        assertThat(Buffers.holds(buffer, many.layout(), most)).isFalse();
        assertThat(Buffers.holds(buffer, many.layout(), most, 1)).isFalse();
        assertThat(Buffers.holds(buffer, many.layout(), -most, 1)).isFalse();
        assertThat(Buffers.holds(buffer, many.layout(), most, 0)).isTrue();
    }

    @Test
    void basicTypesCountInThemselves() throws MPIException {
        Datatype[] types = {
            MPI.BYTE,
            MPI.CHAR,
            MPI.SHORT,
            MPI.BOOLEAN,
            MPI.INT,
            MPI.LONG,
            MPI.FLOAT,
            MPI.DOUBLE,
            MPI.PACKED
        };
        for (Datatype type : types) {
            assertThat(type.getSize()).isEqualTo(1);
            assertThat(type.getExtent()).isEqualTo(1);
            assertThat(type.getTrueExtent()).isEqualTo(1);
            assertThat(type.getLb()).isZero();
            assertThat(type.getTrueLb()).isZero();
        }
    }

    @Test
    void complexTypesCountInTheirParts() throws MPIException {
        assertThat(MPI.FLOAT_COMPLEX.getExtent()).isEqualTo(2);
        assertThat(MPI.DOUBLE_COMPLEX.getSize()).isEqualTo(2);
    }

    @Test
    void pairTypesCountInBytesAndArePaddedAsInC() throws MPIException {
        assertThat(new int[] {MPI.INT2.getSize(), MPI.INT2.getExtent()}).containsExactly(8, 8);
        assertThat(new int[] {MPI.SHORT_INT.getSize(), MPI.SHORT_INT.getExtent()})
                .containsExactly(6, 8);
        assertThat(new int[] {MPI.LONG_INT.getSize(), MPI.LONG_INT.getExtent()})
                .containsExactly(12, 16);
        assertThat(new int[] {MPI.FLOAT_INT.getSize(), MPI.FLOAT_INT.getExtent()})
                .containsExactly(8, 8);
        assertThat(new int[] {MPI.DOUBLE_INT.getSize(), MPI.DOUBLE_INT.getExtent()})
                .containsExactly(12, 16);
        assertThat(MPI.DOUBLE_INT.getTrueExtent()).isEqualTo(12);
    }

    @Test
    void derivedTypesCountInUnitsOfTheirBase() throws MPIException {
        Datatype row = Datatype.createContiguous(5, MPI.INT);
        assertThat(row.getSize()).isEqualTo(5);
        assertThat(row.getExtent()).isEqualTo(5);

        Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
        assertThat(column.getSize()).isEqualTo(3);
        assertThat(column.getExtent()).isEqualTo(9);

        Datatype rows = Datatype.createVector(2, 1, 3, row);
        assertThat(rows.getSize()).isEqualTo(10);
        assertThat(rows.getExtent()).isEqualTo(20);
    }

    @Test
    void hTypesTakeBytes() throws MPIException {
        Datatype column = Datatype.createHVector(3, 1, 32, MPI.DOUBLE);
        assertThat(column.getExtent()).isEqualTo(9);

        int[] lengths = {1, 2};
        int[] bytes = {0, 16};
        Datatype some = Datatype.createHIndexed(lengths, bytes, MPI.INT);
        assertThat(some.getSize()).isEqualTo(3);
        assertThat(some.getExtent()).isEqualTo(6);
    }

    @Test
    void indexedTakesExtents() throws MPIException {
        Datatype some = Datatype.createIndexed(new int[] {2, 1}, new int[] {3, 7}, MPI.SHORT);
        assertThat(some.getLb()).isEqualTo(3);
        assertThat(some.getExtent()).isEqualTo(5);
        assertThat(some.getSize()).isEqualTo(3);
    }

    @Test
    void structsCountInBytesAndArePadded() throws MPIException {
        int[] lengths = {1, 1};
        int[] bytes = {0, 8};
        Datatype[] types = {MPI.DOUBLE, MPI.BYTE};
        Datatype record = Datatype.createStruct(lengths, bytes, types);
        assertThat(record.getSize()).isEqualTo(9);
        assertThat(record.getExtent()).isEqualTo(16);
        assertThat(record.getTrueExtent()).isEqualTo(9);
    }

    @Test
    void resizedChangesBoundsOnly() throws MPIException {
        Datatype wide = Datatype.createResized(MPI.INT, -4, 12);
        assertThat(wide.getLb()).isEqualTo(-1);
        assertThat(wide.getExtent()).isEqualTo(3);
        assertThat(wide.getSize()).isEqualTo(1);
        assertThat(wide.getTrueLb()).isZero();
    }

    @Test
    void emptyTypesAreAllowed() throws MPIException {
        assertThat(Datatype.createContiguous(0, MPI.INT).getSize()).isZero();
        assertThat(Datatype.createIndexed(new int[0], new int[0], MPI.INT).getExtent()).isZero();
    }

    @Test
    void onlyCommittedTypesCommunicate() throws MPIException {
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        assertFails(MPI.ERR_TYPE, () -> MPI.COMM_WORLD.send(new int[2], 1, row, 1, 0))
                .contains("not committed");
        row.commit();
        MPI.COMM_WORLD.send(new int[2], 1, row, 1, 0);
        Datatype copy = row.dup();
        MPI.COMM_WORLD.send(new int[2], 1, copy, 1, 0);
    }

    @Test
    void freeMakesNullAndLeavesDerivedTypesAlone() throws MPIException {
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        Datatype two = Datatype.createContiguous(2, row);
        row.free();
        assertThat(row.isNull()).isTrue();
        assertThat(two.getSize()).isEqualTo(4);
        assertFails(MPI.ERR_TYPE, row::getSize);
        assertFails(MPI.ERR_TYPE, row::free);
        assertFails(MPI.ERR_TYPE, () -> Datatype.createContiguous(1, row));
    }

    @Test
    void predefinedTypesStay() {
        assertFails(MPI.ERR_TYPE, MPI.INT::free).contains("predefined");
        assertThat(MPI.DATATYPE_NULL.isNull()).isTrue();
        assertFails(MPI.ERR_TYPE, MPI.DATATYPE_NULL::getSize);
    }

    @Test
    void badArgumentsAreNamed() {
        assertFails(MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT)).contains("-1");
        assertFails(MPI.ERR_ARG, () -> Datatype.createVector(1, -2, 1, MPI.INT)).contains("-2");
        assertFails(MPI.ERR_TYPE, () -> Datatype.createContiguous(1, null));
        int[] two = {1, 1};
        int[] one = {0};
        assertFails(MPI.ERR_ARG, () -> Datatype.createIndexed(two, one, MPI.INT));
        Datatype[] types = {MPI.INT};
        assertFails(MPI.ERR_ARG, () -> Datatype.createStruct(two, two, types));
    }

    @Test
    void typesThatNoAddressReachesAreRefused() throws MPIException {
        Datatype most = Datatype.createContiguous(Integer.MAX_VALUE, MPI.LONG);
        assertFails(MPI.ERR_ARG, () -> Datatype.createContiguous(Integer.MAX_VALUE, most));
    }

    @Test
    void namesAreKept() throws MPIException {
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        assertThat(row.getName()).isEmpty();
        row.setName("row");
        assertThat(row.getName()).isEqualTo("row");
        row.setName("x".repeat(100));
        assertThat(row.getName()).hasSize(MPI.MAX_OBJECT_NAME - 1);
        assertThat(MPI.INT.getName()).isEqualTo("MPI_INT32_T");
    }
}
