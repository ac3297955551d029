package org.strata.mca.io;

import org.strata.mca.pml.CommContext;

import java.util.Map;

/** Opens and deletes files for one rank. Called outside of the progress bracket. */
public interface Io {
    /**
     * Opens a file (MPI_File_open); collective. Either every member gets the file, or every member
     * gets a failure; none of them keeps the file open then.
     *
     * @param comm a communicator that nobody else uses, until the file is closed
     * @param path the file's name, as open(2) resolves it for the user
     * @param mode a valid combination ({@link OpenMode#objection})
     * @param hints the program's; unknown keys are ignored
     */
    IoFile open(CommContext comm, String path, OpenMode mode, Map<String, String> hints)
            throws IoFailure;

    /** Deletes a file (MPI_File_delete). */
    void delete(String path) throws IoFailure;
}
