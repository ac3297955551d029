package org.strata.coll.base;

import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

/** A message from a rank to itself, without the PML. */
public final class LocalCopy {
    private static final long PIECE = 64 * 1024;

    private LocalCopy() {}

    /**
     * Copies the source's data; the buffers do not overlap, unless they are the same.
     *
     * @return {@link Rc#TRUNCATED} when the source is longer than the target
     */
    public static int copy(Scratch scratch, Buf from, Buf to) {
        long bytes = Math.min(from.size(), to.size());
        if (bytes > 0 && !same(from, to)) {
            move(scratch, from, to, bytes);
        }
        return from.size() > to.size() ? Rc.TRUNCATED : Rc.OK;
    }

    private static boolean same(Buf a, Buf b) {
        return a.base() == b.base() && a.offset() == b.offset() && a.layout() == b.layout();
    }

    private static void move(Scratch scratch, Buf from, Buf to, long bytes) {
        Buf source = Call.inPlaceBytes(from);
        Buf target = Call.inPlaceBytes(to);
        if (source != null && target != null) {
            Memory.copy(source.base(), source.offset(), target.base(), target.offset(), bytes);
        } else if (source != null && source.base() == null) {
            to.layout().unpack(source.offset(), to.base(), to.offset(), 0, bytes);
        } else if (target != null && target.base() == null) {
            from.layout().pack(from.base(), from.offset(), 0, target.offset(), bytes);
        } else {
            inPieces(scratch, from, to, bytes);
        }
    }

    private static void inPieces(Scratch scratch, Buf from, Buf to, long bytes) {
        ScratchBlock block = scratch.allocate(Math.min(bytes, PIECE));
        DataLayout out = from.layout();
        DataLayout in = to.layout();
        for (long done = 0; done < bytes; done += PIECE) {
            long now = Math.min(PIECE, bytes - done);
            out.pack(from.base(), from.offset(), done, block.address(), now);
            in.unpack(block.address(), to.base(), to.offset(), done, now);
        }
        scratch.release(block);
    }
}
