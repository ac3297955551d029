package org.strata.btl.openib.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Two endpoints reduced to what a connection needs: two reliable wires each way, over which
 * numbered messages travel, and which break; and the out-of-band channel. Completions come late and
 * messages lie in completion queues, so that closing has something to lose.
 */
final class TwoHosts {
    static final long TIMEOUT = 1_000_000;
    private static final int WIRES = 2;

    final Host a = new Host("a", 1);
    final Host b = new Host("b", 2);
    private final List<String> log = new ArrayList<>();
    private long now;

    /** Percent of arrived messages that are reported at once. */
    private final int prompt;

    TwoHosts(int prompt) {
        this.prompt = prompt;
        a.peer = b;
        b.peer = a;
    }

    void pass(long nanos) {
        now += nanos;
    }

    /** Lets everything that is under way arrive. */
    void settle() {
        for (int i = 0; i < 1000; i++) {
            now += 1000;
            boolean moved = a.hear() | b.hear();
            moved |= carry();
            moved |= a.connection.poll() + b.connection.poll() > 0;
            if (!moved && a.quiet() && b.quiet()) {
                return;
            }
        }
        List<String> end = log.subList(Math.max(0, log.size() - 30), log.size());
        throw new AssertionError("no end: " + a + " " + b + String.join("\n", end));
    }

    /** Moves what is on the wires; returns whether something moved. */
    boolean carry() {
        return a.transmit(100) | b.transmit(100) | a.report(100) | b.report(100);
    }

    void randomStep(Random random) {
        Host one = random.nextBoolean() ? a : b;
        now += random.nextInt(2000);
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> one.offer(++one.offered);
            case 3, 4, 5 -> one.hearOne();
            case 6, 7, 8 -> one.transmit(1 + random.nextInt(3));
            case 9, 10 -> one.report(1 + random.nextInt(3));
            case 11 -> one.connection.poll();
            case 12 -> one.connection.close("random");
            default -> {
                switch (random.nextInt(6)) {
                    case 0 -> one.breakPairs();
                    case 1 -> one.breakSilently();
                    default -> {}
                }
            }
        }
    }

    void check(String plan) {
        for (Host one : List.of(a, b)) {
            assertThat(one.state())
                    .as(plan + ": " + one.reason)
                    .isNotEqualTo(ConnectionState.FAILED);
            List<Integer> expected = new ArrayList<>();
            for (int i = 1; i <= one.peer.offered; i++) {
                expected.add(i);
            }
            assertThat(one.delivered()).as(plan).isEqualTo(expected);
        }
    }

    private record Message(int sequence, int value) {}

    /** One queue pair. */
    private static final class Pair {
        final int epoch;
        Pair to;
        boolean error;
        final Deque<Message> flight = new ArrayDeque<>();
        final Deque<Message> came = new ArrayDeque<>();
        int arrived;
        int received;

        Pair(int epoch) {
            this.epoch = epoch;
        }
    }

    final class Host implements ConnectionHost {
        final Connection connection;
        final List<Integer> values = new ArrayList<>();
        final Deque<ConnectionMessage> mail = new ArrayDeque<>();
        private final String name;
        private final TreeMap<Integer, Message> waiting = new TreeMap<>();
        private final TreeMap<Integer, Message> early = new TreeMap<>();
        private final List<Pair> pairs = new ArrayList<>();
        private boolean ready;

        /** Pairs are broken and nobody has said so yet. */
        private boolean silent;

        private int next;
        private int expected;
        private int epochs;
        int offered;
        int made;
        boolean establishes = true;
        boolean deaf;
        Grant grants = Grant.NOW;
        String reason = "";
        Host peer;

        Host(String name, int salt) {
            this.name = name;
            connection =
                    new Connection(this, () -> now, new Connection.Timing(TIMEOUT, 10, salt), 0, 0);
            // Below 2^31 and 2^32, which the second connection passes.
            connection.numberFrom((1L << (30 + salt)) - 2);
        }

        ConnectionState state() {
            return connection.state();
        }

        List<Integer> delivered() {
            return values;
        }

        void offer(int value) {
            offered = Math.max(offered, value);
            waiting.put(next, new Message(next, value));
            next++;
            send();
            connection.want();
        }

        boolean quiet() {
            boolean working = !waiting.isEmpty() && state() != ConnectionState.FAILED;
            boolean moving =
                    switch (state()) {
                        case CLOSED, CONNECTED, FAILED -> false;
                        default -> true;
                    };
            boolean flying = pairs.stream().anyMatch(p -> !p.flight.isEmpty() || !p.came.isEmpty());
            return mail.isEmpty() && !working && !moving && !flying && !silent;
        }

        private void send() {
            while (ready && !waiting.isEmpty()) {
                Message message = waiting.pollFirstEntry().getValue();
                pairs.get(message.value() % WIRES).flight.add(message);
            }
        }

        /** Brings messages of ours to the peer, or back where the pair broke. */
        boolean transmit(int most) {
            boolean moved = false;
            for (Pair pair : List.copyOf(pairs)) {
                for (int i = 0; i < most && !pair.flight.isEmpty(); i++) {
                    moved = true;
                    Message message = pair.flight.poll();
                    boolean gone = pair.error || pair.to == null || pair.to.error;
                    if (!gone && peer.pairs.contains(pair.to)) {
                        pair.to.came.add(message);
                        pair.arrived++;
                        if (message.sequence() % 100 < prompt) {
                            peer.report(1);
                        }
                    } else {
                        waiting.put(message.sequence(), message);
                        if (!pair.error) {
                            pair.error = true;
                            broke();
                        }
                    }
                }
            }
            return moved;
        }

        /** Polls the completion queues. */
        boolean report(int most) {
            boolean moved = silent;
            if (silent) {
                silent = false;
                broke();
            }
            for (Pair pair : List.copyOf(pairs)) {
                for (int i = 0; i < most && !pair.came.isEmpty(); i++) {
                    moved = true;
                    Message message = pair.came.poll();
                    pair.received++;
                    connection.onData();
                    if (message.sequence() - expected >= 0) {
                        early.put(message.sequence(), message);
                    }
                    while (early.containsKey(expected)) {
                        values.add(early.remove(expected++).value());
                    }
                }
            }
            return moved;
        }

        void breakPairs() {
            for (Pair pair : pairs) {
                pair.error = true;
            }
            if (!pairs.isEmpty()) {
                broke();
            }
        }

        /** Breaks pairs; the connection hears of it with the next report, or finds out. */
        void breakSilently() {
            for (Pair pair : pairs) {
                pair.error = true;
                silent = true;
            }
        }

        private void broke() {
            ready = false;
            connection.onBroken("a pair broke");
        }

        boolean hear() {
            boolean moved = false;
            while (!mail.isEmpty() && !deaf) {
                moved = true;
                hearOne();
            }
            return moved;
        }

        void hearOne() {
            ConnectionMessage message = deaf ? null : mail.poll();
            if (message != null) {
                connection.onMessage(message);
            }
        }

        /** What the listener does before the program lets the message in. */
        void hearOnly() {
            peer.mail.add(mail.peek().heard());
        }

        @Override
        public Grant takeQueuePairs(boolean asked) {
            if (grants == Grant.NOW) {
                made++;
                epochs++;
                for (int i = 0; i < WIRES; i++) {
                    pairs.add(new Pair(epochs));
                }
            }
            return grants;
        }

        @Override
        public String trouble() {
            return "it cannot";
        }

        @Override
        public PortAddress address() {
            return new PortAddress(1, 2, 3, 4);
        }

        @Override
        public List<QueueOffer> offer() {
            List<QueueOffer> all = new ArrayList<>();
            for (int i = 0; i < pairs.size(); i++) {
                all.add(new QueueOffer(pairs.get(i).epoch * WIRES + i, 0, 0, 1, 0, 0, 0));
            }
            return all;
        }

        @Override
        public List<QueueOffer> arrived() {
            return pairs.stream().map(p -> new QueueOffer(0, 0, 0, p.arrived, 0, 0, 0)).toList();
        }

        @Override
        public boolean establish(ConnectionMessage theirs) {
            if (!establishes || isBroken()) {
                return false;
            }
            for (int i = 0; i < WIRES; i++) {
                int number = theirs.queues().get(i).number();
                for (Pair pair : peer.pairs) {
                    int index = peer.pairs.indexOf(pair);
                    if (pair.epoch * WIRES + index == number) {
                        pairs.get(i).to = pair;
                    }
                }
            }
            waiting.headMap(theirs.expected()).clear();
            return true;
        }

        @Override
        public boolean isBroken() {
            return pairs.stream().anyMatch(pair -> pair.error);
        }

        @Override
        public void connected() {
            ready = true;
            send();
        }

        @Override
        public boolean drained() {
            return pairs.stream().allMatch(p -> p.flight.isEmpty());
        }

        @Override
        public void abort() {
            pairs.forEach(p -> p.error = true);
        }

        @Override
        public boolean received(ConnectionMessage close) {
            for (int i = 0; i < Math.min(pairs.size(), close.queues().size()); i++) {
                boolean closing = close.type() == ConnectionMessage.Type.CLOSE;
                if (closing && pairs.get(i).received < close.queues().get(i).count()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int expected() {
            return expected;
        }

        @Override
        public void release() {
            ready = false;
            silent = false;
            for (Pair pair : pairs) {
                pair.flight.forEach(m -> waiting.put(m.sequence(), m));
            }
            pairs.clear();
        }

        @Override
        public boolean hasWork() {
            return !waiting.isEmpty();
        }

        @Override
        public void failed(String why) {
            reason = why;
        }

        @Override
        public void say(ConnectionMessage message) {
            log.add(
                    name
                            + " says "
                            + message.type()
                            + " "
                            + message.epoch()
                            + "/"
                            + message.peerEpoch());
            peer.mail.add(message);
        }

        @Override
        public void trace(ConnectionState from, ConnectionState to, String why) {
            log.add(name + " " + from + " -> " + to + ": " + why);
            if (to != ConnectionState.CONNECTED) {
                ready = false;
            }
        }

        @Override
        public String toString() {
            return name
                    + " "
                    + state()
                    + reason
                    + " waiting "
                    + waiting.keySet()
                    + " expects "
                    + expected;
        }
    }
}
