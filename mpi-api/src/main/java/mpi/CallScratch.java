package mpi;

import org.strata.mca.pml.PmlStatus;
import org.strata.opal.datatype.Buf;

/**
 * The objects that a blocking call passes to the PML: allocated once and used by one call after the
 * other, so that blocking calls allocate nothing. See {@link MpiRuntime#borrow}.
 */
final class CallScratch {
    final Buf buf = new Buf();
    final PmlStatus status = new PmlStatus();
}
