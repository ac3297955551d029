package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicBoolean;

/** A native object made from a context, with its address; it is destroyed once. */
abstract class IbvObject {
    private final IbvContext context;
    private final long address;
    private final String what;

    /** Pairs with itself: one close destroys the object. */
    private final AtomicBoolean open = new AtomicBoolean(true);

    /**
     * @param address of the native structure, or the negative errno of the call that should make it
     * @param what it is, for messages: {@code "a completion queue of 100"}
     * @throws VerbsException when it was not created
     */
    IbvObject(IbvContext context, long address, String what) {
        if (address < 0) {
            throw context.failure((int) -address, "cannot make " + what);
        }
        this.context = context;
        this.address = address;
        this.what = what;
        context.add(this);
    }

    final IbvContext owner() {
        return context;
    }

    final long pointer() {
        return address;
    }

    /**
     * Destroys it with a function of the library; a second call does nothing.
     *
     * @throws VerbsException EBUSY: it stays open
     */
    final void destroy(IbvLibrary.Function function) {
        if (open.compareAndSet(true, false)) {
            finish(context.library().status(function, address));
        }
    }

    /** Finishes a close with its result: 0, or the errno for which the object stays open. */
    final void finish(int errno) {
        if (errno != 0) {
            open.set(true);
            throw context.failure(errno, "cannot close " + what);
        }
        context.remove(this);
    }

    /** Begins a close: returns true to one caller, which must call {@link #finish}. */
    final boolean closing() {
        return open.compareAndSet(true, false);
    }

    /**
     * Compares a field that the library filled in with the expected value.
     *
     * @throws VerbsException the library's structures have an unknown layout
     */
    final void checkField(int offset, long expected) {
        context.check(what, Memory.getLong(address + offset), expected);
    }
}
