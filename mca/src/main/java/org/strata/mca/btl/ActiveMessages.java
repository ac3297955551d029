package org.strata.mca.btl;

import java.util.function.UnaryOperator;

/**
 * The rank's table of receive handlers: an incoming message's tag selects one. Filled at start-up,
 * read by BTLs on every message. Tags 0x40 to 0x5f are the PML's, 0x60 to 0x7f one-sided's, 0x20 to
 * 0x3f a BTL's own; 0x80 and up are free for tests and tools.
 */
public final class ActiveMessages {
    /** First tag of the PML. */
    public static final int PML_TAG = 0x40;

    private static final int TAGS = 256;

    /** What is called: the registered handlers, inside the wrappers when there are any. */
    private final Handler[] handlers = new Handler[TAGS];

    private final Handler[] registered = new Handler[TAGS];
    private UnaryOperator<Handler> wrapper = handler -> handler;
    private boolean wrapped;

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

    /** Sets the handler of a tag. */
    public void register(int tag, Handler handler) {
        registered[tag] = handler;
        handlers[tag] = wrapper.apply(handler);
    }

    /**
     * Puts a handler around every other one, those registered later included. Earlier wrappers stay
     * outside: they see a message first.
     *
     * @param inner returns the handler to call instead of the one that it is given
     */
    public void wrap(UnaryOperator<Handler> inner) {
        wrapped = true;
        UnaryOperator<Handler> outer = wrapper;
        wrapper = handler -> outer.apply(inner.apply(handler));
        for (int tag = 0; tag < TAGS; tag++) {
            if (registered[tag] != null) {
                handlers[tag] = wrapper.apply(registered[tag]);
            }
        }
    }

    /** Returns whether a wrapper must see every message, so that none may bypass this table. */
    public boolean wrapped() {
        return wrapped;
    }

    /** Hands a received message to its handler; messages without one are a bug and raise. */
    public void dispatch(Btl btl, BtlEndpoint from, int tag, long address, int length) {
        handlers[tag].onMessage(btl, from, tag, address, length);
    }
}
