package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.testkit.sim.SimLimits;
import org.strata.testkit.sim.SimRdma;
import org.strata.testkit.sim.SimWorld;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Communicators that several threads of each rank make at once, in any order between communicators
 * (MPI 4.1 §6.4.2, §11.6): no creation waits for one of another communicator, and no message of one
 * communicator arrives on another. Seeds and plans as in {@link SimulationTest}.
 */
class CreationsTest {
    private static final int WORD = 8;

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void creationsByManyThreadsAreIndependent() {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", 60);
        for (long seed = first; seed < first + plans; seed++) {
            try {
                run(seed);
            } catch (Throwable e) {
                String replay = "failed; repeat it with -Psim -Dseed=" + seed + " -Dplans=1";
                throw new AssertionError(replay, e);
            }
        }
    }

    private static void run(long seed) {
        SimWorld world = new SimWorld(seed);
        Random random = world.random();
        int ranks = 1 + random.nextInt(8);
        int lanes = 1 + random.nextInt(4);
        int rounds = 1 + random.nextInt(5);
        SimLimits limits =
                random.nextBoolean()
                        ? SimLimits.roomy()
                        : new SimLimits(160, 192, 2, 2, 3000, 0.1, 1000, SimRdma.NONE);
        try (CreationsJob job = new CreationsJob(world, ranks, limits)) {
            int[] lanesDone = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                long own = random.nextLong();
                job.add(rank, "main", all -> main(job, all, seed, own, lanes, rounds, lanesDone));
            }
            job.run();
            assertThat(lanesDone).containsOnly(lanes + 1);
        }
    }

    /** Makes a communicator for each lane, then is the lane of duplications without blocking. */
    private static void main(
            CreationsJob job,
            Intracomm world,
            long seed,
            long own,
            int lanes,
            int rounds,
            int[] lanesDone)
            throws MPIException {
        int rank = world.getRank();
        for (int lane = 0; lane < lanes; lane++) {
            Intracomm base = world.dup();
            long laneSeed = seed * 31 + lane;
            job.add(
                    rank,
                    "lane " + lane,
                    any -> {
                        new Lane(base, laneSeed).run(rounds);
                        lanesDone[rank]++;
                    });
        }
        duplications(world, new Random(own), rounds);
        lanesDone[rank]++;
    }

    /** Every rank begins duplications of many communicators in an order of its own. */
    private static void duplications(Intracomm world, Random own, int count) throws MPIException {
        List<Intracomm> bases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bases.add(world.dup());
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            order.add(i);
        }
        boolean oneByOne = world.getRank() == 0;
        if (!oneByOne) {
            Collections.shuffle(order, own);
        }
        Intracomm[] copies = new Intracomm[count];
        for (int i : order) {
            copies[i] = bases.get(i).iDup();
            if (oneByOne) {
                copies[i].getRequest().waitFor();
            }
        }
        Collections.shuffle(order, own);
        for (int i : order) {
            if (!oneByOne) {
                copies[i].getRequest().waitFor();
            }
        }
        for (int i = 0; i < count; i++) {
            verify(copies[i], 5000 + i);
            copies[i].free();
        }
    }

    /**
     * Checks that messages of a communicator are its own: each member sends to its right neighbour,
     * who takes whatever comes on this communicator first.
     */
    private static void verify(Intracomm comm, int token) throws MPIException {
        int size = comm.getSize();
        int rank = comm.getRank();
        int[] sum = {token};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0]).isEqualTo(token * size);
        int[] out = new int[WORD];
        Arrays.fill(out, token * 100 + rank);
        int[] in = new int[WORD];
        Request receive = comm.iRecv(in, WORD, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Request send = comm.iSend(out, WORD, MPI.INT, (rank + 1) % size, token);
        Status status = receive.waitStatus();
        send.waitFor();
        int left = (rank + size - 1) % size;
        assertThat(status.getSource()).isEqualTo(left);
        assertThat(status.getTag()).isEqualTo(token);
        assertThat(in).containsOnly(token * 100 + left);
    }

    /** What one thread of each rank does with a communicator of its own, in the same order. */
    private static final class Lane {
        private final Intracomm base;

        /** The same at all members: what is made next. */
        private final Random plan;

        private int token;

        Lane(Intracomm base, long seed) {
            this.base = base;
            this.plan = new Random(seed);
            this.token = (int) (seed & 0xff) * 1000;
        }

        void run(int rounds) throws MPIException {
            for (int round = 0; round < rounds; round++) {
                make(plan.nextInt(8));
            }
            base.free();
        }

        private void make(int kind) throws MPIException {
            token++;
            switch (kind) {
                case 0 -> end(base.dup());
                case 1 -> end(base.split(base.getRank() % (1 + plan.nextInt(3)), plan.nextInt()));
                case 2 -> end(base.create(some()));
                case 3 -> {
                    Group some = some();
                    if (some.getRank() != MPI.UNDEFINED) {
                        end(base.createGroup(some, plan.nextInt(1 << 30)));
                    } else {
                        plan.nextInt(1 << 30);
                    }
                }
                case 4 -> {
                    Intracomm copy = base.iDup();
                    copy.getRequest().waitFor();
                    end(copy);
                }
                case 5 -> twoGroups();
                case 6 -> end(base.split(base.getRank(), 0));
                default -> {
                    Intracomm outer = base.dup();
                    Intracomm inner = outer.dup();
                    outer.free();
                    end(inner);
                }
            }
        }

        private void end(Intracomm made) throws MPIException {
            if (!made.isNull()) {
                verify(made, token);
                made.free();
            }
        }

        /** Half of the members or more; the same at all of them. */
        private Group some() throws MPIException {
            List<Integer> members = new ArrayList<>();
            for (int rank = 0; rank < base.getSize(); rank++) {
                if (plan.nextInt(3) > 0) {
                    members.add(rank);
                }
            }
            if (members.isEmpty()) {
                members.add(plan.nextInt(base.getSize()));
            }
            Collections.shuffle(members, new Random(plan.nextLong()));
            return base.getGroup().incl(members.stream().mapToInt(i -> i).toArray());
        }

        private void twoGroups() throws MPIException {
            int size = base.getSize();
            if (size == 1) {
                return;
            }
            int first = 1 + plan.nextInt(size - 1);
            boolean low = base.getRank() < first;
            Intracomm half = base.split(low ? 0 : 1, 0);
            Intercomm inter = base.createIntercomm(half, 0, low ? first : 0, token);
            Comm copy = inter.dup();
            Intracomm all = ((Intercomm) copy).merge(low);
            verify(all, token);
            all.free();
            copy.free();
            inter.free();
            half.free();
        }
    }
}
