package org.strata.tests.verbs;

import org.strata.opal.memory.Memory;
import org.strata.testkit.verbs.VerbsSide;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prints what operations of the software HCA cost between two processes, in nanoseconds. Run by
 * hand: arguments are the mode and the way to reach memory, such as {@code INLINE AUTO}.
 */
final class SoftBenchmark {
    private static final int ROUNDS = 100_000;
    private static final int LONG = 1 << 20;

    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);
    private final VerbsSide side;
    private final PeerProcess peer;
    private final QueuePair qp;

    private SoftBenchmark(Path directory, SoftConfig.Mode mode, SoftFabric.Reach reach)
            throws IOException {
        SoftFabric fabric = SoftFabric.onHost(directory, Peer.JOB, reach);
        SoftConfig config = HostFabricContract.config(mode, directory);
        side = new VerbsSide(new SoftProvider(config, fabric, notice -> {}).open("soft0"));
        qp = side.rc();
        peer = new PeerProcess(directory, mode, reach);
        Gid own = side.context.gid(1, 0);
        peer.say(own.interfaceId() + " " + qp.number() + " 1");
        peer.hear();
        Peer.connect(qp, peer.number(1), new Gid(own.subnetPrefix(), peer.address(0)));
    }

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "strata-bench");
        SoftBenchmark benchmark =
                new SoftBenchmark(
                        directory,
                        SoftConfig.Mode.valueOf(args[0]),
                        SoftFabric.Reach.valueOf(args[1]));
        benchmark.run();
        benchmark.peer.close();
        benchmark.side.close();
        try (var files = Files.list(directory)) {
            files.forEach(file -> file.toFile().delete());
        }
        Files.delete(directory);
    }

    private void run() {
        for (int i = 0; i < 3; i++) {
            peer.say("echo " + ROUNDS);
            System.out.printf("send+recv, half round trip: %d ns%n", pingPong() / 2);
        }
        for (int i = 0; i < 3; i++) {
            long at = peer.address(3) + 32_768;
            System.out.printf("write 8 B to the segment: %d ns%n", write(at, peer.number(4), 8));
            at = peer.address(5);
            System.out.printf("write 8 B elsewhere: %d ns%n", write(at, peer.number(6), 8));
            System.out.printf("register and close 1 MiB: %d ns%n", register());
        }
    }

    private long pingPong() {
        long start = System.nanoTime();
        side.send.operation(WrOpcode.SEND, SendFlags.INLINE);
        side.send.sge(side.at(0), 8, side.region.lkey());
        side.recv.sge(side.at(64), 64, side.region.lkey());
        for (int i = 0; i < ROUNDS; i++) {
            qp.postRecv(side.recv);
            qp.postSend(side.send);
            while (side.recvCq.poll(wcs, 1) == 0) {
                Thread.onSpinWait();
            }
        }
        return (System.nanoTime() - start) / ROUNDS;
    }

    private long write(long at, int rkey, int length) {
        long start = System.nanoTime();
        side.send.operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED).remote(at, rkey);
        side.send.sge(side.at(0), length, side.region.lkey());
        for (int i = 0; i < ROUNDS; i++) {
            qp.postSend(side.send);
            while (side.sendCq.poll(wcs, 1) == 0) {
                Thread.onSpinWait();
            }
        }
        return (System.nanoTime() - start) / ROUNDS;
    }

    private long register() {
        long memory = side.allocate(LONG);
        Memory.zero(memory, LONG);
        int rounds = 200;
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            MemoryRegion region = side.pd.register(memory, LONG, 1);
            region.close();
        }
        return (System.nanoTime() - start) / rounds;
    }
}
