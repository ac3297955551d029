package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.Provider;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.XrcDomain;

import java.util.List;
import java.util.Random;

/**
 * Adapters whose queue pairs refuse send requests as if their ring were full: often at first, then
 * seldom, since nothing wakes a rank that sleeps until it may try again.
 */
record RefusingProvider(Provider provider) implements Provider {
    private static final int ONE_OF = 3;
    private static final int LATER_ONE_OF = 64;
    private static final int FIRST_POSTS = 64;

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public List<String> devices() {
        return provider.devices();
    }

    @Override
    public String absence() {
        return provider.absence();
    }

    @Override
    public Context open(String device) {
        return new Refusing(provider.open(device));
    }

    private record Refusing(Context context) implements Context {
        @Override
        public QueuePair createQp(QpInit init) {
            return new Pair(context.createQp(init));
        }

        @Override
        public String device() {
            return context.device();
        }

        @Override
        public DeviceAttributes attributes() {
            return context.attributes();
        }

        @Override
        public PortAttributes port(int port) {
            return context.port(port);
        }

        @Override
        public Gid gid(int port, int index) {
            return context.gid(port, index);
        }

        @Override
        public int defaultGidIndex(int port) {
            return context.defaultGidIndex(port);
        }

        @Override
        public ProtectionDomain allocPd() {
            return context.allocPd();
        }

        @Override
        public CompletionChannel createChannel() {
            return context.createChannel();
        }

        @Override
        public CompletionQueue createCq(int depth, CompletionChannel channel) {
            return context.createCq(depth, channel);
        }

        @Override
        public XrcDomain openXrcDomain(String name) {
            return context.openXrcDomain(name);
        }

        @Override
        public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
            return context.nextEvent(into, timeoutNanos);
        }

        @Override
        public BufferArea allocate(long bytes) {
            return context.allocate(bytes);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static final class Pair implements QueuePair {
        private final QueuePair pair;
        private final Random random = new Random(11);
        private int posts;

        Pair(QueuePair pair) {
            this.pair = pair;
        }

        @Override
        public int postSend(SendWr wr) {
            int oneOf = posts++ < FIRST_POSTS ? ONE_OF : LATER_ONE_OF;
            return random.nextInt(oneOf) == 0 ? Rc.NO_RESOURCE : pair.postSend(wr);
        }

        @Override
        public int number() {
            return pair.number();
        }

        @Override
        public QpType type() {
            return pair.type();
        }

        @Override
        public QpState state() {
            return pair.state();
        }

        @Override
        public void modify(QpAttributes attributes) {
            pair.modify(attributes);
        }

        @Override
        public QpAttributes query() {
            return pair.query();
        }

        @Override
        public int postRecv(RecvWr wr) {
            return pair.postRecv(wr);
        }

        @Override
        public void close() {
            pair.close();
        }
    }
}
