package org.strata.tests.simulation;

import org.strata.btl.openib.OpenibConfig;
import org.strata.btl.openib.fast.PollOrder;
import org.strata.btl.openib.fast.PollingPolicy;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.btl.openib.fast.RingShape;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.FreeList;
import org.strata.testkit.FirstNumber;

import java.util.List;
import java.util.Random;

/** Random parameters of btl-openib, tiny ones as likely as roomy ones. */
final class OpenibPlan {
    private static final long TIMEOUT = 3600_000_000_000L;

    private OpenibPlan() {}

    /**
     * @param rings whether every peer gets a ring at its first message and keeps it as long as its
     *     queue pairs work
     */
    static OpenibConfig random(Random random, boolean rings) {
        boolean tiny = random.nextBoolean();
        int eager = tiny ? 512 : 1024 + random.nextInt(4096);
        int longest = eager + random.nextInt(tiny ? 1024 : 16_384);
        long sendLength = random.nextInt(2) * 2048L;
        long fragment = 512L + random.nextInt(4096);
        long pipelined = random.nextInt(4096);
        long maxRdma = random.nextInt(2) * 1500L;
        BtlAttributes attributes =
                new BtlAttributes(
                        "openib",
                        1024,
                        flags(random),
                        eager,
                        eager,
                        longest,
                        sendLength,
                        fragment,
                        pipelined,
                        1,
                        100);
        OpenibConfig.Queues queues = queues(random, tiny, eager, longest);
        // No draw of its own, as for credits: half of the plans with extended queues.
        boolean perNode = queues.text().startsWith("X") && (eager + longest) % 2 == 0;
        int maxQueuePairs = rings ? 0 : maxQueuePairs(random);
        return new OpenibConfig(
                new OpenibConfig.Ports("soft", List.of(), List.of(), true, true, -1, false, false),
                attributes,
                new OpenibConfig.PortLimits(1024, maxRdma),
                queues,
                new OpenibConfig.Connections(
                        perNode ? 0 : maxQueuePairs,
                        TIMEOUT,
                        1000,
                        Integer.MAX_VALUE,
                        0,
                        FirstNumber.any(random)),
                new OpenibConfig.Sending(
                        random.nextInt(300), 1 + random.nextInt(16), random.nextBoolean()),
                new OpenibConfig.Polling(64, 1 + random.nextInt(16), 1 + random.nextInt(10), false),
                new FreeList(2, tiny ? 6 : 64, 4),
                new OpenibConfig.Path(
                        0,
                        0,
                        1 + random.nextInt(4),
                        4,
                        0,
                        1,
                        1,
                        7,
                        7,
                        new OpenibConfig.Priority(0, 0),
                        new OpenibConfig.Priority(1, 8),
                        -1),
                fast(random, eager, rings),
                firstContact(eager, longest),
                new OpenibConfig.Xrc(perNode, longest % 3),
                longest % 2 == 1);
    }

    /** One plan in three by datagrams. No draw of its own, as for credits. */
    private static OpenibConfig.FirstContact firstContact(int eager, int longest) {
        return new OpenibConfig.FirstContact(
                (eager + longest) % 3 == 0,
                1 + longest % 40,
                1 + longest % 24,
                20_000 + 10_000L * (longest % 97),
                longest % 7);
    }

    /** One plan in four without rings; the others with small ones, so that they wrap and fill. */
    private static OpenibConfig.Fast fast(Random random, int eager, boolean rings) {
        RingLayout[] layouts = RingLayout.values();
        PollOrder[] orders = PollOrder.values();
        int limit = RingShape.LEAST_LIMIT + 8 * random.nextInt(eager / 8);
        int block = 2 * limit + 8 * random.nextInt(limit);
        RingLayout layout = layouts[random.nextInt(layouts.length)];
        return new OpenibConfig.Fast(
                rings || random.nextInt(4) != 0 ? 1 : 0,
                new RingShape(layout, 1 + random.nextInt(4), limit, block),
                new PollingPolicy(
                        rings ? 1 : 1 + random.nextInt(4),
                        rings ? 3 : 1 + random.nextInt(3),
                        !rings && random.nextBoolean(),
                        random.nextInt(100_000),
                        1 + random.nextInt(300_000),
                        orders[random.nextInt(orders.length)],
                        1 + random.nextInt(20)),
                random.nextInt(3) != 0,
                // As for credits: no draw of its own.
                limit / 8 % 2 == 0);
    }

    private static int flags(Random random) {
        int put = random.nextInt(4) != 0 ? BtlAttributes.FLAG_PUT : 0;
        int get = random.nextInt(4) != 0 ? BtlAttributes.FLAG_GET : 0;
        int registers = (put | get) == 0 ? 0 : BtlAttributes.FLAG_NEEDS_REGISTRATION;
        return BtlAttributes.FLAG_SEND | put | get | registers;
    }

    /** Two are a connection; half of the plans have no bound. */
    private static int maxQueuePairs(Random random) {
        return random.nextBoolean() ? 0 : 2 + random.nextInt(5);
    }

    private static OpenibConfig.Queues queues(Random random, boolean tiny, int eager, int longest) {
        int num = 1 + random.nextInt(tiny ? 2 : 8);
        return new OpenibConfig.Queues(
                text(random, eager, longest),
                random.nextBoolean(),
                num,
                1 + random.nextInt(num),
                random.nextInt(num),
                1 + random.nextInt(4),
                tiny ? 4 : 64,
                random.nextInt(8),
                random.nextInt(4),
                2 + random.nextInt(16),
                1 + random.nextInt(2),
                // No draw of its own: seeds of plans that failed once stay what they are.
                longest % 2 == 0,
                random.nextBoolean());
    }

    private static String text(Random random, int eager, int longest) {
        return switch (random.nextInt(4)) {
            case 0 -> "P,256,4,3,2:S,%d,16,12,8,4:S,%d,16,12,8,4".formatted(eager, longest + 300);
            case 1 -> "X,%d,16,12,8,4:X,%d,16,12,8,4".formatted(eager, longest + 300);
            default -> "";
        };
    }
}
