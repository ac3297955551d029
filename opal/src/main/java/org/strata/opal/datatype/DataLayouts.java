package org.strata.opal.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes layouts: the datatype constructors of MPI 3.1 §4.1.2, all displacements and strides in
 * bytes. Shapes are simplified where that changes no bound: gapless repetitions become one block.
 */
public final class DataLayouts {
    /** One byte: the layout of packed data. */
    public static final DataLayout BYTE = basic(1, 1);

    private DataLayouts() {}

    /** Returns a basic element of {@code bytes} bytes; a complex number is one basic element. */
    public static DataLayout basic(int bytes, int alignment) {
        return new BlockLayout(bytes, bytes, alignment);
    }

    /** Returns {@code count} elements one extent apart (MPI_Type_contiguous). */
    public static DataLayout contiguous(long count, DataLayout child) {
        return repeat(count, child.extent(), child);
    }

    /** Returns {@code count} blocks of {@code blockLength} elements, {@code stride} bytes apart. */
    public static DataLayout hvector(long count, long blockLength, long stride, DataLayout child) {
        return repeat(count, stride, contiguous(blockLength, child));
    }

    /** Returns blocks of one element type at byte displacements (MPI_Type_create_hindexed). */
    public static DataLayout hindexed(long[] blockLengths, long[] displacements, DataLayout child) {
        DataLayout[] children = new DataLayout[blockLengths.length];
        for (int i = 0; i < children.length; i++) {
            children[i] = contiguous(blockLengths[i], child);
        }
        return sequence(children, displacements);
    }

    /** Returns blocks of several types at byte displacements (MPI_Type_create_struct). */
    public static DataLayout struct(long[] blockLengths, long[] displacements, DataLayout[] types) {
        DataLayout[] children = new DataLayout[blockLengths.length];
        for (int i = 0; i < children.length; i++) {
            children[i] = contiguous(blockLengths[i], types[i]);
        }
        return sequence(children, displacements);
    }

    /** Returns the same data with new bounds (MPI_Type_create_resized). */
    public static DataLayout resized(DataLayout child, long lowerBound, long extent) {
        return new ResizedLayout(child, lowerBound, extent);
    }

    private static DataLayout repeat(long count, long stride, DataLayout child) {
        if (count == 1) {
            return child;
        }
        if (child instanceof BlockLayout block && (stride == block.size() || count == 0)) {
            return new BlockLayout(count * block.size(), block.basicSize(), block.alignment());
        }
        return new RepeatLayout(count, stride, child);
    }

    private static DataLayout sequence(DataLayout[] children, long[] displacements) {
        List<DataLayout> parts = new ArrayList<>();
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < children.length; i++) {
            int last = parts.size() - 1;
            if (last >= 0
                    && parts.get(last) instanceof BlockLayout a
                    && children[i] instanceof BlockLayout b
                    && a.basicSize() == b.basicSize()
                    && a.alignment() == b.alignment()
                    && places.get(last) + a.size() == displacements[i]) {
                long bytes = a.size() + b.size();
                parts.set(last, new BlockLayout(bytes, a.basicSize(), a.alignment()));
            } else if (children[i].size() != 0 || children[i].bounded()) {
                parts.add(children[i]);
                places.add(displacements[i]);
            }
        }
        long[] at = places.stream().mapToLong(Long::longValue).toArray();
        if (at.length == 1 && at[0] == 0) {
            return parts.getFirst();
        }
        return SequenceLayout.of(parts.toArray(new DataLayout[0]), at);
    }
}
