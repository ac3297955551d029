package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicBoolean;

/** A native object made from a context: knows where it is, and is destroyed once. */
abstract class IbvObject {
    private final IbvContext context;
    private final long address;
    private final String what;
    private final AtomicBoolean open = new AtomicBoolean(true);

    /**
     * @param address of the native structure, or the negative errno of its making
     * @param what it is, for messages: {@code "a completion queue of 100"}
     * @throws VerbsException when it was not made
     */
    IbvObject(IbvContext context, long address, String what) {
        if (address < 0) {
            throw context.failure((int) -address, "cannot make " + what);
        }
        this.context = context;
        this.address = address;
        this.what = what;
        context.made(this);
    }

    final IbvContext owner() {
        return context;
    }

    final long pointer() {
        return address;
    }

    /**
     * Destroys it with a function of the library; again is nothing.
     *
     * @throws VerbsException EBUSY: it stays
     */
    final void destroy(IbvLibrary.Function function) {
        if (open.compareAndSet(true, false)) {
            finish(context.library().status(function, address));
        }
    }

    /** Takes the result of destruction: 0, or the errno that kept the object alive. */
    final void finish(int errno) {
        if (errno != 0) {
            open.set(true);
            throw context.failure(errno, "cannot close " + what);
        }
        context.gone(this);
    }

    /** Returns whether this call is the one that closes it; {@link #finish} must follow. */
    final boolean closing() {
        return open.compareAndSet(true, false);
    }

    /**
     * Compares a field that the library filled in with what it must be.
     *
     * @throws VerbsException the library's structures are not those we know
     */
    final void mustHold(int offset, long expected) {
        context.check(what, Memory.getLong(address + offset), expected);
    }
}
