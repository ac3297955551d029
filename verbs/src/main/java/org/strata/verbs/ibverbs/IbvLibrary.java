package org.strata.verbs.ibverbs;

import org.strata.verbs.VerbsException;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Locale;

/** libibverbs as loaded into this process: its set-up functions. Thread-safe. */
final class IbvLibrary {
    private static final String X86 = "amd64";

    /** The exported functions that this provider uses; they all exist since 2008. */
    enum Function {
        GET_DEVICE_LIST,
        FREE_DEVICE_LIST,
        GET_DEVICE_NAME,
        OPEN_DEVICE,
        CLOSE_DEVICE,
        QUERY_DEVICE,
        QUERY_PORT,
        QUERY_GID,
        ALLOC_PD,
        DEALLOC_PD,
        REG_MR,
        DEREG_MR,
        CREATE_COMP_CHANNEL,
        DESTROY_COMP_CHANNEL,
        CREATE_CQ,
        RESIZE_CQ,
        DESTROY_CQ,
        GET_CQ_EVENT,
        ACK_CQ_EVENTS,
        CREATE_SRQ,
        MODIFY_SRQ,
        QUERY_SRQ,
        DESTROY_SRQ,
        CREATE_AH,
        DESTROY_AH,
        CREATE_QP,
        MODIFY_QP,
        QUERY_QP,
        DESTROY_QP,
        GET_ASYNC_EVENT,
        ACK_ASYNC_EVENT;

        private String symbol() {
            return "ibv_" + name().toLowerCase(Locale.ROOT);
        }
    }

    private final MemorySegment[] functions = new MemorySegment[Function.values().length];
    private final MemorySegment queryGidEntry;

    /** Null in a library older than rdma-core 36. */
    private final MemorySegment queryDataInOrder;

    private final boolean x86;

    private IbvLibrary(String name, String architecture, SymbolLookup lookup) {
        x86 = architecture.equals(X86);
        for (Function function : Function.values()) {
            functions[function.ordinal()] =
                    lookup.find(function.symbol())
                            .orElseThrow(() ->
                                    new VerbsException(
                                            VerbsException.ENOENT,
                                            name
                                                    + " has no function "
                                                    + function.symbol()
                                                    + ": not a known libibverbs"));
        }
        queryGidEntry = lookup.find("_ibv_query_gid_ex").orElse(null);
        queryDataInOrder = lookup.find("ibv_query_qp_data_in_order").orElse(null);
    }

    /**
     * Loads the library.
     *
     * @throws VerbsException ENOENT: it is absent, or lacks a function
     */
    static IbvLibrary load(String name, String architecture) {
        if (!architecture.equals(X86) && !architecture.equals("aarch64")) {
            throw new VerbsException(
                    VerbsException.EOPNOTSUPP,
                    "libibverbs is not used on " + architecture + ": its layouts are not known");
        }
        SymbolLookup lookup;
        try {
            lookup = SymbolLookup.libraryLookup(name, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new VerbsException(
                    VerbsException.ENOENT,
                    name
                            + " cannot be loaded; install rdma-core's user library"
                            + " (Debian: libibverbs1 and ibverbs-providers; Red Hat: libibverbs)");
        }
        return new IbvLibrary(name, architecture, lookup);
    }

    /** Returns whether the host's processors are x86. */
    boolean onX86() {
        return x86;
    }

    /** Calls a function that returns a pointer; returns the pointer, or negative errno. */
    long pointer(Function function, long... arguments) {
        return Native.pointer(functions[function.ordinal()], arguments);
    }

    /** Calls a function that returns a status; returns 0, or errno. */
    int status(Function function, long... arguments) {
        return Native.status(functions[function.ordinal()], arguments);
    }

    /**
     * Reads a GID table entry with its type; returns 0, or errno: EOPNOTSUPP from an old library.
     */
    int queryGidEntry(long context, int port, int index, long entry) {
        return queryGidEntry == null
                ? VerbsException.EOPNOTSUPP
                : Native.status(
                        queryGidEntry, context, port, index, entry, 0, Layout.GID_ENTRY_BYTES);
    }

    /**
     * Asks whether the peer's RDMA writes over a queue pair are stored in order; mlx5 answers in
     * RTS only.
     *
     * @return YES, NO or CANNOT_BE_ASKED of {@link IbvDataOrder}
     */
    int dataInOrder(long qp) {
        return dataInOrder(queryDataInOrder, qp);
    }

    /**
     * Calls {@code ibv_query_qp_data_in_order(qp, IBV_WR_RDMA_WRITE, 0)}. Flags 0 asks for whole
     * messages, in every version; anything but a plain yes, such as an errno, is a no.
     *
     * @param function null for none
     */
    static int dataInOrder(MemorySegment function, long qp) {
        if (function == null) {
            return IbvDataOrder.CANNOT_BE_ASKED;
        }
        int answer = Native.number(function, qp, WrOpcode.RDMA_WRITE, 0);
        return answer == 1 ? IbvDataOrder.YES : IbvDataOrder.NO;
    }
}
