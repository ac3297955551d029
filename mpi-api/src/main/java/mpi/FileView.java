package mpi;

/** What a process sees of a file (MPI 3.1 §13.3); {@link File#getView} returns it. */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * @param disp bytes before the view
     * @param etype unit of offsets
     * @param filetype the visible bytes, repeated
     * @param datarep representation of numbers
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /** Returns the bytes before the view. */
    public long getDisp() {
        return disp;
    }

    /** Returns the unit of offsets. */
    public Datatype getEType() {
        return etype;
    }

    /** Returns the visible bytes, which are repeated. */
    public Datatype getFileType() {
        return filetype;
    }

    /** Returns the representation of numbers. */
    public String getDataRep() {
        return datarep;
    }
}
