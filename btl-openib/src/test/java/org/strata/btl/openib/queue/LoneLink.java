package org.strata.btl.openib.queue;

import org.strata.btl.openib.WrappedContext;
import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.time.Clock;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** A link over one software adapter, as its queues see it; its only peer is imagined. */
final class LoneLink implements QueueHost, AutoCloseable {
    static final long TIMEOUT = 1_000_000;

    /** Completions that a completion queue has room for, at most. */
    static final int MOST_COMPLETIONS = 256;

    final BtlEndpoint peer = new BtlEndpoint(new Proc(1, "node0", 1, true)) {};
    final TupleQueues queues;

    /** What was said to the peer. */
    final List<ConnectionMessage> said = new ArrayList<>();

    /** Whether the adapter has no shared receive queues. */
    boolean refuses;

    long now;
    private final Context device;
    private final ProtectionDomain domain;
    private final CompletionChannel channel;
    private final Arena arena = Arena.ofShared();

    LoneLink() {
        SoftFabric fabric = SoftFabric.inProcess(this::time, FaultPlan.NONE);
        SoftProvider provider =
                new SoftProvider(SoftConfig.defaults().withDevices(1, 1), fabric, notice -> {});
        device = new Device(provider.open(provider.devices().getFirst()));
        domain = new Domain(device.allocPd());
        channel = device.createChannel();
        queues = new TupleQueues(this, 2);
    }

    private long time() {
        return now;
    }

    /** An adapter with little room for completions. */
    private static final class Device extends WrappedContext {
        Device(Context context) {
            super(context);
        }

        @Override
        public DeviceAttributes attributes() {
            DeviceAttributes all = super.attributes();
            return new DeviceAttributes(
                    all.vendor(),
                    all.ports(),
                    all.maxQp(),
                    all.maxQpWr(),
                    all.maxSge(),
                    all.maxInline(),
                    all.maxCq(),
                    MOST_COMPLETIONS,
                    all.maxMr(),
                    all.maxMrSize(),
                    all.maxSrq(),
                    all.maxSrqWr(),
                    all.maxRdAtomic(),
                    all.maxInitRdAtomic(),
                    all.xrc(),
                    all.srqResize(),
                    all.atomics(),
                    all.onDemand(),
                    all.maxMessage(),
                    all.transport());
        }
    }

    /** A domain that may be out of shared receive queues. */
    private final class Domain implements ProtectionDomain {
        private final ProtectionDomain real;

        Domain(ProtectionDomain real) {
            this.real = real;
        }

        @Override
        public MemoryRegion register(long address, long length, int access) {
            return real.register(address, length, access);
        }

        @Override
        public String refusal() {
            return real.refusal();
        }

        @Override
        public boolean exhausted() {
            return real.exhausted();
        }

        @Override
        public SharedReceiveQueue createSrq(int maxWr, int maxSge) {
            return real.createSrq(maxWr, maxSge);
        }

        @Override
        public SharedReceiveQueue createXrcSrq(
                XrcDomain xrc, CompletionQueue cq, int maxWr, int maxSge) {
            if (refuses) {
                throw new VerbsException(VerbsException.ENOMEM, "no shared receive queue is left");
            }
            return real.createXrcSrq(xrc, cq, maxWr, maxSge);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @Override
    public Context device() {
        return device;
    }

    @Override
    public ProtectionDomain domain() {
        return domain;
    }

    @Override
    public CompletionChannel channel() {
        return channel;
    }

    @Override
    public Arena arena() {
        return arena;
    }

    @Override
    public Clock clock() {
        return this::time;
    }

    @Override
    public Connection.Timing timing() {
        return new Connection.Timing(TIMEOUT, 1000, 0);
    }

    @Override
    public int number() {
        return 0;
    }

    @Override
    public PortAddress address() {
        return new PortAddress(0, 0, 0, 5);
    }

    @Override
    public int psn() {
        return 0;
    }

    @Override
    public int maxInline() {
        return 0;
    }

    @Override
    public int localKey(Registration registration) {
        throw new AssertionError("the receives of these tests are empty");
    }

    @Override
    public QueuePair createPair(QpInit init) {
        QueuePair made = device.createQp(init);
        made.modify(QpAttributes.toInit(1, 0));
        return made;
    }

    @Override
    public void connect(QueuePair pair, PortAddress to, int destination, int psn, int rnrTimer) {}

    @Override
    public ConnectionHost.Grant take(PairHolder holder, boolean asked) {
        holder.openPairs();
        holder.onGranted();
        return ConnectionHost.Grant.NOW;
    }

    @Override
    public void give(PairHolder holder) {}

    @Override
    public void withdraw(PairHolder holder) {}

    @Override
    public long tick() {
        return 0;
    }

    @Override
    public LongPredicate breakCounter() {
        return time -> false;
    }

    @Override
    public void say(BtlEndpoint to, ConnectionMessage message) {
        said.add(message);
    }

    @Override
    public void activate() {}

    @Override
    public void fail(BtlEndpoint to, String reason) {}

    @Override
    public void trace(String line) {}

    @Override
    public void close() {
        queues.shutDown();
        queues.close();
        channel.close();
        domain.close();
        device.close();
        arena.close();
    }
}
