package mpi;

/** The symbol and short text of each error class (MPI 3.1 §8.4). */
final class ErrorTexts {
    /** By class; those from 54 on are below, as far as this API uses them. */
    private static final String[] TEXTS = {
        "MPI_SUCCESS: no errors",
        "MPI_ERR_BUFFER: invalid buffer",
        "MPI_ERR_COUNT: invalid count argument",
        "MPI_ERR_TYPE: invalid datatype",
        "MPI_ERR_TAG: invalid tag",
        "MPI_ERR_COMM: invalid communicator",
        "MPI_ERR_RANK: invalid rank",
        "MPI_ERR_REQUEST: invalid request",
        "MPI_ERR_ROOT: invalid root",
        "MPI_ERR_GROUP: invalid group",
        "MPI_ERR_OP: invalid reduce operation",
        "MPI_ERR_TOPOLOGY: invalid communicator topology",
        "MPI_ERR_DIMS: invalid topology dimension",
        "MPI_ERR_ARG: invalid argument",
        "MPI_ERR_UNKNOWN: unknown error",
        "MPI_ERR_TRUNCATE: message truncated",
        "MPI_ERR_OTHER: known error not in list",
        "MPI_ERR_INTERN: internal error",
        "MPI_ERR_IN_STATUS: error code in status",
        "MPI_ERR_PENDING: pending request",
        "MPI_ERR_ACCESS: invalid access mode",
        "MPI_ERR_AMODE: invalid amode argument",
        "MPI_ERR_ASSERT: invalid assert argument",
        "MPI_ERR_BAD_FILE: bad file",
        "MPI_ERR_BASE: invalid base",
        "MPI_ERR_CONVERSION: error in data conversion",
        "MPI_ERR_DISP: invalid displacement",
        "MPI_ERR_DUP_DATAREP: duplicate data representation",
        "MPI_ERR_FILE_EXISTS: file exists already",
        "MPI_ERR_FILE_IN_USE: file is in use",
        "MPI_ERR_FILE: invalid file handle",
        "MPI_ERR_INFO_KEY: invalid key argument for info object",
        "MPI_ERR_INFO_NOKEY: unknown key for given info object",
        "MPI_ERR_INFO_VALUE: invalid value argument for info object",
        "MPI_ERR_INFO: invalid info object",
        "MPI_ERR_IO: input/output error",
        "MPI_ERR_KEYVAL: invalid key value",
        "MPI_ERR_LOCKTYPE: invalid lock",
        "MPI_ERR_NAME: invalid name argument",
        "MPI_ERR_NO_MEM: out of memory",
        "MPI_ERR_NOT_SAME: objects are not identical",
        "MPI_ERR_NO_SPACE: no space left on device",
        "MPI_ERR_NO_SUCH_FILE: no such file or directory",
        "MPI_ERR_PORT: invalid port",
        "MPI_ERR_QUOTA: out of quota",
        "MPI_ERR_READ_ONLY: file is read only",
        "MPI_ERR_RMA_CONFLICT: rma conflict during operation",
        "MPI_ERR_RMA_SYNC: error executing rma sync",
        "MPI_ERR_SERVICE: unknown service name",
        "MPI_ERR_SIZE: invalid size",
        "MPI_ERR_SPAWN: could not spawn processes",
        "MPI_ERR_UNSUPPORTED_DATAREP: data representation not supported",
        "MPI_ERR_UNSUPPORTED_OPERATION: operation not supported",
        "MPI_ERR_WIN: invalid window",
    };

    /** Classes of MPI 3.1 §11.6.2 that have no constant in this API, by Open MPI's numbers. */
    static final int RMA_RANGE = 68;

    static final int RMA_ATTACH = 69;

    static final int RMA_FLAVOR = 70;

    static final int RMA_SHARED = 71;

    private ErrorTexts() {}

    /** Returns symbol and text: {@code "MPI_ERR_TRUNCATE: message truncated"}. */
    static String text(int errorClass) {
        if (errorClass >= 0 && errorClass < TEXTS.length) {
            return TEXTS[errorClass];
        }
        return switch (errorClass) {
            case RMA_RANGE -> "MPI_ERR_RMA_RANGE: invalid RMA address range";
            case RMA_ATTACH -> "MPI_ERR_RMA_ATTACH: could not attach RMA segment";
            case RMA_FLAVOR -> "MPI_ERR_RMA_FLAVOR: invalid type of window";
            case RMA_SHARED -> "MPI_ERR_RMA_SHARED: memory cannot be shared";
            default ->
                    errorClass == MPI.ERR_PROC_ABORTED
                            ? "MPI_ERR_PROC_ABORTED: operation failed because a remote peer has"
                                    + " aborted"
                            : "MPI_ERR_UNKNOWN: unknown error code " + errorClass;
        };
    }
}
