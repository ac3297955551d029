package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.btl.openib.NodeCrew.Station;
import org.strata.opal.Rc;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ranks of a node die, also the one that the others' messages go through, with messages under way
 * and before everybody knows of it: the others lose nothing, and no link but that to the dead.
 */
final class NodeDeathsTest {
    private static final int RANKS = 6;

    /** Eight requests to a channel, 32 to an initiator, and five peers that want them all. */
    private static final String FEW = "X,2048,8,6,2,8:X,65536,8,6,2,8";

    private static final String MANY = "X,2048,64,48,16,32:X,65536,64,48,16,16";

    /** A request to a dead adapter is given up after 17 ms, a connection after half a second. */
    private static final String[] IMPATIENT = {
        "ib-timeout", "12", "ib-retry-count", "0", "connect-timeout", "0.5"
    };

    private NodeCrew crew;

    @AfterEach
    void close() {
        crew.close();
    }

    private void open(String queues, String... changes) {
        crew = new NodeCrew(RANKS, 0, queues, Settings.and(IMPATIENT, changes));
    }

    /** Rank 0 first talks with rank 1, which so carries the lane to the node. */
    private Station meet() {
        Station one = crew.stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            int to = peer;
            crew.until("room", () -> one.send(to, NodeCrew.SHORT));
            crew.until("its arrival", () -> crew.stations.get(to).received[0] == 1);
        }
        assertThat(one.count("node_peers")).isEqualTo(RANKS - 1);
        return one;
    }

    /** Sends until nothing goes any more: every request of the initiator is under way. */
    private static int fill(Station one, Set<Integer> peers, int bytes) {
        int count = 0;
        for (boolean more = true; more; ) {
            more = false;
            for (int peer : peers) {
                boolean sent = one.sent[peer] < 400 && one.send(peer, bytes);
                more |= sent;
                count += sent ? 1 : 0;
            }
        }
        return count;
    }

    /** All that live have got what was sent to them; nobody has lost but the dead. */
    private void settle(int messages, Set<Integer> dead) {
        crew.exchange(messages, NodeCrew.SHORT);
        crew.living().forEach(each -> dead.forEach(peer -> loseSight(each, peer)));
        for (Station each : crew.living()) {
            assertThat(each.lost.keySet()).as("lost by %d", each.rank).isEqualTo(dead);
        }
        part();
    }

    /**
     * Whoever sends to the dead learns of its end; one without credits, whose messages wait, does
     * as over queue pairs of its own: from whoever ends the job, for which the test stands.
     */
    private void loseSight(Station one, int dead) {
        for (int i = 0; i < 2_000 && !one.lost.containsKey(dead); i++) {
            one.offer(dead, NodeCrew.SHORT);
            crew.step();
        }
        one.to(dead).connection().fail("a test");
        crew.until("the loss of " + dead, () -> one.lost.containsKey(dead));
        assertThat(one.offer(dead, NodeCrew.SHORT)).isEqualTo(Rc.LINK_FAILED);
    }

    /** When the last peer is gone, no initiator and no request of one is left. */
    private void part() {
        for (Station each : crew.living()) {
            crew.until("idle", () -> each.btl.flushed());
            assertThat(each.btl.nodes().requests()).as("requests of %d", each.rank).isZero();
        }
        for (Station each : crew.living()) {
            for (int peer = 0; peer < RANKS; peer++) {
                if (peer != each.rank) {
                    each.btl.removePeer(each.to(peer));
                }
            }
        }
        for (Station each : crew.living()) {
            crew.until("the end of the lanes", () -> each.count("node_initiators") == 0);
            assertThat(each.count("node_peers")).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({FEW_SHORT, FEW_LONG, MANY_SHORT, MANY_LONG})
    void theCarrierDiesWithMessagesUnderWay(boolean few, int bytes) {
        open(few ? FEW : MANY);
        Station one = meet();
        assertThat(fill(one, Set.of(1, 2, 3, 4, 5), bytes)).isGreaterThan(RANKS);
        crew.stations.get(1).die();
        settle(500, Set.of(1));
    }

    private static final String FEW_SHORT = "true," + NodeCrew.SHORT;
    private static final String FEW_LONG = "true," + NodeCrew.LONG;
    private static final String MANY_SHORT = "false," + NodeCrew.SHORT;
    private static final String MANY_LONG = "false," + NodeCrew.LONG;

    @ParameterizedTest
    @CsvSource({FEW_SHORT, FEW_LONG, MANY_SHORT, MANY_LONG})
    void oneThatCarriesNothingDiesWithMessagesUnderWay(boolean few, int bytes) {
        open(few ? FEW : MANY);
        Station one = meet();
        assertThat(fill(one, Set.of(1, 2, 3, 4, 5), bytes)).isGreaterThan(RANKS);
        crew.stations.get(3).die();
        settle(500, Set.of(3));
    }

    /** So many polls after the others have asked for the lane; none of them has sent anything. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 6, 8})
    void theCarrierDiesWhileTheOthersWaitForTheLane(int steps) {
        open(FEW);
        Station one = crew.stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            assertThat(one.send(peer, NodeCrew.SHORT)).isTrue();
        }
        for (int i = 0; i < steps; i++) {
            crew.step();
        }
        crew.stations.get(1).die();
        settle(30, Set.of(1));
    }

    /**
     * The lane has broken, its peers have not been told, and the link to the carrier is lost: what
     * they are told must be the loss. The two come in either order, and so many polls apart.
     */
    @ParameterizedTest
    @CsvSource({"true,0", "true,1", "true,2", "true,3", "false,0", "false,1", "false,2", "false,3"})
    void theCarrierIsLostBeforeItsPeersAreToldOfABreak(boolean breakFirst, int steps) {
        open(FEW);
        Station one = meet();
        fill(one, Set.of(1, 2, 3, 4, 5), NodeCrew.SHORT);
        Runnable breakLane =
                () -> {
                    Channel[] ways = one.to(2).channels();
                    if (ways.length > 0) {
                        one.adapter().failQp(ways[0].pairs().sending());
                    }
                };
        Runnable lose =
                () -> {
                    crew.stations.get(1).die();
                    one.to(1).connection().fail("a test");
                };
        (breakFirst ? breakLane : lose).run();
        for (int i = 0; i < steps; i++) {
            crew.step();
        }
        (breakFirst ? lose : breakLane).run();
        settle(500, Set.of(1));
    }

    /** The next carrier dies while the peers move to it. */
    @Test
    void oneCarrierAfterTheOtherDies() {
        open(FEW, "max-reconnects", "20");
        Station one = meet();
        fill(one, Set.of(1, 2, 3, 4, 5), NodeCrew.LONG);
        crew.stations.get(1).die();
        crew.until("another lane", () -> one.lost.containsKey(1) || initiators(one) > 2);
        crew.stations.get(2).die();
        crew.until("another lane", () -> one.lost.containsKey(2) || initiators(one) > 4);
        crew.stations.get(3).die();
        settle(500, Set.of(1, 2, 3));
    }

    private static long initiators(Station one) {
        return one.count("node_initiators");
    }

    /** Deaths and breaks at any time. {@code -Dseed} and {@code -Dplans} choose. */
    @Test
    void whoeverDiesWhenever() {
        long first = Long.getLong("seed", 1);
        for (long seed = first; seed < first + Integer.getInteger("plans", 60); seed++) {
            try {
                random(seed);
            } catch (Throwable e) {
                throw new AssertionError("failed; repeat it with -Dseed=" + seed + " -Dplans=1", e);
            }
        }
    }

    /**
     * 114: a former peer of the lane dies, and nobody else of its node needs one but the carrier.
     */
    @ParameterizedTest
    @ValueSource(longs = 114)
    void plansThatFailedOnce(long seed) {
        random(seed);
    }

    private void random(long seed) {
        Random random = new Random(seed);
        String queues = random.nextBoolean() ? FEW : MANY;
        String[] changes = {
            "max-reconnects",
            "1000",
            "connect-retry-delay",
            "0.1",
            "xrc-domain-ranks",
            "" + 3 * random.nextInt(2),
            "srq-credits",
            random.nextBoolean() ? "demand" : "share"
        };
        close(crew);
        crew = new NodeCrew(RANKS, 1 + seed, queues, Settings.and(IMPATIENT, changes));
        int deaths = 1 + random.nextInt(3);
        int messages = 0;
        Set<Integer> dead = new TreeSet<>();
        while (dead.size() < deaths) {
            messages += 1 + random.nextInt(40);
            int bytes = random.nextBoolean() ? NodeCrew.SHORT : NodeCrew.LONG;
            for (int i = random.nextInt(60); i > 0; i--) {
                crew.sendAll(messages, bytes);
                crew.step();
                if (random.nextInt(40) == 0) {
                    breakOne(random);
                }
            }
            Station victim = crew.stations.get(random.nextInt(RANKS));
            if (victim.alive()) {
                victim.die();
                dead.add(victim.rank);
            }
        }
        settle(messages + 20, dead);
    }

    private void breakOne(Random random) {
        Station one = crew.stations.get(random.nextInt(RANKS));
        int peer = random.nextInt(RANKS);
        if (!one.alive() || peer == one.rank) {
            return;
        }
        Channel[] ways = one.to(peer).channels();
        if (ways.length > 0) {
            one.adapter().failQp(ways[random.nextInt(ways.length)].pairs().sending());
        }
    }

    private static void close(NodeCrew before) {
        if (before != null) {
            before.close();
        }
    }
}
