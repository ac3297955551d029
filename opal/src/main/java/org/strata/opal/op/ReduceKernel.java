package org.strata.opal.op;

/**
 * One operation on one type of element. Any thread may call it.
 *
 * <p>Places are (base, offset) pairs: base null for a native address, else any primitive array and
 * an offset in bytes, of any alignment. The operands do not overlap.
 */
@FunctionalInterface
public interface ReduceKernel {
    /** Computes {@code inout = in op inout} for {@code count} elements, one extent apart. */
    void apply(Object inBase, long in, Object inoutBase, long inout, long count);
}
