package org.strata.mca.btl;

import java.util.ArrayList;
import java.util.List;

/**
 * The rank's table of receive handlers: an incoming message's tag selects one. Filled at start-up,
 * read by BTLs on every message. Tags 0x40 to 0x5f are the PML's, 0x60 to 0x7f one-sided's, 0x20 to
 * 0x3f a BTL's own; 0x80 and up are free for tests and tools.
 */
public final class ActiveMessages {
    /** First tag of the PML. */
    public static final int PML_TAG = 0x40;

    private static final int TAGS = 256;

    /** What is called: the registered handlers, behind the interceptors when there are any. */
    private final Handler[] handlers = new Handler[TAGS];

    private final Handler[] registered = new Handler[TAGS];
    private final List<Interceptor> interceptors = new ArrayList<>();

    /** Receives messages of a tag. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Handles one message: {@code length} bytes at {@code address}, valid until return. Runs
         * inside progress; may start sends.
         *
         * @param from the endpoint it came over, never null
         */
        void onMessage(Btl btl, BtlEndpoint from, int tag, long address, int length);
    }

    /** Sees every message before its handler does: decorators. */
    @FunctionalInterface
    interface Interceptor {
        /** Passes a message on to {@code next}, or does not. */
        void onMessage(Handler next, Btl btl, BtlEndpoint from, int tag, long address, int length);
    }

    /** Sets the handler of a tag. */
    public void register(int tag, Handler handler) {
        registered[tag] = handler;
        handlers[tag] = intercepted(handler);
    }

    /** Puts an interceptor before all handlers, but behind earlier interceptors. */
    void intercept(Interceptor interceptor) {
        interceptors.add(interceptor);
        for (int tag = 0; tag < TAGS; tag++) {
            if (registered[tag] != null) {
                handlers[tag] = intercepted(registered[tag]);
            }
        }
    }

    private Handler intercepted(Handler handler) {
        Handler first = handler;
        for (Interceptor interceptor : interceptors.reversed()) {
            Handler next = first;
            first =
                    (btl, from, tag, address, length) ->
                            interceptor.onMessage(next, btl, from, tag, address, length);
        }
        return first;
    }

    /** Hands a received message to its handler; messages without one are a bug and raise. */
    public void dispatch(Btl btl, BtlEndpoint from, int tag, long address, int length) {
        handlers[tag].onMessage(btl, from, tag, address, length);
    }
}
