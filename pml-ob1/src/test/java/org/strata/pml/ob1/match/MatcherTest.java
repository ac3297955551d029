package org.strata.pml.ob1.match;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Matching against a model that is two plain lists. */
class MatcherTest {
    private static final int PEERS = 4;
    private static final int TAGS = 40;

    private final List<MatchPeer<Integer>> peers = new ArrayList<>();

    MatcherTest() {
        renewPeers();
    }

    private void renewPeers() {
        peers.clear();
        for (int rank = 0; rank < PEERS; rank++) {
            peers.add(new MatchPeer<>(new Proc(rank, "node", rank, true), rank));
        }
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
        Matcher<Integer> matcher = new Matcher<>();
        List<Wanted> posted = new ArrayList<>();
        List<Came> kept = new ArrayList<>();
        List<Unexpected<Integer>> messages = new ArrayList<>();
        List<Posted<Integer>> receives = new ArrayList<>();
        for (int id = 0; id < 400; id++) {
            int source = random.nextInt(PEERS);
            int drawn = random.nextInt(TAGS);
            int tag = drawn < 4 ? -2 - drawn : drawn;
            if (random.nextBoolean()) {
                boolean anySource = random.nextInt(3) == 0;
                boolean anyTag = tag >= 0 && random.nextInt(3) == 0;
                Wanted wanted =
                        new Wanted(
                                id,
                                anySource ? Pml.ANY_SOURCE : source,
                                anyTag ? Pml.ANY_TAG : tag);
                post(matcher, wanted, posted, kept, messages, receives);
            } else if (random.nextInt(10) == 0 && !posted.isEmpty()) {
                Wanted victim = posted.remove(random.nextInt(posted.size()));
                assertThat(matcher.withdraw(receives.get(victim.id()))).isTrue();
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
            Matcher<Integer> matcher,
            Wanted wanted,
            List<Wanted> posted,
            List<Came> kept,
            List<Unexpected<Integer>> messages,
            List<Posted<Integer>> receives) {
        Came expected = null;
        for (Came came : kept) {
            if (expected == null && wanted.takes(came.source(), came.tag())) {
                expected = came;
            }
        }
        boolean wild = wanted.source() == Pml.ANY_SOURCE;
        MatchPeer<Integer> peer = wild ? null : peers.get(wanted.source());
        Unexpected<Integer> found = matcher.findUnexpected(peer, wanted.tag());
        if (expected == null) {
            assertThat(found).isNull();
            Posted<Integer> receive = new Posted<>(wanted.id());
            receive.source = wanted.source();
            receive.tag = wanted.tag();
            matcher.post(receive, peer);
            set(receives, wanted.id(), receive);
            posted.add(wanted);
        } else {
            assertThat(found).isSameAs(messages.get(expected.id()));
            matcher.takeUnexpected(found);
            kept.remove(expected);
        }
    }

    private void arrive(
            Matcher<Integer> matcher,
            Came came,
            List<Wanted> posted,
            List<Came> kept,
            List<Unexpected<Integer>> messages) {
        Wanted expected = null;
        for (Wanted wanted : posted) {
            if (expected == null && wanted.takes(came.source(), came.tag())) {
                expected = wanted;
            }
        }
        MatchPeer<Integer> peer = peers.get(came.source());
        Posted<Integer> taken = matcher.takePosted(peer, came.tag());
        if (expected == null) {
            assertThat(taken).isNull();
            Unexpected<Integer> message = new Unexpected<>();
            message.peer = peer;
            message.tag = came.tag();
            matcher.keepUnexpected(message);
            set(messages, came.id(), message);
            kept.add(came);
        } else {
            assertThat(taken.request).isEqualTo(expected.id());
            posted.remove(expected);
        }
    }

    private static <T> void set(List<T> list, int index, T value) {
        while (list.size() <= index) {
            list.add(null);
        }
        list.set(index, value);
    }

    @Test
    void earlyPacketsWaitForTheirTurn() {
        MatchPeer<Integer> peer = peers.getFirst();
        Unexpected<Integer> second = new Unexpected<>();
        assertThat(peer.expects(0)).isTrue();
        peer.keepEarly(1, second);
        assertThat(peer.takeEarly()).isNull();
        peer.advance();
        assertThat(peer.alreadyTaken(0)).isTrue();
        assertThat(peer.takeEarly()).isSameAs(second);
        assertThat(peer.takeEarly()).isNull();
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
