package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Before Init, between, and after Finalize. */
class LifeCycleTest {
    private final LocalMpi mpi = new LocalMpi(MPI.THREAD_SERIALIZED);

    @AfterEach
    void forget() {
        MPI.forget();
    }

    private static void assertRefused(String message, ThrowingCallable... calls) {
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(MPIException.class).hasMessage(message);
        }
    }

    private static ThrowingCallable[] guarded() {
        return new ThrowingCallable[] {
            MPI.INT::getSize,
            MPI.COMM_WORLD::getRank,
            MPI.COMM_WORLD::barrier,
            () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0),
            MPI::wtime,
            MPI::wtick,
            MPI::getProcessorName,
            MPI::queryThread,
            MPI::isThreadMain,
            MPI::detachBuffer,
            MPI::Finalize,
            MPI.GROUP_EMPTY::getSize,
            MPI.REQUEST_NULL::waitFor,
            () -> Datatype.createContiguous(1, MPI.INT)
        };
    }

    @Test
    void beforeInit() throws MPIException {
        assertRefused("MPI is not initialized.", guarded());
        assertThat(MPI.isInitialized()).isFalse();
        assertThat(MPI.isFinalized()).isFalse();
        assertThat(MPI.getVersion().getVersion()).isEqualTo(3);
        assertThat(MPI.getVersion().getSubVersion()).isEqualTo(1);
        assertThat(MPI.getLibVersion()).startsWith("Strata");
        assertThat(MPI.COMM_WORLD.isNull()).isTrue();
        assertThat(MPI.INT.isNull()).isFalse();
        assertThat(MPI.SUM.isNull()).isFalse();
        MPI.pControl(1, null);
    }

    @Test
    void running() throws MPIException {
        mpi.beforeEach(null);
        assertThat(MPI.isInitialized()).isTrue();
        assertThat(MPI.isFinalized()).isFalse();
        assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_SERIALIZED);
        assertThat(MPI.isThreadMain()).isTrue();
        assertThat(MPI.getProcessorName()).isEqualTo("node0");
        double before = MPI.wtime();
        assertThat(MPI.wtime()).isGreaterThanOrEqualTo(before);
        assertThat(MPI.wtick()).isPositive();
        assertRefused("MPI is already initialized.", () -> MPI.Init(new String[0]));
        mpi.afterEach(null);
    }

    @Test
    void afterFinalize() throws MPIException {
        mpi.beforeEach(null);
        Request freed = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, 1, 0);
        freed.free();
        MPI.attachBuffer(new byte[10]);
        MPI.Finalize();
        assertThat(mpi.pml().flushes).isEqualTo(1);
        assertThat(mpi.pml().live).as("the receive that no message matched").isEqualTo(1);
        assertRefused("MPI is finalized.", guarded());
        assertRefused("MPI is finalized.", () -> MPI.Init(new String[0]));
        assertThat(MPI.isInitialized()).isTrue();
        assertThat(MPI.isFinalized()).isTrue();
        mpi.afterEach(null);
    }

    @Test
    void constantsAreNotInlined() throws IllegalAccessException {
        for (Field field : MPI.class.getFields()) {
            assertThat(Modifier.isFinal(field.getModifiers())).isTrue();
            assertThat(field.get(null)).as(field.getName()).isNotNull();
        }
        assertThat(MPI.ERR_LASTCODE).isEqualTo(92);
        assertThat(MPI.ERR_SYSRESOURCE).isZero();
        assertThat(MPI.DISPLACEMENT_CURRENT).isEqualTo(-54278278);
    }
}
