package org.strata.coll.base;

import org.strata.opal.datatype.Buf;

/**
 * A buffer as a gapless run of bytes: in place where it has no gaps, else through packed temporary
 * memory. Algorithms that cut messages cut the packed bytes, because ranks may describe the same
 * data by different datatypes.
 */
public final class Flat {
    private final Call call;
    private final Buf user;
    private final Buf bytes;

    private Flat(Call call, Buf user, Buf bytes) {
        this.call = call;
        this.user = user;
        this.bytes = bytes;
    }

    /** Returns the bytes of a buffer that is only read: packed when it has gaps. */
    public static Buf reading(Call call, Buf user) {
        Buf inPlace = Call.inPlaceBytes(user);
        return inPlace != null ? inPlace : packed(call, user);
    }

    /** Returns a packed copy. */
    public static Buf packed(Call call, Buf user) {
        Buf bytes = call.tempBytes(user.size());
        call.copy(user, bytes);
        return bytes;
    }

    /** Makes the bytes that are to be written; {@link #finish} then unpacks them. */
    public static Flat writing(Call call, Buf user) {
        Buf inPlace = Call.inPlaceBytes(user);
        return inPlace != null
                ? new Flat(call, null, inPlace)
                : new Flat(call, user, call.tempBytes(user.size()));
    }

    /** Makes the bytes of a broadcast: only read at the root, to be written at other ranks. */
    public static Flat fromRoot(Call call, Buf user, int root) {
        return call.rank() == root
                ? new Flat(call, null, reading(call, user))
                : writing(call, user);
    }

    /** Returns the bytes. */
    public Buf bytes() {
        return bytes;
    }

    /** Unpacks the bytes into the user's buffer, unless they were written in place. */
    public void finish() {
        if (user != null) {
            call.copy(bytes, user);
        }
    }
}
