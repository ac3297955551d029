package org.strata.ess.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The functions of a PMIx library with a server behind them: what they return is up to a test. */
final class FakePmix {
    static final int NOT_FOUND = -46;
    static final int STRING = 3;
    static final int UINT32 = 14;

    private static final int VALUE_BYTES = 32;
    private static final int NAMESPACE_BYTES = 256;

    private final Arena arena = Arena.ofAuto();
    private final Map<String, MemorySegment> functions = new HashMap<>();
    private final Map<String, MemorySegment> values = new HashMap<>();

    /** What each function returns instead of success. */
    final Map<String, Integer> results = new HashMap<>();

    /** The calls, with what they were given. */
    final List<String> calls = new ArrayList<>();

    String version = "OpenPMIx 4.2.2, repo rev: v4.2.2";
    byte[] namespace = "job.1".getBytes(StandardCharsets.UTF_8);
    int rank = 1;

    /** Requests of a text that find nothing before it is there. */
    int absent;

    FakePmix() throws ReflectiveOperationException {
        add("PMIx_Init", ADDRESS, ADDRESS, JAVA_LONG);
        add("PMIx_Get", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
        add("PMIx_Put", JAVA_BYTE, ADDRESS, ADDRESS);
        add("PMIx_Commit");
        add("PMIx_Fence", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
        add("PMIx_Abort", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        add("PMIx_Finalize", ADDRESS, JAVA_LONG);
        number("pmix.job.size", UINT32, 4);
        number("pmix.univ.size", UINT32, 8);
        number("pmix.appnum", UINT32, 2);
    }

    private void add(String name, MemoryLayout... arguments) throws ReflectiveOperationException {
        FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, arguments);
        String method = name.substring(5).toLowerCase(Locale.ROOT);
        MethodHandle target = MethodHandles.lookup().bind(this, method, type.toMethodType());
        functions.put(name, Linker.nativeLinker().upcallStub(target, type, arena));
    }

    PmixLibrary library() throws IOException {
        return PmixLibrary.of(lookup(), "libpmix.so.2");
    }

    private SymbolLookup lookup() {
        return name ->
                name.equals("PMIx_Get_version")
                        ? Optional.of(versionFunction())
                        : Optional.ofNullable(functions.get(name));
    }

    private MemorySegment versionFunction() {
        MemorySegment text = arena.allocateFrom(version);
        return Linker.nativeLinker()
                .upcallStub(
                        MethodHandles.constant(MemorySegment.class, text),
                        FunctionDescriptor.of(ADDRESS),
                        arena);
    }

    /** Removes a function, as an older library. */
    void lacks(String function) {
        functions.remove(function);
    }

    void number(String key, int type, long number) {
        MemorySegment value = box(type);
        value.set(JAVA_LONG, Long.BYTES, number);
        values.put(key, value);
    }

    /** Sets a text, or with null a value that points nowhere. */
    void text(String key, byte[] text) {
        MemorySegment value = box(STRING);
        MemorySegment bytes =
                text == null ? MemorySegment.NULL : arena.allocateFrom(JAVA_BYTE, text);
        value.set(ADDRESS, Long.BYTES, bytes);
        values.put(key, value);
    }

    /** Answers with success and no value at all. */
    void nothing(String key) {
        values.put(key, MemorySegment.NULL);
    }

    void remove(String key) {
        values.remove(key);
    }

    private MemorySegment box(int type) {
        MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
        value.set(JAVA_SHORT, 0, (short) type);
        return value;
    }

    private int note(String function, String what) {
        calls.add(what.isEmpty() ? function : function + " " + what);
        return results.getOrDefault(function, 0);
    }

    private static String string(MemorySegment text) {
        return text.reinterpret(1 << 20).getString(0);
    }

    private static String process(MemorySegment process) {
        MemorySegment bytes = process.reinterpret(NAMESPACE_BYTES + Integer.BYTES);
        return bytes.getString(0) + ":" + bytes.get(JAVA_INT, NAMESPACE_BYTES);
    }

    // ---- the functions; found by their names

    @SuppressWarnings("unused")
    private int init(MemorySegment process, MemorySegment info, long infos) {
        MemorySegment bytes = process.reinterpret(NAMESPACE_BYTES + Integer.BYTES);
        MemorySegment.copy(namespace, 0, bytes, JAVA_BYTE, 0, namespace.length);
        bytes.set(JAVA_INT, NAMESPACE_BYTES, rank);
        return note("Init", "");
    }

    @SuppressWarnings("unused")
    private int get(
            MemorySegment process,
            MemorySegment name,
            MemorySegment info,
            long infos,
            MemorySegment result) {
        String key = string(name);
        int rc = note("Get", process(process) + " " + key);
        MemorySegment value = values.get(key);
        if (rc != 0 || value == null) {
            return rc != 0 ? rc : NOT_FOUND;
        }
        if (key.startsWith("strata.") && absent > 0) {
            absent--;
            return NOT_FOUND;
        }
        result.reinterpret(ADDRESS.byteSize()).set(ADDRESS, 0, value);
        return 0;
    }

    @SuppressWarnings("unused")
    private int put(byte scope, MemorySegment name, MemorySegment value) {
        MemorySegment box = value.reinterpret(VALUE_BYTES);
        String text = string(box.get(ADDRESS, Long.BYTES));
        String key = string(name);
        text(key, (text + "\0").getBytes(StandardCharsets.UTF_8));
        return note("Put", scope + " " + box.get(JAVA_SHORT, 0) + " " + key + " " + text);
    }

    @SuppressWarnings("unused")
    private int commit() {
        return note("Commit", "");
    }

    @SuppressWarnings("unused")
    private int fence(MemorySegment processes, long count, MemorySegment info, long infos) {
        return note("Fence", count + " " + process(processes));
    }

    @SuppressWarnings("unused")
    private int abort(int code, MemorySegment text, MemorySegment processes, long count) {
        return note("Abort", code + " " + string(text));
    }

    @SuppressWarnings("unused")
    private int finalize(MemorySegment info, long infos) {
        return note("Finalize", "");
    }

    /** Returns the names of all functions. */
    Stream<String> names() {
        return List.copyOf(functions.keySet()).stream();
    }
}
