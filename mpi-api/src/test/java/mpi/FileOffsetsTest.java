package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.IoView;
import org.strata.mca.io.OpenMode;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Which offsets of a view stand for bytes that a file can have. */
class FileOffsetsTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    private static final IoAccess READ = new IoAccess(false, IoAccess.Pointer.EXPLICIT, false);
    private static final String CALL = "MPI_File_read_at";

    /** What the file in the stack was asked for. */
    private final List<String> calls = new ArrayList<>();

    /** Returns an open file whose accesses end at once, and transfer nothing. */
    private OpenFile file(DataLayout etype, DataLayout filetype) {
        IoView view = new IoView(0, etype, filetype, false);
        IoFile io =
                (IoFile)
                        Proxy.newProxyInstance(
                                IoFile.class.getClassLoader(),
                                new Class<?>[] {IoFile.class},
                                (proxy, method, args) ->
                                        switch (method.getName()) {
                                            case "mode" -> new OpenMode(8);
                                            case "view" -> view;
                                            case "start" -> started((long) args[1]);
                                            case "seek", "seekShared" -> called("seek", args[0]);
                                            case "byteOffset" -> called("byteOffset", args[0]);
                                            case "position", "sharedPosition", "end" -> 7L;
                                            default -> throw new AssertionError(method);
                                        });
        return new OpenFile(Communicator.SELF, io);
    }

    private Object started(long offset) {
        called("start", offset);
        return ProcNullRequest.INSTANCE;
    }

    private Object called(String name, Object offset) {
        calls.add(name + " " + offset);
        return 0L;
    }

    /**
     * At, below and beyond the limit of 2^62 bytes: elements of {@code unit} bytes, of which a
     * filetype shows {@code shown} in every {@code tile}.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 0x1p62",
        "8, 1, 1, 0x1p59",
        "1, 1, 16, 0x1p58",
        "8, 1, 16, 0x1p55",
        "8, 3, 48, 0x1p55",
        "1, 4, 5, 0x1p61",
        "4, 1, 4096, 0x1p48",
    })
    void offsetsUpToTheLimitAreAccessed(int unit, int shown, int tile, double limit)
            throws MPIException {
        DataLayout etype = DataLayouts.basic(unit, unit);
        DataLayout filetype =
                DataLayouts.resized(
                        DataLayouts.hvector(shown, 1, unit, etype), 0, (long) tile * unit);
        OpenFile file = file(etype, filetype);
        long most = (long) limit;
        for (long offset : new long[] {0, 1, most / 2, most - 1, most}) {
            calls.clear();
            accept(file, offset, unit);
            assertThat(calls)
                    .containsExactly(
                            "start " + offset,
                            "seek " + offset,
                            "seek " + offset,
                            "byteOffset " + offset);
        }
        calls.clear();
        for (long offset : new long[] {most + 1, 2 * most, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            if (offset < 0 || offset > most) {
                refuse(file, offset, unit);
            }
        }
        assertThat(calls).as("nothing reaches the file").isEmpty();
        FileViewCalls.seek(file, most - 7, MPI.SEEK_CUR);
        FileViewCalls.seek(file, most - 7, MPI.SEEK_END);
        assertThat(calls).containsExactly("seek " + most, "seek " + most);
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, most - 6, MPI.SEEK_CUR));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, most - 6, MPI.SEEK_END));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, -8, MPI.SEEK_CUR));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, Long.MAX_VALUE, MPI.SEEK_END));
    }

    private static void accept(OpenFile file, long offset, int unit) throws MPIException {
        FileAccessCalls.run(file, CALL, READ, offset, new byte[unit], unit, MPI.BYTE);
        FileViewCalls.seek(file, offset, MPI.SEEK_SET);
        FileViewCalls.seekShared(file, offset, MPI.SEEK_SET);
        FileViewCalls.byteOffset(file, offset);
    }

    private static void refuse(OpenFile file, long offset, int unit) {
        byte[] buf = new byte[unit];
        assertFails(
                        MPI.ERR_ARG,
                        () -> FileAccessCalls.run(file, CALL, READ, offset, buf, unit, MPI.BYTE))
                .contains("offset " + offset);
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, offset, MPI.SEEK_SET));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seekShared(file, offset, MPI.SEEK_SET));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.byteOffset(file, offset));
    }

    /** A view that shows nothing has no byte at any offset; no offset divides by its size. */
    @Test
    void aViewThatShowsNothingHasOffsets() throws MPIException {
        DataLayout nothing = DataLayouts.hvector(0, 1, 1, DataLayouts.BYTE);
        OpenFile file = file(DataLayouts.BYTE, nothing);
        FileViewCalls.seek(file, 1L << 62, MPI.SEEK_SET);
        assertThat(calls).containsExactly("seek " + (1L << 62));
        assertFails(MPI.ERR_ARG, () -> FileViewCalls.seek(file, (1L << 62) + 1, MPI.SEEK_SET));
    }
}
