package org.strata.opal.datatype;

import org.strata.opal.memory.Memory;

/**
 * Layouts as bytes, so that one process can describe a datatype to another one of the same job: a
 * one-sided operation names the datatype of the target's memory at the origin.
 *
 * <p>A layout is a tree; each node is a kind and its numbers, 8 bytes each in the machine's order,
 * then its children. {@link #read} believes nothing: a description that is cut, nested too deeply,
 * or reaches over 2^60 bytes has no layout. Tier 3.
 */
public final class LayoutCodec {
    private static final long BLOCK = 1;
    private static final long REPEAT = 2;
    private static final long RESIZED = 3;
    private static final long SEQUENCE = 4;

    /** No datatype that a program builds by hand comes near; the reader's stack holds so many. */
    private static final int MOST_LEVELS = 512;

    /** Less than 2^60 by more than sums of doubles are rounded by. */
    private static final double MOST_REACH = 0x1.fffffp59;

    private static final long LARGEST_BASIC = 16;

    /**
     * Numbers that the child of a sequence takes at least: its displacement, a kind and a count.
     */
    private static final long LEAST_CHILD = 3;

    private LayoutCodec() {}

    /** Returns the bytes that {@link #write} stores. */
    public static long bytes(DataLayout layout) {
        return switch (layout) {
            case BlockLayout _ -> 4 * Long.BYTES;
            case RepeatLayout repeat -> 3 * Long.BYTES + bytes(repeat.child());
            case ResizedLayout resized -> 3 * Long.BYTES + bytes(resized.child());
            case SequenceLayout sequence -> {
                long sum = 2 * Long.BYTES;
                for (int i = 0; i < sequence.children(); i++) {
                    sum += Long.BYTES + bytes(sequence.child(i));
                }
                yield sum;
            }
            default -> throw new IllegalArgumentException(layout.getClass().getName());
        };
    }

    /** Writes a description to native memory; returns the address behind it. */
    public static long write(DataLayout layout, long target) {
        return switch (layout) {
            case BlockLayout block -> {
                long at = numbers(target, BLOCK, block.size(), block.basicSize());
                yield number(at, block.alignment());
            }
            case RepeatLayout repeat -> {
                long at = numbers(target, REPEAT, repeat.count(), repeat.stride());
                yield write(repeat.child(), at);
            }
            case ResizedLayout resized -> {
                long at = numbers(target, RESIZED, resized.lowerBound(), resized.extent());
                yield write(resized.child(), at);
            }
            case SequenceLayout sequence -> {
                long at = number(number(target, SEQUENCE), sequence.children());
                for (int i = 0; i < sequence.children(); i++) {
                    at = write(sequence.child(i), number(at, sequence.displacement(i)));
                }
                yield at;
            }
            default -> throw new IllegalArgumentException(layout.getClass().getName());
        };
    }

    private static long number(long at, long value) {
        Memory.putLong(at, value);
        return at + Long.BYTES;
    }

    private static long numbers(long at, long first, long second, long third) {
        return number(number(number(at, first), second), third);
    }

    /**
     * Reads a description that another process wrote.
     *
     * @param source native address
     * @param bytes its length
     * @return null when it describes no layout
     */
    public static DataLayout read(long source, long bytes) {
        Reader reader = new Reader(source, source + bytes);
        DataLayout layout = reader.layout(0);
        return layout != null && reader.at == reader.end ? layout : null;
    }

    private static final class Reader {
        private final long end;
        private long at;

        /** Numbers that children take at least whose reading has not begun. */
        private long owed;

        Reader(long start, long end) {
            this.at = start;
            this.end = end;
        }

        private boolean has(long numbers) {
            return numbers >= 0 && numbers <= (end - at) / Long.BYTES;
        }

        private long next() {
            long value = Memory.getLong(at);
            at += Long.BYTES;
            return value;
        }

        DataLayout layout(int level) {
            if (!has(1) || level > MOST_LEVELS) {
                return null;
            }
            long kind = next();
            if (kind == BLOCK) {
                return block();
            } else if (kind == REPEAT) {
                return repeat(level);
            } else if (kind == RESIZED) {
                return resized(level);
            }
            return kind == SEQUENCE ? sequence(level) : null;
        }

        private DataLayout block() {
            if (!has(3)) {
                return null;
            }
            long size = next();
            long basic = next();
            long alignment = next();
            boolean sound =
                    size >= 0
                            && size <= MOST_REACH
                            && basic >= 1
                            && basic <= LARGEST_BASIC
                            && size % basic == 0
                            && alignment >= 1
                            && alignment <= LARGEST_BASIC;
            return sound ? new BlockLayout(size, basic, (int) alignment) : null;
        }

        private DataLayout repeat(int level) {
            if (!has(2)) {
                return null;
            }
            long count = next();
            long stride = next();
            DataLayout child = layout(level + 1);
            boolean sound =
                    child != null
                            && count >= 0
                            && fits(count * (Math.abs((double) stride) + reach(child)));
            return sound ? new RepeatLayout(count, stride, child) : null;
        }

        private DataLayout resized(int level) {
            if (!has(2)) {
                return null;
            }
            long lower = next();
            long extent = next();
            DataLayout child = layout(level + 1);
            boolean sound =
                    child != null && fits(Math.abs((double) lower) + Math.abs((double) extent));
            return sound ? new ResizedLayout(child, lower, extent) : null;
        }

        private DataLayout sequence(int level) {
            long count = has(1) ? next() : -1;
            // No number is promised twice: sequences in each other would take memory for each
            // level.
            if (count < 0 || !has(owed + LEAST_CHILD * Math.min(count, Integer.MAX_VALUE))) {
                return null;
            }
            owed += LEAST_CHILD * count;
            DataLayout[] children = new DataLayout[(int) count];
            long[] displacements = new long[children.length];
            double sum = 0;
            for (int i = 0; i < children.length; i++) {
                if (!has(1)) {
                    return null;
                }
                owed -= LEAST_CHILD;
                displacements[i] = next();
                children[i] = layout(level + 1);
                if (children[i] == null) {
                    return null;
                }
                sum += Math.abs((double) displacements[i]) + reach(children[i]);
            }
            return fits(sum) ? SequenceLayout.of(children, displacements) : null;
        }

        private static boolean fits(double bytes) {
            return bytes <= MOST_REACH;
        }

        private static double reach(DataLayout layout) {
            return (double) layout.size()
                    + Math.abs((double) layout.lowerBound())
                    + Math.abs((double) layout.extent())
                    + Math.abs((double) layout.trueLowerBound())
                    + layout.trueExtent();
        }
    }
}
