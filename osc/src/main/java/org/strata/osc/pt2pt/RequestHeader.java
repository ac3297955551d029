package org.strata.osc.pt2pt;

import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

/** Offsets in a request's header, in the machine's byte order; data follow it. A flyweight. */
final class RequestHeader {
    /** Bytes of a header. */
    static final int BYTES = 64;

    private static final int KIND = 0;
    private static final int OP = 4;
    private static final int NUMBER = 8;
    private static final int DESCRIBED = 12;
    private static final int DISPLACEMENT = 16;
    private static final int COUNT = 24;
    private static final int POSITION = 32;
    private static final int LENGTH = 40;
    private static final int INLINE = 48;
    private static final int REFUSAL = 52;

    private static final OpKind[] OPS = OpKind.values();
    private static final NumberKind[] NUMBERS = NumberKind.values();

    private RequestHeader() {}

    /** Writes a header without operands. */
    static void write(long at, RequestKind kind) {
        Memory.zero(at, BYTES);
        Memory.putInt(at + KIND, kind.ordinal());
    }

    /** Writes which elements of the target are meant. */
    static void writeTarget(long at, long displacement, long count, boolean described) {
        Memory.putLong(at + DISPLACEMENT, displacement);
        Memory.putLong(at + COUNT, count);
        Memory.putInt(at + DESCRIBED, described ? 1 : 0);
    }

    /** Writes which part of the packed data is meant, and whether it follows the header. */
    static void writeData(long at, long position, long length, boolean inline) {
        Memory.putLong(at + POSITION, position);
        Memory.putLong(at + LENGTH, length);
        Memory.putInt(at + INLINE, inline ? 1 : 0);
    }

    /** Writes an operation and the kind of its elements. */
    static void writeOp(long at, OpKind op, NumberKind number) {
        Memory.putInt(at + OP, op.ordinal());
        Memory.putInt(at + NUMBER, number.ordinal());
    }

    /** Writes what was refused: 0 for nothing. */
    static void writeRefusal(long at, int refusal) {
        Memory.putInt(at + REFUSAL, refusal);
    }

    static RequestKind kind(long at) {
        return RequestKind.of(Memory.getInt(at + KIND));
    }

    /** Returns the operation, null for a number that is none. */
    static OpKind op(long at) {
        int number = Memory.getInt(at + OP);
        return number >= 0 && number < OPS.length ? OPS[number] : null;
    }

    /** Returns the kind of elements, null for a number that is none. */
    static NumberKind number(long at) {
        int number = Memory.getInt(at + NUMBER);
        return number >= 0 && number < NUMBERS.length ? NUMBERS[number] : null;
    }

    /** Returns whether the elements have the datatype described last; otherwise they are bytes. */
    static boolean described(long at) {
        return Memory.getInt(at + DESCRIBED) != 0;
    }

    static long displacement(long at) {
        return Memory.getLong(at + DISPLACEMENT);
    }

    static long count(long at) {
        return Memory.getLong(at + COUNT);
    }

    static long position(long at) {
        return Memory.getLong(at + POSITION);
    }

    static long length(long at) {
        return Memory.getLong(at + LENGTH);
    }

    static boolean inline(long at) {
        return Memory.getInt(at + INLINE) != 0;
    }

    static int refusal(long at) {
        return Memory.getInt(at + REFUSAL);
    }
}
