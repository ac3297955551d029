package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicBoolean;

/** A native object made on an open device, with its address; it is destroyed once. */
abstract class IbvObject {
    private final IbvDevice device;
    private final long address;
    private final String what;

    /** Pairs with itself: one close destroys the object. */
    private final AtomicBoolean open = new AtomicBoolean(true);

    /**
     * @param address of the native structure, or the negative errno of the call that should make it
     * @param what it is, for messages: {@code "a completion queue of 100"}
     * @throws VerbsException when it was not created
     */
    IbvObject(IbvDevice device, long address, String what) {
        if (address < 0) {
            throw device.failure((int) -address, "cannot make " + what);
        }
        this.device = device;
        this.address = address;
        this.what = what;
        device.add(this);
    }

    final IbvDevice device() {
        return device;
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
            finish(device.library().status(function, address));
        }
    }

    /** Finishes a close with its result: 0, or the errno for which the object stays open. */
    final void finish(int errno) {
        if (errno != 0) {
            open.set(true);
            throw device.failure(errno, "cannot close " + what);
        }
        device.remove(this);
        closed();
    }

    /** The native object has been destroyed. */
    void closed() {}

    /** Begins a close: returns true to one caller, which must call {@link #finish}. */
    final boolean closing() {
        return open.compareAndSet(true, false);
    }

    /**
     * Marks a queue as failed: the device has reported an error of it. Others have no such state.
     */
    void failed() {}

    /**
     * Compares a field that the library filled in with the expected value.
     *
     * @throws VerbsException the library's structures have an unknown layout
     */
    final void checkField(int offset, long expected) {
        device.check(what, Memory.getLong(address + offset), expected);
    }
}
