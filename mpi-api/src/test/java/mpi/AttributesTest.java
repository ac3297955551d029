package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.pml.CommId;
import org.strata.opal.Rc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class AttributesTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    @Test
    void valuesAreCopies() throws MPIException {
        int key = Comm.createKeyval();
        List<String> list = new ArrayList<>(List.of("a"));
        Intracomm comm = MPI.COMM_SELF.dup();
        assertThat(comm.getAttr(key)).isNull();
        comm.setAttr(key, list);
        list.add("b");
        Object first = comm.getAttr(key);
        assertThat(first).isEqualTo(List.of("a")).isNotSameAs(comm.getAttr(key));
        comm.setAttr(key, 7);
        assertThat((int) comm.getAttr(key)).isEqualTo(7);
    }

    @Test
    void duplicatesTakeThemAlong() throws MPIException {
        int key = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setAttr(key, "x");
        Intracomm copy = comm.dup();
        comm.deleteAttr(key);
        assertThat(comm.getAttr(key)).isNull();
        assertThat(copy.getAttr(key)).isEqualTo("x");
        assertThat(copy.split(0, 0).getAttr(key)).isNull();

        int typeKey = Datatype.createKeyval();
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        row.setAttr(typeKey, "row");
        assertThat(row.dup().getAttr(typeKey)).isEqualTo("row");
        row.deleteAttr(typeKey);
        assertThat(row.getAttr(typeKey)).isNull();
    }

    /** The key is still the program's: only MPI_Comm_free_keyval frees it. */
    @Test
    void aKeyOutlivesItsLastAttribute() throws MPIException {
        int key = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        int typeKey = Datatype.createKeyval();
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        for (int round = 0; round < 3; round++) {
            comm.setAttr(key, round);
            assertThat(comm.getAttr(key)).isEqualTo(round);
            comm.deleteAttr(key);
            assertThat(comm.getAttr(key)).isNull();
            comm.deleteAttr(key);
            row.setAttr(typeKey, "row" + round);
            assertThat(row.getAttr(typeKey)).isEqualTo("row" + round);
            row.deleteAttr(typeKey);
            assertThat(row.getAttr(typeKey)).isNull();
        }
        comm.setAttr(key, "freed with its communicator");
        comm.free();
        Intracomm other = MPI.COMM_SELF.dup();
        other.setAttr(key, "other");
        assertThat(other.getAttr(key)).isEqualTo("other");
        Comm.freeKeyval(key);
        assertThat(other.getAttr(key)).isEqualTo("other");
        other.deleteAttr(key);
        assertFails(MPI.ERR_KEYVAL, () -> other.getAttr(key));
        Datatype.freeKeyval(typeKey);
        assertFails(MPI.ERR_KEYVAL, () -> row.setAttr(typeKey, "late"));
    }

    /** Keys count their attributes for themselves, whatever object has them. */
    @Test
    void keysOfEveryKindAreUsedAgain() throws MPIException {
        for (Keyval.Kind kind : Keyval.Kind.values()) {
            int key = Keyval.create(kind);
            for (int round = 0; round < 2; round++) {
                Keyval.attach(key);
                Keyval.attach(key);
                Keyval.detach(key);
                Keyval.detach(key);
                Keyval.require(null, kind, key, "test");
            }
            Keyval.attach(key);
            Keyval.free(kind, key, "test");
            Keyval.attach(key);
            Keyval.detach(key);
            Keyval.require(null, kind, key, "test");
            Keyval.detach(key);
            assertFails(MPI.ERR_KEYVAL, () -> Keyval.require(null, kind, key, "test"));
            assertFails(MPI.ERR_KEYVAL, () -> Keyval.free(kind, key, "test"));
            assertThat(Keyval.create(kind)).as("a new key is no old one").isNotEqualTo(key);
        }
    }

    @Test
    void predefinedAttributes() throws MPIException {
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.TAG_UB)).isEqualTo(1_000_000);
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.HOST)).isEqualTo(MPI.PROC_NULL);
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.IO)).isEqualTo(MPI.ANY_SOURCE);
        assertThat(MPI.COMM_WORLD.getAttr(MPI.WTIME_IS_GLOBAL)).isEqualTo(false);
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.APPNUM)).isZero();
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.UNIVERSE_SIZE)).isEqualTo(4);
        assertThat((int) MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE)).isEqualTo(MPI.ERR_LASTCODE);
    }

    @Test
    void wrongKeysAreRefused() throws MPIException {
        int key = Comm.createKeyval();
        int typeKey = Datatype.createKeyval();
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.getAttr(MPI.KEYVAL_INVALID));
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.setAttr(MPI.TAG_UB, 1));
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.setAttr(typeKey, 1));
        assertFails(MPI.ERR_KEYVAL, () -> MPI.INT.getAttr(key));
        Comm.freeKeyval(key);
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.setAttr(key, 1));
        assertFails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(key));
        int other = Comm.createKeyval();
        assertThatThrownBy(() -> MPI.COMM_SELF.setAttr(other, new Object()))
                .isInstanceOf(MPIException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    /** MPI 3.1 §6.7.2: a freed key goes with the last attribute under it. */
    @Test
    void freedKeysServeUntilTheLastAttributeIsGone() throws MPIException {
        int key = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setAttr(key, "x");
        Intracomm copy = comm.dup();
        Intracomm later = comm.iDup();
        later.getRequest().waitFor();
        Comm.freeKeyval(key);
        assertFails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(key));
        assertThat(comm.getAttr(key)).isEqualTo("x");
        comm.setAttr(key, "y");
        assertThat(comm.getAttr(key)).isEqualTo("y");
        comm.deleteAttr(key);
        comm.deleteAttr(key);
        assertThat(comm.getAttr(key)).as("the key is in use on the copies").isNull();
        copy.free();
        assertThat(later.getAttr(key)).isEqualTo("x");
        later.free();
        assertFails(MPI.ERR_KEYVAL, () -> comm.getAttr(key));
    }

    @Test
    void theLastAttributeTakesAFreedKeyAlong() throws MPIException {
        int deleted = Comm.createKeyval();
        int closed = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setAttr(deleted, 1);
        comm.setAttr(deleted, 2);
        comm.setAttr(closed, 1);
        Comm.freeKeyval(deleted);
        Comm.freeKeyval(closed);
        comm.deleteAttr(deleted);
        assertFails(MPI.ERR_KEYVAL, () -> comm.getAttr(deleted));
        assertFails(MPI.ERR_KEYVAL, () -> comm.setAttr(deleted, 3));
        comm.free();
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.getAttr(closed));
    }

    /** The duplicate's attributes go with it, or the freed key would never go. */
    @Test
    void aDuplicateThatFailsKeepsNoKey() throws MPIException {
        int key = Comm.createKeyval();
        int worldKey = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setAttr(key, "x");
        MPI.COMM_WORLD.setAttr(worldKey, "y");
        MpiRuntime.current().names = new CommId.Namer(1, 1L << 32);
        assertThatThrownBy(comm::dup).isInstanceOf(MPIException.class);
        MPI_RUNS.coll().bcastCode = Rc.UNREACHABLE;
        assertThatThrownBy(MPI.COMM_WORLD::dup).isInstanceOf(MPIException.class);
        Intracomm unmade = comm.iDup();
        assertThatThrownBy(() -> unmade.getRequest().waitFor()).isInstanceOf(MPIException.class);
        Comm.freeKeyval(key);
        Comm.freeKeyval(worldKey);
        comm.deleteAttr(key);
        MPI.COMM_WORLD.deleteAttr(worldKey);
        assertFails(MPI.ERR_KEYVAL, () -> comm.getAttr(key));
        assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_WORLD.getAttr(worldKey));
    }

    @Test
    void freedKeysOfDatatypes() throws MPIException {
        int key = Datatype.createKeyval();
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        row.setAttr(key, "row");
        Datatype copy = row.dup();
        Datatype.freeKeyval(key);
        row.free();
        assertThat(copy.getAttr(key)).isEqualTo("row");
        copy.free();
        assertFails(MPI.ERR_KEYVAL, () -> MPI.INT.getAttr(key));
    }

    @Test
    void errorsAreTheCommunicators() throws MPIException {
        int typeKey = Datatype.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        Communicator.WORLD.setErrorHandler(MPI.ERRORS_ARE_FATAL);
        assertFails(MPI.ERR_KEYVAL, () -> comm.getAttr(typeKey));
        assertFails(MPI.ERR_KEYVAL, () -> comm.setAttr(typeKey, 1));
        assertFails(MPI.ERR_KEYVAL, () -> comm.deleteAttr(typeKey));
    }
}
