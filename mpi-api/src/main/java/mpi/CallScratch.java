package mpi;

import org.strata.mca.pml.PmlStatus;
import org.strata.opal.datatype.Buf;

/**
 * What a call needs of objects to talk to the PML: made once and used by one call after the other,
 * so that blocking calls allocate nothing. See {@link MpiRuntime#borrow}.
 */
final class CallScratch {
    final Buf buf = new Buf();
    final PmlStatus status = new PmlStatus();
}
