package org.strata.io.posix;

import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.IoView;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.TagTurns;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

import java.util.Map;

/**
 * An open file of one rank.
 *
 * <p>Access by this rank alone happens before the call returns, in the calling thread, also where
 * MPI calls it non-blocking: it is a copy from or to the page cache, which no other thread would
 * make faster. The thread is outside of the bracket, but makes progress now and then, for the other
 * ranks. Access that waits for other ranks goes on in progress, which posts its messages, and in
 * {@link IoThreads}, which transfer its data.
 *
 * <p>File pointers are positions: they count visible bytes, not units of the view.
 */
final class PosixIoFile implements IoFile {
    private static final IoView PLAIN = new IoView(0, DataLayouts.BYTE, DataLayouts.BYTE, false);

    private final FileComm comm;
    private final DiskFile file;
    private final OpenMode mode;
    private final SharedPointer shared;
    private final FileStaging staging = new FileStaging();

    /** Accesses the file in the program's threads. */
    private final LocalAccess local;

    /** Accesses it in the background. */
    private final LocalAccess background;

    /**
     * Pairs with PosixIoFile.setView; threads that access the file at that time get the one or the
     * other.
     */
    private volatile ViewMap view = new ViewMap(PLAIN);

    /** Pairs with PosixIoFile.setHints. */
    private volatile FileHints hints;

    /** Pairs with PosixIoFile.setHints. */
    private volatile int[] aggregators;

    /** Pairs with PosixIoFile.atomic. */
    private volatile boolean atomic;

    /** The individual file pointer; guarded by this object's monitor. */
    private long position;

    /** Of the collective accesses. Inside the bracket. */
    private final TagTurns turns;

    /**
     * @param firstTurn number of the first collective access: 0, or what a test begins with
     */
    PosixIoFile(
            FileComm comm,
            DiskFile file,
            OpenMode mode,
            FileHints hints,
            SharedPointer shared,
            long firstTurn)
            throws IoFailure {
        this.comm = comm;
        this.file = file;
        this.mode = mode;
        this.hints = hints;
        this.aggregators = Aggregators.choose(comm.context(), hints.cbNodes());
        this.shared = shared;
        this.local = new LocalAccess(file, staging, comm::serve);
        this.background = new LocalAccess(file, staging, Pause.NONE);
        this.turns = new TagTurns(MessageGroup.TURNS, firstTurn);
        long[] start = {0};
        comm.exchanges().together(() -> start[0] = mode.appends() ? file.length() : 0);
        position = start[0];
        enter();
        try {
            shared.set(start[0]);
            shared.open();
        } finally {
            exit();
        }
    }

    private void enter() {
        comm.engine().enter();
    }

    private void exit() {
        comm.engine().exit();
    }

    @Override
    public OpenMode mode() {
        return mode;
    }

    // ---- Data access.

    @Override
    public PmlRequest start(IoAccess access, long offset, Buf data) {
        long bytes = data.size();
        return switch (access.pointer()) {
            case EXPLICIT -> startAt(access, offset * view.unit(), data);
            case INDIVIDUAL -> startAt(access, advance(bytes), data);
            case SHARED -> access.collective() ? ordered(access, data) : shared(access, data);
        };
    }

    private PmlRequest startAt(IoAccess access, long from, Buf data) {
        return access.collective()
                ? together(plan(access, from, background), data)
                : FileRequest.of(() -> plan(access, from, local).alone(data));
    }

    private AccessPlan plan(IoAccess access, long from, LocalAccess by) {
        boolean write = access.writes();
        return new AccessPlan(file, by, staging, view, hints, aggregators, atomic, write, from);
    }

    /** Advances the individual file pointer; returns where it was (MPI 3.1 §13.4.1). */
    private synchronized long advance(long bytes) {
        long before = position;
        position += bytes;
        return before;
    }

    private PmlRequest together(AccessPlan plan, Buf data) {
        enter();
        try {
            CollectiveAccess request = new CollectiveAccess(comm, plan, turns.take(1));
            request.start(data, comm.context());
            return request;
        } finally {
            exit();
        }
    }

    private PmlRequest shared(IoAccess access, Buf data) {
        enter();
        try {
            SharedPointer.Advance advance = shared.advance(data.size());
            SharedAccess request =
                    new SharedAccess(
                            comm.engine(),
                            comm.threads(),
                            advance,
                            (buf, from) -> plan(access, from, background).alone(buf));
            request.start(comm.accesses(), data, comm.context());
            return request;
        } finally {
            exit();
        }
    }

    /** Accesses the file in the order of the ranks, each where the lower ones end. */
    private PmlRequest ordered(IoAccess access, Buf data) {
        return FileRequest.of(() -> {
            long[] all = comm.exchanges().gather(data.size());
            long before = 0;
            long total = 0;
            for (int rank = 0; rank < all.length; rank++) {
                before += rank < comm.context().rank() ? all[rank] : 0;
                total += all[rank];
            }
            long mine = comm.exchanges().isFirst() ? advanceShared(total) : 0;
            long start = comm.exchanges().first(mine)[0];
            return plan(access, start + before, local).alone(data);
        });
    }

    // ---- View and file pointers.

    @Override
    public void setView(IoView wanted) throws IoFailure {
        comm.exchanges().requireSame("data representations", wanted.external() ? 1 : 0);
        comm.exchanges().requireSame("sizes of the etype", wanted.etype().size());
        view = new ViewMap(wanted);
        seekTo(0);
        setShared(0);
    }

    @Override
    public IoView view() {
        return view.view();
    }

    @Override
    public synchronized long position() {
        return position / view.unit();
    }

    @Override
    public void seek(long offset) {
        seekTo(offset * view.unit());
    }

    private synchronized void seekTo(long to) {
        position = to;
    }

    @Override
    public long sharedPosition() throws IoFailure {
        return advanceShared(0) / view.unit();
    }

    private long advanceShared(long bytes) throws IoFailure {
        enter();
        try {
            SharedPointer.Advance advance = shared.advance(bytes);
            comm.engine().waitFor(advance);
            advance.end();
            if (advance.rc() != Rc.OK) {
                throw new IoFailure(advance.rc(), null);
            }
            return advance.before();
        } finally {
            exit();
        }
    }

    @Override
    public void seekShared(long offset) throws IoFailure {
        comm.exchanges().requireSame("offsets", offset);
        setShared(offset * view.unit());
    }

    /** Sets the shared pointer; no member accesses the file at the old one after this call. */
    private void setShared(long to) throws IoFailure {
        comm.exchanges().barrier();
        enter();
        try {
            shared.set(to);
        } finally {
            exit();
        }
        comm.exchanges().barrier();
    }

    @Override
    public long end() throws IoFailure {
        return view.unitsBelow(file.length());
    }

    @Override
    public long byteOffset(long offset) {
        return view.offset(offset * view.unit());
    }

    // ---- The file as a whole.

    @Override
    public long size() throws IoFailure {
        return file.length();
    }

    @Override
    public void resize(long size) throws IoFailure {
        comm.exchanges().requireSame("sizes", size);
        comm.exchanges().atFirst(() -> file.resize(size));
    }

    @Override
    public void preallocate(long size) throws IoFailure {
        comm.exchanges().requireSame("sizes", size);
        comm.exchanges()
                .atFirst(() -> {
                    if (size > 0) {
                        comm.inBackground(() -> file.allocate(size));
                    }
                });
    }

    @Override
    public void sync() throws IoFailure {
        comm.exchanges().together(mode.writes() ? () -> comm.inBackground(file::sync) : () -> {});
    }

    @Override
    public void setAtomic(boolean on) throws IoFailure {
        comm.exchanges().requireSame("values of atomicity", on ? 1 : 0);
        comm.exchanges().barrier();
        atomic = on;
    }

    @Override
    public boolean atomic() {
        return atomic;
    }

    @Override
    public void setHints(Map<String, String> more) throws IoFailure {
        FileHints wanted = hints.with(more, comm.context().size());
        FileHints agreed = wanted.with(comm.exchanges().first(wanted.common()));
        aggregators = Aggregators.choose(comm.context(), agreed.cbNodes());
        hints = agreed;
    }

    @Override
    public Map<String, String> hints() {
        return hints.toMap();
    }

    @Override
    public void close() throws IoFailure {
        awaitAccesses();
        comm.exchanges().barrier();
        enter();
        try {
            shared.close();
        } finally {
            exit();
        }
        comm.exchanges()
                .together(() -> {
                    comm.inBackground(file::close);
                    if (mode.deletesOnClose() && comm.exchanges().isFirst()) {
                        DiskFile.delete(file.path());
                    }
                });
    }

    /** Waits for the accesses that the program has begun: the descriptor is about to be reused. */
    private void awaitAccesses() {
        enter();
        try {
            comm.engine().waitFor(comm.accesses()::isEmpty);
        } finally {
            exit();
        }
    }
}
