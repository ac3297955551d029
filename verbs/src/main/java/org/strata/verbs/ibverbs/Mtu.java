package org.strata.verbs.ibverbs;

/** The codes of {@code enum ibv_mtu}: 1 is 256 bytes, and each next one twice as many. */
final class Mtu {
    private Mtu() {}

    /** Returns the bytes of a code. */
    static int bytes(int code) {
        return 128 << Math.clamp(code, 1, 5);
    }

    /** Returns the code of the largest MTU that is not more than so many bytes. */
    static int code(int bytes) {
        int code = 1;
        while (code < 5 && bytes(code + 1) <= bytes) {
            code++;
        }
        return code;
    }
}
