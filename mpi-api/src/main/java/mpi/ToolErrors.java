package mpi;

/** Makes the exceptions of the tool interface; they call no error handler (MPI 4.1 §15.3.10). */
final class ToolErrors {
    private ToolErrors() {}

    /**
     * @param symbol the error class without "MPI_T_ERR_"
     */
    static MPIException of(int errorClass, String symbol, String why) {
        return new MPIException(errorClass, errorClass, "MPI_T_ERR_" + symbol + ": " + why);
    }

    static MPIException invalid(String why) {
        return of(Tool.ERR_INVALID, "INVALID", why);
    }
}
