package mpi;

import org.strata.mca.pml.SendMode;

/** How a buffered send is sent: with the attached buffer, or short and without one. */
final class BufferedMode {
    /** Longest message, in bytes, that needs no attached buffer. */
    private static final int SHORT = 1024;

    private BufferedMode() {}

    /**
     * Returns the mode in which a buffered send is sent. Without an attached buffer a short message
     * is sent in standard mode, which copies it at once: Open MPI never uses the buffer for short
     * messages, so there are programs that attach none.
     */
    static SendMode of(int count, Datatype type) {
        MpiRuntime runtime = MpiRuntime.running();
        boolean unbuffered = runtime != null && runtime.attached == null;
        return unbuffered && type != null && type.usable() && count >= 0
                ? of(count * type.layout().size())
                : SendMode.BUFFERED;
    }

    /** Returns the mode of a persistent buffered send of some bytes that is started now. */
    static SendMode of(MpiRuntime runtime, long bytes) {
        return runtime.attached == null ? of(bytes) : SendMode.BUFFERED;
    }

    private static SendMode of(long bytes) {
        return bytes <= SHORT ? SendMode.STANDARD : SendMode.BUFFERED;
    }
}
