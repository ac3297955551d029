package org.strata.ess.pmix;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of libpmix.so.2 that a process needs. The library stays loaded. */
final class PmixLibrary {
    /** The rank that stands for all processes of a job. */
    static final int WILDCARD = -2;

    private static final String NAME = "libpmix.so.2";
    private static final String INSTALL =
            "Install it: package libpmix2 of Debian and Ubuntu, pmix of Red Hat and SUSE; or name"
                    + " its directory in LD_LIBRARY_PATH.";

    private static final int OLDEST = 3;
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.\\d");
    private static final int LONGEST_VERSION = 4096;

    private static final int NAMESPACE_BYTES = 256;
    private static final int PROC_BYTES = NAMESPACE_BYTES + Integer.BYTES;
    private static final int VALUE_BYTES = 32;
    private static final int UNION = 8;
    private static final int LONGEST_STRING = 1 << 20;
    private static final byte GLOBAL = 3;

    /** What PMIx_Get returns when the server has no such value. */
    private static final int NOT_FOUND = -46;

    private static final short STRING = 3;

    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;

    private final Arena arena = Arena.global();
    private final SymbolLookup symbols;
    private final MethodHandle get;
    private final MethodHandle put;
    private final MethodHandle fence;
    private final MethodHandle abort;

    /** The server has no value of a name. */
    static final class AbsentException extends IOException {
        private static final long serialVersionUID = 1L;

        AbsentException(String key) {
            super("PMIx_Get of " + key + " finds nothing");
        }
    }

    private PmixLibrary(SymbolLookup symbols) throws IOException {
        this.symbols = symbols;
        get = function("PMIx_Get", ADDRESS, ADDRESS, ADDRESS, LONG, ADDRESS);
        put = function("PMIx_Put", ValueLayout.JAVA_BYTE, ADDRESS, ADDRESS);
        fence = function("PMIx_Fence", ADDRESS, LONG, ADDRESS, LONG);
        abort = function("PMIx_Abort", INT, ADDRESS, ADDRESS, LONG);
    }

    /**
     * Loads the library.
     *
     * @throws IOException when it is absent or too old; the message says what to install
     */
    static PmixLibrary load(String name) throws IOException {
        SymbolLookup symbols;
        try {
            symbols = SymbolLookup.libraryLookup(name, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new IOException(name + " is not installed here.\n" + INSTALL, e);
        }
        return of(symbols, name);
    }

    /** Checks that functions are those of a library that is new enough. */
    static PmixLibrary of(SymbolLookup symbols, String name) throws IOException {
        PmixLibrary library = new PmixLibrary(symbols);
        String version = library.version();
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.find() || Integer.parseInt(matcher.group(1)) < OLDEST) {
            throw new IOException(
                    name + " is " + version + "; version " + OLDEST + " is needed.\n" + INSTALL);
        }
        return library;
    }

    static PmixLibrary load() throws IOException {
        return load(NAME);
    }

    private MethodHandle function(String name, MemoryLayout... arguments) throws IOException {
        return Linker.nativeLinker()
                .downcallHandle(find(name), FunctionDescriptor.of(INT, arguments));
    }

    private MemorySegment find(String name) throws IOException {
        return symbols.find(name)
                .orElseThrow(() -> new IOException(NAME + " has no function " + name));
    }

    private String version() throws IOException {
        MethodHandle call =
                Linker.nativeLinker()
                        .downcallHandle(find("PMIx_Get_version"), FunctionDescriptor.of(ADDRESS));
        try {
            MemorySegment text = (MemorySegment) call.invokeExact();
            return text.reinterpret(LONGEST_VERSION).getString(0);
        } catch (Throwable e) {
            throw new IOException("PMIx_Get_version fails", e);
        }
    }

    private static void check(int rc, String call) throws IOException {
        if (rc != 0) {
            throw new IOException(call + " returns " + rc);
        }
    }

    private static IOException failed(String call, Throwable e) {
        return e instanceof IOException io ? io : new IOException(call + " fails: " + e, e);
    }

    /** Makes a pmix_proc_t. */
    MemorySegment process(String namespace, int rank) {
        MemorySegment process = arena.allocate(PROC_BYTES, Integer.BYTES);
        process.setString(0, namespace);
        process.set(INT, NAMESPACE_BYTES, rank);
        return process;
    }

    /** Returns a process's namespace, of which a damaged one has no end. */
    static String namespace(MemorySegment process) throws IOException {
        try {
            return process.asSlice(0, NAMESPACE_BYTES).getString(0);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("the PMIx server's name of this job has no end", e);
        }
    }

    static int rank(MemorySegment process) {
        return process.get(INT, NAMESPACE_BYTES);
    }

    /** Connects to the server (PMIx_Init); returns who this process is. */
    MemorySegment init() throws IOException {
        MemorySegment self = arena.allocate(PROC_BYTES, Integer.BYTES);
        try {
            MethodHandle call = function("PMIx_Init", ADDRESS, ADDRESS, LONG);
            check((int) call.invokeExact(self, MemorySegment.NULL, 0L), "PMIx_Init");
            return self;
        } catch (Throwable e) {
            throw failed("PMIx_Init", e);
        }
    }

    void finish() throws IOException {
        try {
            MethodHandle call = function("PMIx_Finalize", ADDRESS, LONG);
            check((int) call.invokeExact(MemorySegment.NULL, 0L), "PMIx_Finalize");
        } catch (Throwable e) {
            throw failed("PMIx_Finalize", e);
        }
    }

    void put(String key, String value) throws IOException {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment box = own.allocate(VALUE_BYTES, Long.BYTES);
            box.set(SHORT, 0, STRING);
            box.set(ADDRESS, UNION, own.allocateFrom(value));
            MemorySegment name = own.allocateFrom(key);
            check((int) put.invokeExact(GLOBAL, name, box), "PMIx_Put");
        } catch (Throwable e) {
            throw failed("PMIx_Put", e);
        }
    }

    /** Publishes what was put, and waits for all processes of a job. */
    void fence(MemorySegment all) throws IOException {
        try {
            check((int) function("PMIx_Commit").invokeExact(), "PMIx_Commit");
            check((int) fence.invokeExact(all, 1L, MemorySegment.NULL, 0L), "PMIx_Fence");
        } catch (Throwable e) {
            throw failed("PMIx_Fence", e);
        }
    }

    void abort(int code, String message) throws IOException {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment text = own.allocateFrom(message);
            check((int) abort.invokeExact(code, text, MemorySegment.NULL, 0L), "PMIx_Abort");
        } catch (Throwable e) {
            throw failed("PMIx_Abort", e);
        }
    }

    /** Returns a text, or throws. */
    String text(MemorySegment process, String key) throws IOException {
        MemorySegment value = value(process, key);
        if (value.get(SHORT, 0) != STRING) {
            throw new IOException(key + " is no text in PMIx");
        }
        try {
            return pointer(value, UNION, key).reinterpret(LONGEST_STRING).getString(0);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(key + " is longer than " + LONGEST_STRING + " in PMIx", e);
        }
    }

    /** Returns what a pointer points to; to read at 0 would end the JVM. */
    private static MemorySegment pointer(MemorySegment from, long at, String key)
            throws IOException {
        MemorySegment target = from.get(ADDRESS, at);
        if (target.address() == 0) {
            throw new IOException(key + " has no value in PMIx");
        }
        return target;
    }

    /** Returns a number, which servers store as different types. */
    long number(MemorySegment process, String key) throws IOException {
        return decode(value(process, key), key);
    }

    /** Reads a number of a pmix_value_t by its type. */
    static long decode(MemorySegment value, String key) throws IOException {
        int type = Short.toUnsignedInt(value.get(SHORT, 0));
        return switch (type) {
            // byte, int8, uint8
            case 2, 7, 12 -> Byte.toUnsignedLong(value.get(ValueLayout.JAVA_BYTE, UNION));
            // int16, uint16
            case 8, 13 -> Short.toUnsignedLong(value.get(SHORT, UNION));
            // int, int32, rank
            case 6, 9, 40 -> value.get(INT, UNION);
            // uint, uint32
            case 11, 14 -> Integer.toUnsignedLong(value.get(INT, UNION));
            // size_t, int64, uint64
            case 4, 10, 15 -> value.get(LONG, UNION);
            default -> throw new IOException(key + " is of type " + type + " in PMIx");
        };
    }

    private MemorySegment value(MemorySegment process, String key) throws IOException {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment result = own.allocate(ADDRESS);
            MemorySegment name = own.allocateFrom(key);
            int rc = (int) get.invokeExact(process, name, MemorySegment.NULL, 0L, result);
            if (rc == NOT_FOUND) {
                throw new AbsentException(key);
            }
            check(rc, "PMIx_Get of " + key);
            return pointer(result, 0, key).reinterpret(VALUE_BYTES);
        } catch (Throwable e) {
            throw failed("PMIx_Get", e);
        }
    }
}
