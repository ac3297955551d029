package mpi;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlStatus;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages that a program has left behind, for the account of leaks: of each communicator the one
 * that a receive from anybody would match. Tier 3.
 */
final class UnreceivedMessages {
    private UnreceivedMessages() {}

    /**
     * Returns a line for each communicator with such a message. All processes of the job call it:
     * it waits for the others, which have sent by then what they send.
     */
    static List<String> find(MpiRuntime runtime) {
        List<Communicator> all = new ArrayList<>();
        all.add(Communicator.WORLD);
        all.add(Communicator.SELF);
        all.addAll(runtime.leaks.communicators());
        List<String> lines = new ArrayList<>();
        PmlStatus found = new PmlStatus();
        try (var _ = runtime.enter()) {
            // A barrier that fails has lost a process, of which there is a box already.
            CheckingColl.finalizing(runtime.coll, Communicator.WORLD.context());
            String left = Finding.take();
            if (left != null) {
                lines.add("MPI_Finalize: " + left);
                return lines;
            }
            for (Communicator comm : all) {
                if (!comm.isNull()
                        && runtime.pml.iprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, comm.context(), found)) {
                    String message = "a message of " + found.bytes + " bytes ";
                    String origin = Origin.of(found.source, found.tag);
                    String where = " on communicator " + comm.label();
                    lines.add(message + origin + where + " has not been received");
                }
            }
        }
        return lines;
    }
}
