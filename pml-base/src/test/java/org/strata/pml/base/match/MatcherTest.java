package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.pml.base.PayloadPool;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Matching against a model that is two plain lists. */
class MatcherTest {
    private static final int PEERS = 4;
    private static final int TAGS = 40;

    private final PayloadPool payloads = new PayloadPool();
    private final PacketStore packets = new PacketStore(payloads);
    private final long packet = payloads.allocate(MatchHeader.LENGTH);
    private final List<MatchPeer> peers = new ArrayList<>();
    private MatchComm comm;

    MatcherTest() {
        renewPeers();
    }

    @AfterEach
    @AfterProperty
    void close() {
        payloads.close();
    }

    private long message() {
        return packets.copy(1, null, null, packet, MatchHeader.LENGTH);
    }

    private void renewPeers() {
        peers.clear();
        comm = comm(0);
        for (int rank = 0; rank < PEERS; rank++) {
            peers.add(comm.peer(rank));
        }
    }

    private MatchComm comm(int firstSequence) {
        Proc[] procs = new Proc[PEERS];
        for (int rank = 0; rank < PEERS; rank++) {
            procs[rank] = new Proc(rank, "node", rank, true);
        }
        return new MatchComm(new CommContext(0, 0, procs, 0), packets, firstSequence);
    }

    private record Wanted(int id, int source, int tag) {
        boolean takes(int from, int sent) {
            boolean anyTag = tag == Pml.ANY_TAG && sent >= 0;
            return (source == Pml.ANY_SOURCE || source == from) && (anyTag || tag == sent);
        }
    }

    private record Came(int id, int source, int tag) {}

    @Property(tries = 300)
    void matchesAsTheModelDoes(@ForAll long seed) {
        renewPeers();
        Random random = new Random(seed);
        // Until then nobody asks for messages of any source.
        int firstWild = random.nextInt(600);
        Matcher matcher = comm.matcher;
        List<Wanted> posted = new ArrayList<>();
        List<Came> kept = new ArrayList<>();
        List<Long> messages = new ArrayList<>();
        List<TestReceive> receives = new ArrayList<>();
        for (int id = 0; id < 400; id++) {
            int source = random.nextInt(PEERS);
            int drawn = random.nextInt(TAGS);
            int tag = drawn < 4 ? -2 - drawn : drawn;
            if (random.nextBoolean()) {
                boolean anySource = id >= firstWild && random.nextInt(3) == 0;
                boolean anyTag = tag >= 0 && random.nextInt(3) == 0;
                Wanted wanted =
                        new Wanted(
                                id,
                                anySource ? Pml.ANY_SOURCE : source,
                                anyTag ? Pml.ANY_TAG : tag);
                post(matcher, wanted, posted, kept, messages, receives);
            } else if (random.nextInt(10) == 0 && !posted.isEmpty()) {
                Wanted victim = posted.remove(random.nextInt(posted.size()));
                assertThat(receives.get(victim.id()).withdraw()).isTrue();
            } else {
                arrive(matcher, new Came(id, source, tag), posted, kept, messages);
            }
            while (receives.size() <= id + 1) {
                receives.add(null);
            }
            while (messages.size() <= id + 1) {
                messages.add(null);
            }
        }
    }

    private void post(
            Matcher matcher,
            Wanted wanted,
            List<Wanted> posted,
            List<Came> kept,
            List<Long> messages,
            List<TestReceive> receives) {
        Came expected = null;
        for (Came came : kept) {
            if (expected == null && wanted.takes(came.source(), came.tag())) {
                expected = came;
            }
        }
        boolean wild = wanted.source() == Pml.ANY_SOURCE;
        MatchPeer peer = wild ? null : peers.get(wanted.source());
        long found = matcher.findUnexpected(peer, wanted.tag());
        if (expected == null) {
            assertThat(found).isZero();
            TestReceive receive = new TestReceive(wanted.id());
            receive.wantedSource = wanted.source();
            receive.wantedTag = wanted.tag();
            matcher.post(receive, peer);
            set(receives, wanted.id(), receive);
            posted.add(wanted);
        } else {
            assertThat(found).isEqualTo(messages.get(expected.id()));
            assertThat(PacketStore.rank(found)).isEqualTo(expected.source());
            matcher.removeUnexpected(peers.get(expected.source()), found);
            packets.free(found);
            kept.remove(expected);
        }
    }

    private void arrive(
            Matcher matcher, Came came, List<Wanted> posted, List<Came> kept, List<Long> messages) {
        Wanted expected = null;
        for (Wanted wanted : posted) {
            if (expected == null && wanted.takes(came.source(), came.tag())) {
                expected = wanted;
            }
        }
        MatchPeer peer = peers.get(came.source());
        TestReceive matched = (TestReceive) matcher.matchPosted(peer, came.tag());
        if (expected == null) {
            assertThat(matched).isNull();
            long message = message();
            matcher.keepUnexpected(peer, came.tag(), message);
            set(messages, came.id(), message);
            kept.add(came);
        } else {
            assertThat(matched.id).isEqualTo(expected.id());
            posted.remove(expected);
        }
    }

    private static <T> void set(List<T> list, int index, T value) {
        while (list.size() <= index) {
            list.add(null);
        }
        list.set(index, value);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 1, Integer.MAX_VALUE, -1})
    void earlyPacketsWaitForTheirTurn(int first) {
        MatchPeer peer = comm(first).peer(0);
        long second = message();
        long third = message();
        assertThat(peer.sendSequence).isEqualTo(first);
        assertThat(peer.expects(first)).isTrue();
        assertThat(peer.isDuplicate(first)).isFalse();
        assertThat(peer.isDuplicate(first + 2)).as("ahead, over the wrap").isFalse();
        peer.keepEarly(first + 2, third);
        peer.keepEarly(first + 1, second);
        assertThat(peer.pollEarly()).isZero();
        peer.advance();
        assertThat(peer.isDuplicate(first)).isTrue();
        assertThat(peer.pollEarly()).isEqualTo(second);
        assertThat(peer.pollEarly()).isZero();
        peer.advance();
        assertThat(peer.isDuplicate(first)).as("behind, over the wrap").isTrue();
        assertThat(peer.pollEarly()).isEqualTo(third);
    }

    @Test
    void aTableKeepsManyNumbersApart() {
        TagTable<Integer> table = new TagTable<>();
        List<Link<Integer>> links = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            Link<Integer> link = new Link<>(i);
            links.add(link);
            table.append(i * 64, link);
        }
        for (int i = 0; i < 5000; i++) {
            assertThat(table.first(i * 64)).isEqualTo(i);
            table.remove(links.get(i));
            assertThat(table.first(i * 64)).isNull();
        }
        assertThat(table.size()).isZero();
    }
}
