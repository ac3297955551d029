package org.strata.btl.openib;

import org.strata.btl.openib.fast.PollOrder;
import org.strata.btl.openib.fast.PollingPolicy;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.btl.openib.fast.RingShape;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;

import java.util.List;
import java.util.Locale;

/**
 * The parameters of this component; {@code reference.conf} explains each.
 *
 * @param attributes what links advertise; bandwidth 0 means the port's own
 * @param onDemand whether memory of users is registered without pinning it, where adapters can
 */
public record OpenibConfig(
        Ports ports,
        BtlAttributes attributes,
        PortLimits limits,
        Queues queues,
        Connections connections,
        Sending sending,
        Polling polling,
        FreeList freeList,
        Path path,
        Fast fast,
        FirstContact firstContact,
        Xrc xrc,
        boolean onDemand) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Which ports are used; most below 0 means no bound. */
    public record Ports(
            String provider,
            List<String> include,
            List<String> exclude,
            boolean warnAbsent,
            boolean infiniBand,
            int most,
            boolean anySubnet,
            boolean ignoreLocality) {}

    /**
     * How a link differs from what all advertise.
     *
     * @param softExclusivity the software adapter's
     * @param maxRdma longest put or get; 0 for the port's limit
     */
    public record PortLimits(int softExclusivity, long maxRdma) {}

    /**
     * Receive queues: Open MPI's later syntax when {@code text} is not empty.
     *
     * @param byDemand whether peers whose messages wait have more credits of a shared queue
     */
    public record Queues(
            String text,
            boolean useSrq,
            int num,
            int numLow,
            int low,
            int win,
            int sharedMax,
            int perPeer,
            int perPeerLow,
            int sharedSendMax,
            int shareMin,
            boolean byDemand,
            boolean grows) {}

    /**
     * How connections are made and broken; maxQueuePairs 0 is no bound.
     *
     * @param firstSequence number of the first message between two processes, equal in both; 0, but
     *     for tests of what happens when numbers wrap
     */
    public record Connections(
            int maxQueuePairs,
            long timeoutNanos,
            long retryNanos,
            int maxReconnects,
            long reconnectNanos,
            int firstSequence) {}

    /**
     * How peers talk at first.
     *
     * @param datagrams by datagrams; otherwise they connect at once
     * @param messages to and from a peer, after which the two connect
     * @param receives posted for datagrams, per link
     * @param retransmitNanos until a message is sent again
     * @param retries how often, before the two connect
     */
    public record FirstContact(
            boolean datagrams, int messages, int receives, long retransmitNanos, int retries) {}

    /**
     * How far queue pairs of extended receive queues reach.
     *
     * @param perNode whether the peers of a node share the queue pairs that lead there
     * @param ranks processes of a node that share a domain, and so these queue pairs; 0 for all
     */
    public record Xrc(boolean perNode, int ranks) {}

    /** How sends are posted; maxInline below 0 asks the device. */
    public record Sending(int maxInline, int signalBatch, boolean coalescing) {}

    /** How completions are looked for. */
    public record Polling(int completions, int perProgress, int lowRatio, boolean asyncProgress) {}

    /** Attributes of queue pairs, as the InfiniBand specification numbers them. */
    public record Path(
            int pkeyIndex,
            int psn,
            int readsOut,
            int readsIn,
            int mtu,
            int minRnrTimer,
            int timeout,
            int retries,
            int rnrRetries,
            Priority high,
            Priority low,
            int gidIndex) {}

    /**
     * How the network treats packets.
     *
     * @param serviceLevel of InfiniBand, 0 to 15, which switches map to virtual lanes
     * @param trafficClass of the GRH, 0 to 255: with RoCE v2 the byte of the IP header that has
     *     DSCP and ECN
     */
    public record Priority(int serviceLevel, int trafficClass) {}

    /**
     * The fast path of short messages.
     *
     * @param use 1 opens rings where writes arrive in order, 2 anywhere, 0 nowhere; -1 as 1 where
     *     they help, unless a thread makes progress
     * @param shape of the rings that this process opens
     * @param policy who gets a ring, and how they are polled
     * @param grantsByWrite whether peers may grant room by RDMA, and get it so
     * @param learns whether each peer's ring has the sizes that its messages need, {@code shape} at
     *     most
     */
    public record Fast(
            int use, RingShape shape, PollingPolicy policy, boolean grantsByWrite, boolean learns) {
        private static final int FORCE = 2;

        /** Returns whether rings are opened where the adapter allows it. */
        public boolean enabled(boolean asyncProgress) {
            return use > 0 || (use < 0 && !asyncProgress);
        }

        /** Returns whether the user wants none. */
        public boolean switchedOff() {
            return use == 0;
        }

        /** Returns whether rings are opened whatever the adapter promises. */
        public boolean forced() {
            return use == FORCE;
        }

        /** Returns whether rings are closed where naps delay their messages. */
        public boolean adapts() {
            return use < 0;
        }
    }

    /** Reads the section {@code mca.btl.openib}. */
    public static OpenibConfig from(Section section) {
        return new OpenibConfig(
                new Ports(
                        section.text("provider"),
                        section.list("if-include"),
                        section.list("if-exclude"),
                        section.bool("warn-nonexistent-if"),
                        section.bool("allow-ib"),
                        section.integer("max-btls"),
                        section.bool("allow-different-subnets"),
                        section.bool("ignore-locality")),
                BtlAttributes.from(section, "openib", flags(section)),
                new PortLimits(
                        section.integer("soft-exclusivity"), section.size("max-hw-msg-size")),
                queues(section),
                new Connections(
                        section.integer("max-qps"),
                        (long) (section.number("connect-timeout") * NANOS_PER_SECOND),
                        (long) (section.number("connect-retry-delay") * NANOS_PER_MILLI),
                        section.integer("max-reconnects"),
                        (long) (section.number("reconnect-interval") * NANOS_PER_SECOND),
                        section.integer("first-sequence")),
                new Sending(
                        section.integer("max-inline-data"),
                        section.integer("signal-batch"),
                        section.bool("use-message-coalescing")),
                new Polling(
                        section.integer("cq-size"),
                        section.integer("hp-cq-poll-per-progress"),
                        section.integer("cq-poll-ratio"),
                        section.bool("use-async-progress")),
                FreeList.from(section),
                path(section),
                new Fast(
                        section.integer("use-eager-rdma"),
                        ringShape(section),
                        rings(section),
                        section.bool("eager-rdma-grant-by-write"),
                        section.bool("eager-rdma-learn")),
                firstContact(section),
                new Xrc(section.bool("xrc-per-node"), section.integer("xrc-domain-ranks")),
                section.text("registration").equals("on_demand"));
    }

    private static FirstContact firstContact(Section section) {
        return new FirstContact(
                section.text("first-contact").equals("ud"),
                section.integer("first-contact-messages"),
                section.integer("first-contact-receives"),
                (long) (section.number("first-contact-retransmit") * NANOS_PER_MILLI),
                section.integer("first-contact-retries"));
    }

    /**
     * Derives sizes that the user has not set from those that are set; {@link OpenibCheck} refuses
     * contradictions.
     */
    static RingShape ringShape(Section section) {
        int limit = (int) section.size("eager-rdma-limit") & -8;
        int block = (int) section.size("eager-rdma-block") & -8;
        if (section.isSet("eager-rdma-limit")) {
            block = Math.max(block, 2 * limit);
        } else {
            int eager = (int) Math.min(limit, section.size("eager-limit"));
            int longest = Math.max(RingShape.LEAST_LIMIT, eager);
            limit = Math.min(longest, block / 2) & -8;
        }
        String layout = section.text("eager-rdma-layout").toUpperCase(Locale.ROOT);
        int slots = section.integer("eager-rdma-num");
        return new RingShape(RingLayout.valueOf(layout), slots, limit, block);
    }

    private static PollingPolicy rings(Section section) {
        String order = section.text("eager-rdma-poll-order").toUpperCase(Locale.ROOT);
        return new PollingPolicy(
                section.integer("eager-rdma-threshold"),
                section.integer("max-eager-rdma"),
                section.text("eager-rdma-policy").equals("rate"),
                section.integer("eager-rdma-min-rate"),
                (long) (section.number("eager-rdma-interval") * NANOS_PER_MILLI),
                PollOrder.valueOf(order),
                section.integer("eager-rdma-poll-ratio"));
    }

    private static int flags(Section section) {
        int rdma = Flags.of(section.list("flags")) & (Flags.PUT | Flags.GET);
        int registers = rdma == 0 ? 0 : BtlAttributes.FLAG_NEEDS_REGISTRATION;
        return BtlAttributes.FLAG_SEND | rdma | registers;
    }

    private static Queues queues(Section section) {
        int num = section.integer("rd-num");
        int numLow = section.integer("rd-num-low");
        int sharedMax = section.integer("srq-rd-max");
        if (!section.isSet("srq-rd-max")) {
            sharedMax = Math.max(sharedMax, Math.max(num, numLow));
        }
        return new Queues(
                section.text("receive-queues"),
                section.bool("use-srq"),
                num,
                numLow,
                section.integer("rd-low"),
                section.integer("rd-win"),
                sharedMax,
                section.integer("srq-rd-per-peer"),
                section.integer("srq-rd-per-peer-low"),
                section.integer("srq-sd-max"),
                section.integer("srq-share-min"),
                section.text("srq-credits").equals("demand"),
                section.bool("enable-srq-resize"));
    }

    private static int or(int value, int other) {
        return value < 0 ? other : value;
    }

    private static Path path(Section section) {
        Priority high =
                new Priority(
                        section.integer("ib-service-level"), section.integer("ib-traffic-class"));
        return new Path(
                section.integer("ib-pkey-ix"),
                section.integer("ib-psn"),
                section.integer("ib-qp-ous-rd-atom"),
                section.integer("ib-max-rdma-dst-ops"),
                section.integer("mtu"),
                section.integer("ib-min-rnr-timer"),
                section.integer("ib-timeout"),
                section.integer("ib-retry-count"),
                section.integer("ib-rnr-retry"),
                high,
                new Priority(
                        or(section.integer("ib-service-level-low"), high.serviceLevel()),
                        or(section.integer("ib-traffic-class-low"), high.trafficClass())),
                section.integer("gid-index"));
    }
}
