package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.Map;

class InfoTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    @Test
    void pairsAreKeptInOrder() throws MPIException {
        Info info = new Info();
        info.set("b", "1");
        info.set("a", "2");
        info.set("b", "3");
        assertThat(info.size()).isEqualTo(2);
        assertThat(info.getKey(0)).isEqualTo("b");
        assertThat(info.get("b")).isEqualTo("3");
        assertThat(info.get("missing")).isNull();
        Info copy = info.clone();
        info.delete("b");
        assertThat(info.getKey(0)).isEqualTo("a");
        assertThat(copy.get("b")).isEqualTo("3");
        info.free();
        assertThat(info.isNull()).isTrue();
        assertThat(copy.dup().size()).isEqualTo(2);
    }

    @Test
    void badArgumentsAreRefused() throws MPIException {
        Info info = new Info();
        assertFails(MPI.ERR_INFO_KEY, () -> info.set("k".repeat(MPI.MAX_INFO_KEY), "v"));
        assertFails(MPI.ERR_INFO_KEY, () -> info.get(""));
        assertFails(MPI.ERR_INFO_VALUE, () -> info.set("k", "v".repeat(MPI.MAX_INFO_VAL)));
        assertFails(MPI.ERR_INFO_NOKEY, () -> info.delete("k")).contains("\"k\"");
        assertFails(MPI.ERR_INFO_KEY, () -> info.getKey(0));
        assertFails(MPI.ERR_ARG, () -> info.getKey(-1));
        assertFails(MPI.ERR_INFO, MPI.INFO_NULL::size);
        assertFails(MPI.ERR_INFO, MPI.INFO_ENV::free);
        assertThat(MPI.INFO_NULL.isNull()).isTrue();
    }

    @Test
    void environmentIsAskedOnce() throws MPIException {
        MPI.INFO_ENV.fillFrom(() -> Map.of("command", "Main"));
        assertThat(MPI.INFO_ENV.get("command")).isEqualTo("Main");
        assertThat(MPI.INFO_ENV.isNull()).isFalse();
    }

    @Test
    void communicatorsKeepHints() throws MPIException {
        Info info = new Info();
        info.set("hint", "1");
        Intracomm comm = MPI.COMM_SELF.dupWithInfo(info);
        assertThat(comm.getInfo().get("hint")).isEqualTo("1");
        assertThat(comm.dup().getInfo().get("hint")).isEqualTo("1");
        Intracomm copy = comm.dup();
        Info more = new Info();
        more.set("other", "2");
        comm.setInfo(more);
        comm.setInfo(MPI.INFO_NULL);
        assertThat(comm.getInfo().get("hint")).isEqualTo("1");
        assertThat(comm.getInfo().get("other")).isEqualTo("2");
        more.set("hint", "3");
        comm.setInfo(more);
        assertThat(comm.getInfo().get("hint")).isEqualTo("3");
        assertThat(copy.getInfo().get("hint")).isEqualTo("1");
        assertThat(copy.getInfo().size()).isEqualTo(1);
    }

    /** MPI 4.0 §7.4.4: a PML may use both together. */
    @Test
    void communicatorsAssertThatThereAreNoWildcards() throws MPIException {
        Info info = new Info();
        info.set("mpi_assert_no_any_source", "true");
        Intracomm comm = MPI.COMM_SELF.dupWithInfo(info);
        assertThat(comm.comm.context().noWildcards()).isFalse();
        info.set("mpi_assert_no_any_tag", "true");
        comm.setInfo(info);
        assertThat(comm.comm.context().noWildcards()).isTrue();
        Intracomm inherits = MPI.COMM_SELF.dupWithInfo(info);
        assertThat(inherits.comm.context().noWildcards()).isTrue();
        comm.setInfo(MPI.INFO_NULL);
        assertThat(comm.comm.context().noWildcards()).isTrue();
        info.set("mpi_assert_no_any_tag", "false");
        comm.setInfo(info);
        assertThat(comm.comm.context().noWildcards()).isFalse();
        comm.free();
        inherits.free();
    }
}
