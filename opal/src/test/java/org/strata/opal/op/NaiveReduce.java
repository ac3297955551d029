package org.strata.opal.op;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The definition of the operations, one element at a time, as plainly as possible. */
final class NaiveReduce {
    private NaiveReduce() {}

    static boolean legal(OpKind op, NumberKind kind) {
        boolean pair = kind.ordinal() >= NumberKind.INT2.ordinal();
        boolean complex = kind == NumberKind.FLOAT_COMPLEX || kind == NumberKind.DOUBLE_COMPLEX;
        boolean real = kind == NumberKind.FLOAT32 || kind == NumberKind.FLOAT64;
        return switch (op) {
            case REPLACE, NO_OP -> true;
            case MINLOC, MAXLOC -> pair;
            case SUM, PROD -> !pair;
            case MAX, MIN -> !pair && !complex;
            default -> !pair && !complex && !real;
        };
    }

    /** Combines element {@code i} of two native-order buffers into the second. */
    static void combine(OpKind op, NumberKind kind, byte[] in, byte[] inout, int i) {
        ByteBuffer a = at(in, i * kind.extent());
        ByteBuffer b = at(inout, i * kind.extent());
        if (op == OpKind.NO_OP) {
            return;
        }
        if (op == OpKind.REPLACE) {
            System.arraycopy(in, i * kind.extent(), inout, i * kind.extent(), kind.extent());
            return;
        }
        switch (kind) {
            case UINT8, BOOLEAN8 -> b.put(0, (byte) whole(op, a.get(0) & 0xff, b.get(0) & 0xff));
            case UINT16 -> b.putChar(0, (char) whole(op, a.getChar(0), b.getChar(0)));
            case INT16 -> b.putShort(0, (short) whole(op, a.getShort(0), b.getShort(0)));
            case INT32 -> b.putInt(0, (int) whole(op, a.getInt(0), b.getInt(0)));
            case INT64 -> b.putLong(0, whole(op, a.getLong(0), b.getLong(0)));
            case FLOAT32 -> b.putFloat(0, (float) real(op, a.getFloat(0), b.getFloat(0)));
            case FLOAT64 -> b.putDouble(0, real(op, a.getDouble(0), b.getDouble(0)));
            case FLOAT_COMPLEX -> floatComplex(op, a, b);
            case DOUBLE_COMPLEX -> doubleComplex(op, a, b);
            default -> pair(op, kind, a, b);
        }
    }

    private static ByteBuffer at(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes)
                .slice(offset, bytes.length - offset)
                .order(ByteOrder.nativeOrder());
    }

    private static long whole(OpKind op, long a, long b) {
        return switch (op) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).longValue();
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case LXOR -> (a != 0) ^ (b != 0) ? 1 : 0;
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            default -> throw new AssertionError(op);
        };
    }

    /** Products and sums of two floats are exact or correctly rounded when done in double. */
    private static double real(OpKind op, double a, double b) {
        return switch (op) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            default -> throw new AssertionError(op);
        };
    }

    private static void floatComplex(OpKind op, ByteBuffer a, ByteBuffer b) {
        float re = a.getFloat(0) + b.getFloat(0);
        float im = a.getFloat(4) + b.getFloat(4);
        if (op == OpKind.PROD) {
            re = a.getFloat(0) * b.getFloat(0) - a.getFloat(4) * b.getFloat(4);
            im = a.getFloat(0) * b.getFloat(4) + a.getFloat(4) * b.getFloat(0);
        }
        b.putFloat(0, re).putFloat(4, im);
    }

    private static void doubleComplex(OpKind op, ByteBuffer a, ByteBuffer b) {
        double re = a.getDouble(0) + b.getDouble(0);
        double im = a.getDouble(8) + b.getDouble(8);
        if (op == OpKind.PROD) {
            re = a.getDouble(0) * b.getDouble(0) - a.getDouble(8) * b.getDouble(8);
            im = a.getDouble(0) * b.getDouble(8) + a.getDouble(8) * b.getDouble(0);
        }
        b.putDouble(0, re).putDouble(8, im);
    }

    private static void pair(OpKind op, NumberKind kind, ByteBuffer a, ByteBuffer b) {
        int index = kind.extent() / 2;
        int valueBytes = kind == NumberKind.SHORT_INT ? 2 : index;
        int order =
                switch (kind) {
                    case INT2 -> Integer.compare(a.getInt(0), b.getInt(0));
                    case SHORT_INT -> Integer.compare(a.getShort(0), b.getShort(0));
                    case LONG_INT -> Long.compare(a.getLong(0), b.getLong(0));
                    case FLOAT_INT -> primitive(a.getFloat(0), b.getFloat(0));
                    default -> primitive(a.getDouble(0), b.getDouble(0));
                };
        boolean replace = op == OpKind.MINLOC ? order == -1 : order == 1;
        if (replace) {
            b.put(0, a, 0, valueBytes);
            b.putInt(index, a.getInt(index));
        } else if (order == 0) {
            b.putInt(index, Math.min(a.getInt(index), b.getInt(index)));
        }
    }

    /** Orders as the language's operators do: nothing compares with NaN. */
    private static int primitive(double a, double b) {
        if (a < b) {
            return -1;
        }
        return a > b ? 1 : a == b ? 0 : 2;
    }
}
