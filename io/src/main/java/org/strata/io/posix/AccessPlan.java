package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/**
 * What one rank accesses in a collective access, as things were when it began.
 *
 * @param file the open file
 * @param local access by this rank alone
 * @param staging memory for data on their way
 * @param view which bytes it sees
 * @param hints in use
 * @param aggregators the ranks that access the file for all
 * @param atomic whether accesses are atomic
 * @param write whether it writes
 * @param from position in the view
 */
record AccessPlan(
        DiskFile file,
        LocalAccess local,
        FileStaging staging,
        ViewMap view,
        FileHints hints,
        int[] aggregators,
        boolean atomic,
        boolean write,
        long from) {
    String path() {
        return file.path();
    }

    /** Transfers data for this rank alone; returns their bytes. */
    long alone(Buf data) throws IoFailure {
        if (write && data.size() > 0 && !view.showsBytes()) {
            String reason = "the view of " + path() + " shows no bytes to write to";
            throw new IoFailure(Rc.BAD_ARGUMENT, reason);
        }
        long buffer = hints.readBufferSize();
        return atomic
                ? local.locked(view, data, from, write, buffer)
                : local.access(view, data, from, write, buffer);
    }
}
