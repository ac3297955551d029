package org.strata.mca.io;

/**
 * The kind of a data access (MPI 3.1 §13.4, table 13.2).
 *
 * @param writes whether it writes to the file
 * @param pointer which place of the view it begins at
 * @param collective whether all members call together; with the shared file pointer they access the
 *     file in the order of their ranks
 */
public record IoAccess(boolean writes, Pointer pointer, boolean collective) {
    /** Places that an access begins at. */
    public enum Pointer {
        /** An offset that the program passes. */
        EXPLICIT,
        /** The member's own file pointer. */
        INDIVIDUAL,
        /** The file pointer that all members share. */
        SHARED
    }
}
