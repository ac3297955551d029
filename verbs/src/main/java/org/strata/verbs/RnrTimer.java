package org.strata.verbs;

/**
 * Codes of the RNR NAK timer: how long a sender waits before it retries, when the receiver was not
 * ready (InfiniBand specification, volume 1, table 45).
 */
public final class RnrTimer {
    /** Hundredths of a millisecond, by code. */
    private static final int[] TENS_OF_MICROS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private RnrTimer() {}

    /** Returns the wait of a code from 0 to 31, nanoseconds: 1 is 10 µs, 12 is 640 µs. */
    public static long nanos(int code) {
        return TENS_OF_MICROS[code & 31] * 10_000L;
    }
}
