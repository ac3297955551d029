package org.strata.osc.pt2pt;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;

import java.lang.foreign.Arena;

/** The receives that a window has posted for requests; they complete in the order of posting. */
final class RequestSlots {
    private final Pml pml;
    private final CommContext comm;
    private final int slotBytes;
    private final long memory;
    private final PmlRequest[] receives;
    private final Buf buf = new Buf();
    private int oldest;

    /** Handles a request. */
    @FunctionalInterface
    interface Handler {
        /** Handles one request, which is valid until return; may send. */
        void onRequest(int source, long address, long bytes);
    }

    RequestSlots(Pml pml, CommContext comm, Arena arena, int slots, int slotBytes) {
        this.pml = pml;
        this.comm = comm;
        this.slotBytes = slotBytes;
        this.memory = Memory.allocate(arena, (long) slots * slotBytes, 64);
        this.receives = new PmlRequest[slots];
        for (int slot = 0; slot < slots; slot++) {
            post(slot);
        }
    }

    private long address(int slot) {
        return memory + (long) slot * slotBytes;
    }

    private void post(int slot) {
        buf.setBytes(address(slot), slotBytes);
        receives[slot] = pml.ireceive(buf, Pml.ANY_SOURCE, WindowTags.REQUEST, comm);
    }

    /** Handles requests that have arrived, each slot once at most; returns how many. */
    int poll(Handler handler) {
        for (int handled = 0; handled < receives.length; handled++) {
            PmlRequest receive = receives[oldest];
            if (receive == null || !receive.isDone()) {
                return handled;
            }
            int slot = oldest;
            oldest = slot + 1 == receives.length ? 0 : slot + 1;
            int rc = receive.error;
            int source = receive.source;
            long bytes = receive.bytes;
            receive.release();
            receives[slot] = null;
            if (rc == Rc.OK) {
                handler.onRequest(source, address(slot), bytes);
            }
            if (rc == Rc.OK || rc == Rc.TRUNCATED) {
                post(slot);
            }
        }
        return receives.length;
    }

    /** Withdraws the receives; nobody sends requests any more. */
    void close(ProgressEngine engine) {
        for (PmlRequest receive : receives) {
            if (receive != null) {
                receive.cancel();
                engine.waitFor(receive);
                receive.release();
            }
        }
    }
}
