import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the reduction kernels of one element type each: the same text for every type but for the
 * type's name and its operators. The JIT vectorises a loop over arrays of a primitive type only, so
 * each type needs loops of its own, and each operation, too.
 *
 * <p>Run by Maven before it compiles opal: {@code java KernelGenerator.java DIRECTORY}.
 */
final class KernelGenerator {
    /**
     * An element type.
     *
     * @param name first part of the kernel's name
     * @param help what the elements are
     * @param type Java's primitive type
     * @param shift log2 of its bytes
     * @param load expression for the element at a native address {@code offset}
     * @param store statement that stores {@code value} there
     */
    private record Element(
            String name, String help, String type, int shift, String load, String store) {
        boolean real() {
            return type.equals("float") || type.equals("double");
        }

        /** Returns the layout of one element at any address. */
        String layout() {
            String name = "ValueLayout.JAVA_" + type.toUpperCase(Locale.ROOT);
            return type.equals("byte") ? name : name + "_UNALIGNED";
        }

        /** Arithmetic on types shorter than int is int's. */
        String narrow(String expression) {
            boolean isShort = type.equals("byte") || type.equals("short") || type.equals("char");
            return isShort ? "(" + type + ") (" + expression + ")" : expression;
        }
    }

    private static final Element[] ELEMENTS = {
        element("Uint8", "bytes taken as unsigned", "byte", 0, "getByte", "putByte", ""),
        element("Int16", "shorts", "short", 1, "getShort", "putShort", ""),
        element("Uint16", "chars", "char", 1, "getShort", "putShort", "(char) "),
        element("Int32", "ints", "int", 2, "getInt", "putInt", ""),
        element("Int64", "longs", "long", 3, "getLong", "putLong", ""),
        new Element(
                "Float32",
                "floats; NaN wins a MAX or MIN, and -0.0 is less than 0.0",
                "float",
                2,
                "Float.intBitsToFloat(Memory.getInt(offset))",
                "Memory.putInt(offset, Float.floatToRawIntBits(value))"),
        new Element(
                "Float64",
                "doubles; NaN wins a MAX or MIN, and -0.0 is less than 0.0",
                "double",
                3,
                "Double.longBitsToDouble(Memory.getLong(offset))",
                "Memory.putLong(offset, Double.doubleToRawLongBits(value))"),
    };

    private static final String KERNEL =
            """
            package org.strata.opal.op;

            import org.strata.opal.memory.Memory;

            import java.lang.foreign.MemorySegment;
            import java.lang.foreign.ValueLayout;

            /** Reductions of @help@. Written by KernelGenerator. */
            abstract class @Name@Kernel extends ArrayKernel<@type@[]> {
                private static final MemorySegment ALL = Memory.all();
                private static final ValueLayout.Of@Type@ ELEMENT = @LAYOUT@;

                @Name@Kernel() {
                    super(@type@[].class, @shift@);
                }

                @Override
                @type@[] scratch(int length) {
                    return new @type@[length];
                }

                @Override
                void fetch(long from, @type@[] array, int length) {
                    MemorySegment.copy(ALL, ELEMENT, from, array, 0, length);
                }

                @Override
                void put(@type@[] array, long to, int length) {
                    MemorySegment.copy(array, 0, ALL, ELEMENT, to, length);
                }

                private static @type@ load(Object base, long offset) {
                    return base == null ? @load@ : ((@type@[]) base)[(int) (offset >> @shift@)];
                }

                private static void store(Object base, long offset, @type@ value) {
                    if (base == null) {
                        @store@;
                    } else {
                        ((@type@[]) base)[(int) (offset >> @shift@)] = value;
                    }
                }

                static ReduceKernel of(OpKind op) {
                    return switch (op) {
            @cases@            default -> null;
                    };
                }
            @operations@}
            """;

    private static final String OPERATION =
            """

                private static final class @Op@ extends @Name@Kernel {
                    private static @type@ combine(@type@ a, @type@ b) {
                        return @expression@;
                    }

                    @Override
                    void loop(@type@[] in, @type@[] inout, int from, int to) {
                        for (int i = from; i < to; i++) {
                            inout[i] = combine(in[i], inout[i]);
                        }
                    }

                    @Override
                    void nativeLoop(long in, long inout, long bytes) {
                        long distance = inout - in;
                        for (long at = in; at < in + bytes; at += 1L << @shift@) {
                            @type@ b = ALL.get(ELEMENT, at + distance);
                            ALL.set(ELEMENT, at + distance, combine(ALL.get(ELEMENT, at), b));
                        }
                    }

                    @Override
                    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
                        for (int i = 0; i < count; i++) {
                            long at = (long) i << @shift@;
                            @type@ b = load(inoutBase, inout + at);
                            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
                        }
                    }
                }
            """;

    private static final String COMPLEX =
            """
            package org.strata.opal.op;

            import org.strata.opal.memory.Memory;

            /** Sum and product of complex numbers of two @help@. Written by KernelGenerator. */
            final class @Name@ComplexKernel extends ArrayKernel<@type@[]> {
                private @Name@ComplexKernel() {
                    super(@type@[].class, @shift@);
                }

                static ReduceKernel of(OpKind op) {
                    return switch (op) {
                        case SUM -> sum(@Part@Kernel.of(OpKind.SUM));
                        case PROD -> new @Name@ComplexKernel();
                        default -> null;
                    };
                }

                private static ReduceKernel sum(ReduceKernel parts) {
                    return (inBase, in, inoutBase, inout, count) ->
                            parts.apply(inBase, in, inoutBase, inout, 2 * count);
                }

                @Override
                int width() {
                    return 2;
                }

                @Override
                @type@[] scratch(int length) {
                    return new @type@[length];
                }

                @Override
                void loop(@type@[] in, @type@[] inout, int from, int to) {
                    for (int i = from; i < to; i += 2) {
                        @type@ re = in[i] * inout[i] - in[i + 1] * inout[i + 1];
                        inout[i + 1] = in[i] * inout[i + 1] + in[i + 1] * inout[i];
                        inout[i] = re;
                    }
                }

                @Override
                void fetch(long from, @type@[] array, int length) {
                    Memory.copyIn(from, array, 0, (long) length << @shift@);
                }

                @Override
                void put(@type@[] array, long to, int length) {
                    Memory.copyOut(array, 0, to, (long) length << @shift@);
                }

                @Override
                void nativeLoop(long in, long inout, long bytes) {
                    pieces(null, in, null, inout, bytes >> @shift@);
                }

                @Override
                void few(Object inBase, long in, Object inoutBase, long inout, int count) {
                    pieces(inBase, in, inoutBase, inout, count);
                }
            }
            """;

    private final Path directory;

    private KernelGenerator(Path directory) {
        this.directory = directory;
    }

    private static Element element(
            String name, String help, String type, int shift, String get, String put, String cast) {
        String value = cast.isEmpty() ? "value" : "(short) value";
        String load = cast + "Memory." + get + "(offset)";
        return new Element(
                name, help, type, shift, load, "Memory." + put + "(offset, " + value + ")");
    }

    /** MPI 3.1 §5.9.2: logical and bitwise operations are defined for integers only. */
    private static Map<String, String> operations(Element element) {
        Map<String, String> all = new LinkedHashMap<>();
        boolean bytes = element.type().equals("byte");
        boolean plain = element.real() || element.shift() >= 2;
        String greater = bytes ? "(a & 0xff) > (b & 0xff) ? a : b" : "a > b ? a : b";
        String less = bytes ? "(a & 0xff) < (b & 0xff) ? a : b" : "a < b ? a : b";
        all.put("Max", plain ? "Math.max(a, b)" : greater);
        all.put("Min", plain ? "Math.min(a, b)" : less);
        all.put("Sum", element.narrow("a + b"));
        all.put("Prod", element.narrow("a * b"));
        if (!element.real()) {
            all.put("Land", element.narrow("a != 0 && b != 0 ? 1 : 0"));
            all.put("Band", element.narrow("a & b"));
            all.put("Lor", element.narrow("(a | b) != 0 ? 1 : 0"));
            all.put("Bor", element.narrow("a | b"));
            all.put("Lxor", element.narrow("(a == 0) != (b == 0) ? 1 : 0"));
            all.put("Bxor", element.narrow("a ^ b"));
        }
        return all;
    }

    private void writeKernel(Element element) throws IOException {
        StringBuilder cases = new StringBuilder();
        StringBuilder classes = new StringBuilder();
        operations(element)
                .forEach((op, expression) -> {
                    String constant = op.toUpperCase(Locale.ROOT);
                    cases.append("            case " + constant + " -> new " + op + "();\n");
                    classes.append(
                            OPERATION.replace("@Op@", op).replace("@expression@", expression));
                });
        String text = KERNEL.replace("@cases@", cases).replace("@operations@", classes);
        write(element.name() + "Kernel", text, element);
    }

    private void writeComplex(String name, String help, Element part) throws IOException {
        String text =
                COMPLEX.replace("@Name@", name)
                        .replace("@Part@", part.name())
                        .replace("@help@", help);
        write(name + "ComplexKernel", text, part);
    }

    private void write(String type, String template, Element element) throws IOException {
        String text =
                template.replace("@Name@", element.name())
                        .replace("@help@", element.help())
                        .replace("@type@", element.type())
                        .replace("@Type@", capitalized(element.type()))
                        .replace("@LAYOUT@", element.layout())
                        .replace("@shift@", String.valueOf(element.shift()))
                        .replace("@load@", element.load())
                        .replace("@store@", element.store());
        Path file = directory.resolve("org/strata/opal/op").resolve(type + ".java");
        Files.createDirectories(file.getParent());
        // An unchanged file keeps its time, so that nothing is compiled again.
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.writeString(file, text);
        }
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    public static void main(String[] args) throws IOException {
        KernelGenerator generator = new KernelGenerator(Path.of(args[0]));
        for (Element element : ELEMENTS) {
            generator.writeKernel(element);
        }
        generator.writeComplex("Float", "floats", ELEMENTS[5]);
        generator.writeComplex("Double", "doubles", ELEMENTS[6]);
    }
}
