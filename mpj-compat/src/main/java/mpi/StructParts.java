package mpi;

import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of {@link Datatype#Struct}: blocks of one base type, and marks of its bounds.
 *
 * @param kind the base type
 * @param blocks blocks that have elements
 * @param lower place of the lowest mark of a lower bound; null if there is none
 * @param upper place of the highest mark of an upper bound; null if there is none
 */
record StructParts(ElementKind kind, List<Block> blocks, Integer lower, Integer upper) {
    /** A block: items of a datatype. */
    private record Block(int length, int displacement, Datatype type) {}

    static StructParts of(int[] lengths, int[] displacements, Datatype[] types) {
        if (types == null || types.length < lengths.length) {
            throw MPIException.bad("MPI_ERR_ARG", "fewer datatypes than blocks");
        }
        ElementKind kind = null;
        Integer lower = null;
        Integer upper = null;
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            ElementKind next = types[i] == null ? ElementKind.NULL : types[i].kind;
            int place = displacements[i];
            switch (next) {
                case LB -> lower = lower == null ? place : Math.min(lower, place);
                case UB -> upper = upper == null ? place : Math.max(upper, place);
                case EMPTY -> {
                    // It has no elements, of whatever kind.
                }
                case NULL -> throw MPIException.bad("MPI_ERR_TYPE", "datatype " + i + " is null");
                default -> {
                    if (kind != null && kind != next) {
                        String kinds = "MPI." + kind + " and MPI." + next;
                        throw MPIException.bad("MPI_ERR_TYPE", "a struct of " + kinds);
                    }
                    kind = next;
                    blocks.add(new Block(lengths[i], place, types[i]));
                }
            }
        }
        ElementKind common = kind == null ? ElementKind.EMPTY : kind;
        return new StructParts(common, blocks, lower, upper);
    }

    /** Makes the bindings' datatype, which counts bytes. */
    org.strata.mpi.Datatype make() throws org.strata.mpi.MPIException {
        int[] lengths = blocks.stream().mapToInt(Block::length).toArray();
        int[] places = blocks.stream().mapToInt(Block::displacement).toArray();
        org.strata.mpi.Datatype[] types =
                blocks.stream()
                        .map(block -> block.type().core())
                        .toArray(org.strata.mpi.Datatype[]::new);
        int[] bytes = Datatype.inBytes(places, kind);
        org.strata.mpi.Datatype made = org.strata.mpi.Datatype.createStruct(lengths, bytes, types);
        if (lower == null && upper == null) {
            return made;
        }
        int lb = lower == null ? made.getLb() : Datatype.inBytes(new int[] {lower}, kind)[0];
        int end = made.getLb() + made.getExtent();
        int ub = upper == null ? end : Datatype.inBytes(new int[] {upper}, kind)[0];
        return org.strata.mpi.Datatype.createResized(made, lb, ub - lb);
    }
}
