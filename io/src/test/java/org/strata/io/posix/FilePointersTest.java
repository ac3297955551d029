package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoAccess.Pointer;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.IoView;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeRank;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Where accesses begin, in units of the view, and the calls that say so. */
class FilePointersTest {
    private static final int CREATE = 1;
    private static final int READ_WRITE = 8;
    private static final int DELETE_ON_CLOSE = 16;
    private static final int APPEND = 128;
    private static final String[] HOSTS = {"node", "node", "node"};

    /** Bytes of the etype. */
    private static final int UNIT = 4;

    @TempDir private Path directory;

    private static Buf data(int units, int value) {
        byte[] bytes = new byte[units * UNIT];
        Arrays.fill(bytes, (byte) value);
        return new Buf(bytes, 0, bytes.length, DataLayouts.BYTE);
    }

    private static void write(
            FakeRank rank, IoFile file, Pointer pointer, boolean together, long at, Buf data) {
        PmlRequest request = file.start(new IoAccess(true, pointer, together), at, data);
        rank.engine().waitFor(request);
        assertThat(request.error).isEqualTo(Rc.OK);
        assertThat(request.bytes).isEqualTo(data.size());
        request.release();
    }

    private static void view(IoFile file, long displacement) throws IoFailure {
        var etype = DataLayouts.basic(UNIT, UNIT);
        file.setView(new IoView(displacement, etype, etype, false));
    }

    @Test
    void eachRankHasAPointerOfItsOwn() {
        String path = directory.resolve("own").toString();
        FileRanks.run(
                HOSTS,
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path, new OpenMode(CREATE | READ_WRITE), Map.of());
                    view(file, 100);
                    assertThat(file.position()).isZero();
                    file.seek(10L * comm.rank());
                    write(rank, file, Pointer.INDIVIDUAL, false, 0, data(3, 1));
                    write(rank, file, Pointer.INDIVIDUAL, true, 0, data(2, 1));
                    assertThat(file.position()).isEqualTo(10L * comm.rank() + 5);
                    write(rank, file, Pointer.EXPLICIT, false, 50, data(1, 1));
                    assertThat(file.position()).isEqualTo(10L * comm.rank() + 5);
                    assertThat(file.byteOffset(7)).isEqualTo(100 + 7 * UNIT);
                    view(file, 0);
                    assertThat(file.position()).as("in a new view").isZero();
                    file.close();
                });
        assertThat(Path.of(path)).hasSize(100 + 51 * UNIT);
    }

    /** Ranks follow one another, and a new view begins at its start. */
    @Test
    void oneSharedPointerServesAll() throws Exception {
        Path path = directory.resolve("shared");
        FileRanks.run(
                HOSTS,
                64,
                (rank, comm, io) -> {
                    IoFile file =
                            io.open(
                                    comm,
                                    path.toString(),
                                    new OpenMode(CREATE | READ_WRITE),
                                    Map.of());
                    view(file, 0);
                    assertThat(file.sharedPosition()).isZero();
                    file.seekShared(5);
                    assertThat(file.sharedPosition()).isEqualTo(5);
                    int mine = comm.rank() + 1;
                    write(rank, file, Pointer.SHARED, true, 0, data(mine, mine));
                    write(rank, file, Pointer.SHARED, true, 0, data(1, mine + 10));
                    file.sync();
                    assertThat(file.sharedPosition()).isEqualTo(5 + 6 + 3);
                    assertThat(file.end()).isEqualTo(14);
                    view(file, 8);
                    assertThat(file.sharedPosition()).isZero();
                    assertThat(file.end()).isEqualTo(12);
                    file.close();
                });
        byte[] all = Files.readAllBytes(path);
        int[] owners = {0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 11, 12, 13};
        assertThat(all).hasSize(owners.length * UNIT);
        for (int i = 0; i < all.length; i++) {
            assertThat(all[i]).isEqualTo((byte) owners[i / UNIT]);
        }
    }

    /** Both kinds of pointer begin at the end of the file. */
    @Test
    void anAppendingFileBeginsAtItsEnd() throws Exception {
        Path path = Files.write(directory.resolve("appended"), new byte[40]);
        FileRanks.run(
                HOSTS,
                64,
                (rank, comm, io) -> {
                    OpenMode mode = new OpenMode(READ_WRITE | APPEND);
                    IoFile file = io.open(comm, path.toString(), mode, Map.of());
                    assertThat(file.mode()).isEqualTo(mode);
                    assertThat(file.position()).isEqualTo(40);
                    assertThat(file.sharedPosition()).isEqualTo(40);
                    file.close();
                });
    }

    @Test
    void sizesAreThoseOfTheFile() throws Exception {
        Path path = directory.resolve("sized");
        FileRanks.run(
                HOSTS,
                64,
                (rank, comm, io) -> {
                    OpenMode mode = new OpenMode(CREATE | READ_WRITE | DELETE_ON_CLOSE);
                    IoFile file = io.open(comm, path.toString(), mode, Map.of());
                    file.preallocate(0);
                    assertThat(file.size()).isZero();
                    file.preallocate(10_000);
                    assertThat(file.size()).isEqualTo(10_000);
                    file.resize(6);
                    assertThat(file.size()).isEqualTo(6);
                    view(file, 1);
                    assertThat(file.end()).as("a unit that is cut counts").isEqualTo(2);
                    file.setAtomic(true);
                    assertThat(file.atomic()).isTrue();
                    file.close();
                });
        assertThat(path).doesNotExist();
    }

    @Test
    void viewsMustAgree() {
        String path = directory.resolve("views").toString();
        FileRanks.run(
                HOSTS,
                64,
                (rank, comm, io) -> {
                    IoFile file = io.open(comm, path, new OpenMode(CREATE | READ_WRITE), Map.of());
                    var etype = comm.rank() == 1 ? DataLayouts.BYTE : DataLayouts.basic(4, 4);
                    IoFailure sizes =
                            catchThrowableOfType(
                                    IoFailure.class,
                                    () -> file.setView(new IoView(0, etype, etype, false)));
                    assertThat(sizes.rc()).isEqualTo(Rc.NOT_SAME);
                    assertThat(sizes).hasMessageContaining("sizes of the etype");
                    boolean external = comm.rank() == 1;
                    IoView view = new IoView(0, DataLayouts.BYTE, DataLayouts.BYTE, external);
                    IoFailure representations =
                            catchThrowableOfType(IoFailure.class, () -> file.setView(view));
                    assertThat(representations.rc()).isEqualTo(Rc.NOT_SAME);
                    assertThat(representations).hasMessageContaining("data representations");
                    assertThat(file.view().etype().size()).as("as before").isEqualTo(1);
                    file.close();
                });
    }
}
