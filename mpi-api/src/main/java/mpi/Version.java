package mpi;

/** The version of the MPI standard that the library follows (MPI 3.1 §8.1.1). */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** Returns the number before the dot. */
    public int getVersion() {
        return version;
    }

    /** Returns the number after the dot. */
    public int getSubVersion() {
        return subVersion;
    }
}
