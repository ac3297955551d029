package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.AnyArguments;

/**
 * No argument makes a call throw anything but MPIException, or what its documentation names: here
 * on communicators of four, whose collectives are local; as jobs of one and of two in tests/system.
 */
class AnyArgumentsTest {
    private static final int CALLS = 25;

    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void onlyTheApisExceptions(long seed) throws ReflectiveOperationException {
        Op first = new Op(new Nothing(), true);
        Op second = new Op(new Nothing(), false);
        assertThat(AnyArguments.run(seed, CALLS, "COMM_WORLD", first, second)).isEmpty();
    }

    private static final class Nothing extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {}
    }
}
