import mpi.Datatype;
import mpi.MPI;
import mpi.Status;

/** Datatypes: their shapes, and messages of them. */
class EveryDatatype extends EveryMethod {
    // ---- Datatypes

    static void shape(Datatype type, int size, int lb, int ub, String what) {
        type.Commit();
        check(type.Size() == size, what + ": size " + type.Size());
        check(type.Lb() == lb && type.Ub() == ub, what + ": " + type.Lb() + " to " + type.Ub());
        check(type.Extent() == ub - lb, what + ": extent " + type.Extent());
    }

    static void datatypes() throws Exception {
        Datatype two = Datatype.Contiguous(2, MPI.DOUBLE);
        shape(MPI.CHAR, 1, 0, 1, "CHAR");
        shape(MPI.OBJECT, 1, 0, 1, "OBJECT");
        shape(MPI.DOUBLE2, 2, 0, 2, "DOUBLE2");
        shape(two, 2, 0, 2, "Contiguous");
        shape(Datatype.Vector(3, 1, 2, two), 6, 0, 10, "Vector");
        shape(Datatype.Hvector(3, 1, 5, two), 6, 0, 12, "Hvector");
        int[] lengths = {1, 2};
        int[] places = {3, 0};
        shape(Datatype.Indexed(lengths, places, two), 6, 0, 8, "Indexed");
        shape(Datatype.Hindexed(lengths, places, two), 6, 0, 5, "Hindexed");
        shape(
                Datatype.Struct(lengths, places, new Datatype[] {MPI.DOUBLE, two}),
                5,
                0,
                4,
                "Struct");
        shape(
                Datatype.Struct(
                        new int[] {1, 1, 1},
                        new int[] {-1, 0, 7},
                        new Datatype[] {MPI.LB, MPI.SHORT, MPI.UB}),
                1,
                -1,
                7,
                "bounds");
        shape(Datatype.Vector(2, 1, 3, MPI.OBJECT), 2, 0, 4, "objects");
        fails(
                "MPI.INT and MPI.DOUBLE",
                () -> Datatype.Struct(lengths, places, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        fails("MPI_ERR_COUNT", () -> Datatype.Contiguous(-1, MPI.INT));
        fails("MPI_ERR_ARG", () -> Datatype.Indexed(lengths, new int[1], MPI.INT));
        two.free();
        two.finalize();
        fails("MPI_ERR_TYPE", () -> MPI.INT.free());
    }

    /** Sends every datatype's elements as such, and receives them as a row of elements. */
    static void derivedMessages() {
        Datatype two = Datatype.Contiguous(2, MPI.INT);
        int[] lengths = {1, 2};
        int[] places = {3, 0};
        gathered(Datatype.Vector(2, 1, 2, two), 0, 1, 4, 5);
        gathered(Datatype.Hvector(2, 2, 3, MPI.INT), 0, 1, 3, 4);
        gathered(Datatype.Indexed(lengths, places, MPI.INT), 3, 0, 1);
        gathered(Datatype.Hindexed(lengths, places, two), 3, 4, 0, 1, 2, 3);
        gathered(Datatype.Struct(lengths, places, new Datatype[] {MPI.INT, two}), 3, 0, 1, 2, 3);
        gathered(Datatype.Indexed(new int[] {1, 1}, new int[] {-1, 1}, MPI.INT), -1, 1);
    }

    static void gathered(Datatype type, int... order) {
        type.Commit();
        int[] from = new int[20];
        for (int i = 0; i < from.length; i++) {
            from[i] = 1000 * rank + i;
        }
        int offset = 2;
        int[] row = new int[order.length];
        Status status =
                comm.Sendrecv(
                        from, offset, 1, type, right, 19, row, 0, row.length, MPI.INT, left, 19);
        check(status.Get_count(type) == 1, "count of " + type);
        check(status.Get_elements(type) == order.length, "elements of " + type);
        for (int i = 0; i < order.length; i++) {
            check(row[i] == 1000 * left + offset + order[i], type + " element " + i);
        }
    }
}
