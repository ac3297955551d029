package org.strata.verbs.soft;

import org.strata.verbs.VerbsException;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open objects that use another one, which is closed once and not before them. */
final class UserCount {
    /** Pairs with UserCount.close. */
    private final AtomicInteger users = new AtomicInteger();

    private boolean closed;

    /** Counts users that are opened, or with a negative number users that are closed. */
    void add(int delta) {
        users.addAndGet(delta);
    }

    /**
     * Begins the close of the used object; returns false when it is closed already.
     *
     * @param what names the object in the message
     * @throws VerbsException EBUSY while the object has users
     */
    synchronized boolean close(String what) {
        if (closed) {
            return false;
        }
        if (users.get() != 0) {
            throw new VerbsException(
                    VerbsException.EBUSY, what + " is used by " + users + " open objects");
        }
        closed = true;
        return true;
    }
}
