package org.strata.mca.io;

/**
 * How a file is opened (MPI 3.1 §13.2.1).
 *
 * @param bits sum of MPI's constants MPI_MODE_…
 */
public record OpenMode(int bits) {
    private static final int CREATE = 1;
    private static final int RDONLY = 2;
    private static final int WRONLY = 4;
    private static final int RDWR = 8;
    private static final int DELETE_ON_CLOSE = 16;
    private static final int EXCL = 64;
    private static final int APPEND = 128;
    private static final int SEQUENTIAL = 256;
    private static final int ALL = 511;

    private boolean has(int bit) {
        return (bits & bit) != 0;
    }

    /** Returns why the combination is not allowed (MPI_ERR_AMODE), or null. */
    public String objection() {
        if ((bits & ~ALL) != 0) {
            return "mode " + bits + " has unknown bits";
        }
        if (Integer.bitCount(bits & (RDONLY | WRONLY | RDWR)) != 1) {
            return "mode " + bits + " needs one of MODE_RDONLY, MODE_WRONLY and MODE_RDWR";
        }
        if (has(RDONLY) && (has(CREATE) || has(EXCL))) {
            return "MODE_RDONLY excludes MODE_CREATE and MODE_EXCL";
        }
        return has(RDWR) && has(SEQUENTIAL) ? "MODE_RDWR excludes MODE_SEQUENTIAL" : null;
    }

    /** Returns whether the file may be read. */
    public boolean reads() {
        return !has(WRONLY);
    }

    /** Returns whether the file may be written. */
    public boolean writes() {
        return !has(RDONLY);
    }

    /** Returns whether the file is created if it does not exist. */
    public boolean creates() {
        return has(CREATE);
    }

    /** Returns whether it is an error that a file to create exists. */
    public boolean exclusive() {
        return has(EXCL);
    }

    /** Returns whether the file pointers begin at the end of the file. */
    public boolean appends() {
        return has(APPEND);
    }

    /** Returns whether the file is deleted when it is closed. */
    public boolean deletesOnClose() {
        return has(DELETE_ON_CLOSE);
    }

    /** Returns whether only the shared file pointer may be used. */
    public boolean sequential() {
        return has(SEQUENTIAL);
    }
}
