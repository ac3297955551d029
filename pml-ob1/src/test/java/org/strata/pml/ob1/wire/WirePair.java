package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Two ranks' wire rooms over fake links, without matching and protocols above. */
public final class WirePair implements AutoCloseable {
    final FakeJob job = FakeJob.of(2);
    private final List<FakeWire> wires = new ArrayList<>();
    private final Side[] sides;

    /**
     * @param links between the two
     * @param firstNumber of the channel's packets, where there are several links
     */
    public WirePair(int links, int firstNumber) {
        for (int i = 0; i < links; i++) {
            wires.add(new FakeWire(2, FakeBtlConfig.named("link" + i, 1, 128, 1024)));
        }
        sides = new Side[] {new Side(0, firstNumber), new Side(1, firstNumber)};
    }

    /** Returns one of the two. */
    public Side side(int rank) {
        return sides[rank];
    }

    void refuse(boolean all) {
        wires.forEach(wire -> wire.refuse(all ? 1 : 0, new Random(1)));
    }

    /** Breaks a link: what is on its way is lost, and both sides learn it when they poll. */
    void cut(int link) {
        wires.get(link).cut(0, 1);
    }

    void progressUntil(String what, BooleanSupplier done) {
        job.progressUntil(
                what,
                () -> {
                    sides[0].progress();
                    sides[1].progress();
                    return done.getAsBoolean();
                });
    }

    /** One rank. */
    public final class Side {
        public final FakeRank rank;
        final BmlEndpoint bml;
        public final Ob1Endpoint endpoint;
        final PayloadPool payloads = new PayloadPool();
        public final HeaderMemory headers = new HeaderMemory();
        public final Ob1Counters counters = new Ob1Counters();
        public final RetryQueues queues = new RetryQueues(counters);
        public final ControlSender control = new ControlSender(queues, headers, counters);

        /** First word of each control packet that came. */
        final List<Integer> received = new ArrayList<>();

        /** Runs inside the next call that hands a packet to a link, which may break; or null. */
        Consumer<BtlLink> inside;

        private final List<Btl> btls = new ArrayList<>();

        private Side(int number, int firstNumber) {
            rank = job.rank(number);
            bml = new BmlEndpoint(rank.proc(1 - number));
            rank.activeMessages().register(PacketType.btlTag(PacketType.FIN), this::onPacket);
            rank.activeMessages()
                    .register(PacketType.btlTag(PacketType.ENVELOPE), this::onEnvelope);
            List<BtlLink> links = new ArrayList<>();
            for (FakeWire wire : wires) {
                Btl btl =
                        new FakeBtlComponent(wire, rank)
                                .open(this::onError, new StringBuilder())
                                .getFirst();
                btls.add(btl);
                BtlEndpoint to = btl.addPeer(bml.peer, new StringBuilder());
                BtlLink link = new BtlLink(links.isEmpty() ? interrupted(btl) : btl, to);
                link.weight = 1.0 / wires.size();
                links.add(link);
            }
            bml.eager = links.toArray(new BtlLink[0]);
            bml.send = bml.eager.clone();
            endpoint = new Ob1Endpoint(bml, true, firstNumber);
            if (links.size() > 1) {
                endpoint.open(
                        new ReliableChannel(endpoint, payloads, headers, counters, firstNumber));
            }
        }

        /** The first link may be interrupted, as no BTL may be. */
        private Btl interrupted(Btl btl) {
            InvocationHandler handler =
                    (proxy, method, arguments) -> {
                        Object result = method.invoke(btl, arguments);
                        Consumer<BtlLink> then = inside;
                        if (then != null && method.getName().equals("sendImmediate")) {
                            inside = null;
                            then.accept(bml.send[0]);
                        }
                        return result;
                    };
            return (Btl)
                    Proxy.newProxyInstance(
                            Btl.class.getClassLoader(), new Class<?>[] {Btl.class}, handler);
        }

        ReliableChannel channel() {
            return endpoint.channel();
        }

        void progress() {
            queues.retryAll(control);
            if (channel() != null) {
                channel().progress();
            }
        }

        private void onPacket(Btl btl, BtlEndpoint from, int tag, long at, int length) {
            received.add(Memory.getInt(at));
        }

        private void onEnvelope(Btl btl, BtlEndpoint from, int tag, long at, int length) {
            if (channel().receive(at)) {
                received.add(Memory.getInt(at + EnvelopeHeader.LENGTH));
            }
        }

        private void onError(Btl btl, BtlEndpoint to, int rc, String reason) {
            Arrays.stream(bml.send)
                    .filter(link -> link.endpoint == to)
                    .findFirst()
                    .ifPresent(this::fail);
        }

        /** As the BML does. */
        void fail(BtlLink failed) {
            bml.eager = without(bml.eager, failed);
            bml.send = without(bml.send, failed);
            endpoint.refresh();
            if (channel() != null) {
                channel().onLinkFailed(failed);
            }
        }

        private static BtlLink[] without(BtlLink[] links, BtlLink failed) {
            return Arrays.stream(links).filter(link -> link != failed).toArray(BtlLink[]::new);
        }
    }

    @Override
    public void close() {
        for (Side side : sides) {
            side.btls.forEach(Btl::close);
            side.payloads.close();
            side.headers.close();
        }
        job.close();
    }
}
