package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;

import java.util.Set;

/** Joining this process and another group, whose leader this test plays. */
class InterCallsTest {
    private static final String CALL = "MPI_Intercomm_create";

    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    /** What the other leader sends: its group's size and two names, then its members. */
    private long[] theirWords = {1, CommId.self(2) + 1, CommId.self(2) + 2};

    private long[] theirMembers = {2};
    private int rc = Rc.OK;

    private Communicator join() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        Communicator self = Communicator.SELF;
        int[] exchanges = {0};
        LeaderLink link =
                (out, in) -> {
                    long[] words = exchanges[0]++ == 0 ? theirWords : theirMembers;
                    System.arraycopy(words, 0, in, 0, Math.min(words.length, in.length));
                    return rc;
                };
        return InterCalls.join(self, CALL, new InterExchange(runtime, self.context(), 0, link));
    }

    private void refused(int errorClass) {
        Set<Long> before = Set.copyOf(MPI_RUNS.pml().comms);
        assertFails(errorClass, this::join);
        assertThat(MPI_RUNS.pml().comms).as("nothing is left open").isEqualTo(before);
    }

    /** Each communicator has names of its own, of both leaders; the second as the first. */
    @Test
    void theNamesAreThoseOfTheFirstGroupAndTheOwnOne() throws MPIException {
        Communicator first = join();
        theirWords = new long[] {1, CommId.self(2) + 3, CommId.self(2) + 4};
        Communicator second = join();
        for (Communicator made : new Communicator[] {first, second}) {
            CommContext context = made.context();
            assertThat(context.isInter()).isTrue();
            assertThat(context.size()).isEqualTo(1);
            assertThat(context.peer(0).rank()).isEqualTo(2);
            assertThat(CommId.process(context.identity())).as("lowest rank's").isEqualTo(1);
            assertThat(CommId.process(context.group().identity())).isEqualTo(1);
            assertThat(MPI_RUNS.pml().comms)
                    .contains(context.identity(), context.group().identity());
        }
        assertThat(
                        Set.of(
                                first.context().identity(),
                                first.context().group().identity(),
                                second.context().identity(),
                                second.context().group().identity()))
                .hasSize(4);
        theirMembers = new long[] {0};
        assertThat(join().context().identity())
                .as("process 0 is in the first group")
                .isEqualTo(theirWords[1]);
    }

    /** A leader without names left says so; the group's own names are not used up by that. */
    @Test
    void withoutANameNothingIsOpened() throws MPIException {
        theirMembers = new long[] {0};
        theirWords = new long[] {1, Rc.NO_MEMORY, CommId.self(0) + 1};
        refused(MPI.ERR_NO_MEM);
        MpiRuntime.current().names = new CommId.Namer(1, 1L << 32);
        theirWords = new long[] {1, CommId.self(0) + 1, CommId.self(0) + 2};
        refused(MPI.ERR_NO_MEM);
        theirMembers = new long[] {2};
        refused(MPI.ERR_NO_MEM);
        MpiRuntime.current().names = new CommId.Namer(1, (1L << 32) - 2);
        assertThat(join().context().size()).as("the last two names").isEqualTo(1);
        refused(MPI.ERR_NO_MEM);
    }

    @Test
    void aFailedExchangeOpensNothing() throws MPIException {
        rc = Rc.PEER_FAILED;
        refused(Errors.classOf(Rc.PEER_FAILED));
        rc = Rc.OK;
        assertThat(join().context().isInter()).isTrue();
    }

    /** What no honest leader sends. */
    @Test
    void impossibleWordsAreRefused() throws MPIException {
        long[] name = theirWords;
        for (long size : new long[] {0, -1, Long.MIN_VALUE, 1L + Proc.JOB_SPAN, Long.MAX_VALUE}) {
            theirWords = new long[] {size, name[1], name[2]};
            refused(Errors.classOf(Rc.UNREACHABLE));
        }
        theirWords = name;
        for (long member :
                new long[] {4, -1, -2, Long.MAX_VALUE, (1L << 32) + 2, Integer.MIN_VALUE}) {
            theirMembers = new long[] {member};
            refused(Errors.classOf(Rc.UNREACHABLE));
        }
        theirMembers = new long[] {1};
        refused(MPI.ERR_COMM);
        theirMembers = new long[] {0};
        for (long named : new long[] {Long.MIN_VALUE, -1L << 32, Long.MIN_VALUE + 7}) {
            theirWords = new long[] {1, named, name[2]};
            refused(Errors.classOf(Rc.UNREACHABLE));
        }
    }
}
