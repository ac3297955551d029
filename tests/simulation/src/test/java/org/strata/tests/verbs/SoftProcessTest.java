package org.strata.tests.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.UsualRows;
import org.strata.testkit.verbs.VerbsSide;
import org.strata.verbs.Access;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The software HCA between two processes. */
final class SoftProcessTest {
    private static final int SIGNALED = SendFlags.SIGNALED;

    // Fields of the peer's card.
    private static final int QP = 1;
    private static final int TARGET = 2;
    private static final int SEGMENT = 3;
    private static final int SEGMENT_KEY = 4;
    private static final int PLAIN = 5;
    private static final int PLAIN_KEY = 6;

    @TempDir Path directory;

    private VerbsSide side;
    private PeerProcess peer;
    private QueuePair qp;
    private QueuePair xrc;
    private XrcDomain domain;
    private FileMemory files;

    private void start(SoftConfig.Mode mode, SoftFabric.Reach reach) throws IOException {
        files = new FileMemory(directory, 0);
        SoftFabric fabric = SoftFabric.onHost(directory, Peer.JOB, reach, files);
        SoftConfig config = HostFabricContract.config(mode, directory);
        side = new VerbsSide(new SoftProvider(config, fabric, notice -> {}).open("soft0"));
        qp = side.rc();
        domain = side.keep(side.context.openXrcDomain("shared"));
        xrc = side.keep(side.context.createQp(QpInit.xrcSend(side.pd, side.sendCq, 16, 0)));
        peer = new PeerProcess(directory, mode, reach);
        Gid own = side.context.gid(1, 0);
        Gid to = new Gid(own.subnetPrefix(), peer.address(0));
        peer.say(own.interfaceId() + " " + qp.number() + " " + xrc.number());
        assertThat(peer.hear()).isEqualTo("ready");
        Peer.connect(qp, peer.number(QP), to);
        Peer.connect(xrc, peer.number(TARGET), to);
    }

    @AfterEach
    void stop() {
        if (side != null) {
            side.close();
        }
        if (peer != null) {
            peer.close();
        }
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"INLINE, AUTO", "INLINE, KERNEL", "ENGINE, AUTO", "ENGINE, HELP"})
    void messagesComeBack(SoftConfig.Mode mode, SoftFabric.Reach reach) throws IOException {
        start(mode, reach);
        int rounds = mode == SoftConfig.Mode.INLINE ? 500 : 100;
        peer.say("echo " + rounds);
        for (int i = 0; i < rounds; i++) {
            int length = 4 + i % 200;
            side.postRecv(qp, i, 4096, 256);
            Memory.putInt(side.at(0), i);
            side.postSend(qp, i, WrOpcode.SEND, SIGNALED, 0, length);
            assertThat(side.next(side.recvCq).ok(i, WcOpcode.RECV).byteLength()).isEqualTo(length);
            side.next(side.sendCq).ok(i, WcOpcode.SEND);
            assertThat(Memory.getInt(side.at(4096))).isEqualTo(i);
        }
        assertThat(peer.hear()).isEqualTo("echoed");
        peer.say("stop");
        assertThat(peer.hear()).isEqualTo("closed");
    }

    /** The peer's threads wait for its standard input; in mode inline it has no others. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"ENGINE, MAPPED", "INLINE, AUTO", "INLINE, MAPPED"})
    void rdmaNeedsNobodyAtThePeer(SoftConfig.Mode mode, SoftFabric.Reach reach) throws IOException {
        start(mode, reach);
        rdma(peer.address(SEGMENT) + 32_768, peer.number(SEGMENT_KEY), 8192);
        rdma(peer.address(PLAIN), peer.number(PLAIN_KEY), Peer.PLAIN);
        peer.say("stop");
        assertThat(peer.hear()).isEqualTo("closed");
    }

    private void rdma(long remote, int rkey, int bytes) {
        int length = bytes / 2;
        long memory = side.allocate(bytes);
        MemoryRegion region = side.keep(side.pd.register(memory, bytes, Access.LOCAL_WRITE));
        for (int i = 0; i < length; i += 8) {
            Memory.putLong(memory + i, i * 31L);
        }
        side.send.operation(WrOpcode.RDMA_WRITE, SIGNALED).sge(memory, length, region.lkey());
        side.send.wrId(1).remote(remote + 8, rkey);
        assertThat(qp.postSend(side.send)).isEqualTo(Rc.OK);
        side.next(side.sendCq).ok(1, WcOpcode.RDMA_WRITE);
        side.send.operation(WrOpcode.RDMA_READ, SIGNALED);
        side.send.sge(memory + length, length, region.lkey()).wrId(2).remote(remote + 8, rkey);
        assertThat(qp.postSend(side.send)).isEqualTo(Rc.OK);
        side.next(side.sendCq).ok(2, WcOpcode.RDMA_READ);
        for (int i = 0; i < length; i += 8) {
            assertThat(Memory.getLong(memory + length + i)).isEqualTo(i * 31L);
        }
        side.send.atomic(remote + 16, rkey, 5, 0);
        side.postSend(qp, 3, WrOpcode.ATOMIC_FETCH_AND_ADD, SIGNALED, 0, 8);
        side.next(side.sendCq).ok(3, WcOpcode.FETCH_ADD);
        side.postSend(qp, 4, WrOpcode.ATOMIC_FETCH_AND_ADD, SIGNALED, 8, 8);
        side.next(side.sendCq).ok(4, WcOpcode.FETCH_ADD);
        assertThat(Memory.getLong(side.at(8))).isEqualTo(Memory.getLong(side.at(0)) + 5);
    }

    @Test
    void aSleepingPeerIsWoken() throws IOException {
        start(SoftConfig.Mode.INLINE, SoftFabric.Reach.AUTO);
        peer.say("sleep");
        assertThat(peer.hear()).isEqualTo("asleep");
        Memory.putInt(side.at(0), 4711);
        side.postSend(qp, 1, WrOpcode.SEND, SIGNALED, 0, 4);
        side.next(side.sendCq).ok(1, WcOpcode.SEND);
        assertThat(peer.hear()).isEqualTo("woken true 1 4711");
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"INLINE, AUTO", "INLINE, KERNEL", "ENGINE, AUTO"})
    void aDeadPeerDoesNotAnswer(SoftConfig.Mode mode, SoftFabric.Reach reach) throws Exception {
        start(mode, reach);
        side.postSend(qp, 1, WrOpcode.SEND, SIGNALED, 0, 4);
        side.next(side.sendCq).ok(1, WcOpcode.SEND);
        peer.kill();
        long end = System.nanoTime() + 20_000_000_000L;
        side.send.remote(peer.address(SEGMENT) + 32_768, peer.number(SEGMENT_KEY));
        int status = WcStatus.SUCCESS;
        while (status == WcStatus.SUCCESS && System.nanoTime() < end) {
            side.postSend(qp, 2, WrOpcode.RDMA_WRITE, SIGNALED, 0, 64);
            status = side.next(side.sendCq).status();
        }
        assertThat(WcStatus.name(status)).isEqualTo(WcStatus.name(WcStatus.RETRY_EXC_ERR));
        assertThat(qp.state()).isEqualTo(QpState.ERR);
    }

    /** What was mapped stays: there is nothing behind which a signal could wait. */
    @ParameterizedTest
    @CsvSource({"INLINE", "ENGINE"})
    void aDeadPeersFileTakesWritesUntilItIsMissed(SoftConfig.Mode mode) throws Exception {
        start(mode, SoftFabric.Reach.MAPPED);
        rdma(peer.address(PLAIN), peer.number(PLAIN_KEY), Peer.PLAIN);
        peer.kill();
        Files.delete(files.path(Peer.FILES, 0));
        long end = System.nanoTime() + 20_000_000_000L;
        side.send.remote(peer.address(PLAIN), peer.number(PLAIN_KEY));
        int status = WcStatus.SUCCESS;
        while (status == WcStatus.SUCCESS && System.nanoTime() < end) {
            side.postSend(qp, 2, WrOpcode.RDMA_WRITE, SIGNALED, 0, 65_536);
            status = side.next(side.sendCq).status();
        }
        assertThat(WcStatus.name(status)).isEqualTo(WcStatus.name(WcStatus.RETRY_EXC_ERR));
    }

    /** Where the file cannot be mapped, the kernel moves the bytes. */
    @Test
    void aFileThatIsGoneIsNotNeeded() throws IOException {
        start(SoftConfig.Mode.INLINE, SoftFabric.Reach.MAPPED);
        Files.delete(files.path(Peer.FILES, 0));
        rdma(peer.address(PLAIN), peer.number(PLAIN_KEY), Peer.PLAIN);
        side.send.remote(peer.address(PLAIN) + Peer.PLAIN - 4096, peer.number(PLAIN_KEY));
        side.postSend(qp, 9, WrOpcode.RDMA_WRITE, SIGNALED, 0, 8192);
        side.next(side.sendCq).failed(9, WcStatus.REM_ACCESS_ERR);
    }

    /** A pair of the peer's process gives access to a queue of this one: one domain. */
    @Test
    void anXrcDomainSpansProcesses() throws IOException {
        start(SoftConfig.Mode.INLINE, SoftFabric.Reach.AUTO);
        SharedReceiveQueue own = side.keep(side.pd.createXrcSrq(domain, side.recvCq, 8, 1));
        side.recv.wrId(5).sge(side.at(1024), 64, side.region.lkey());
        assertThat(own.post(side.recv)).isEqualTo(Rc.OK);
        Memory.putInt(side.at(0), 99);
        side.send.xrcSrq(own.number());
        side.postSend(xrc, 6, WrOpcode.SEND, SIGNALED, 0, 4);
        side.next(side.recvCq).ok(5, WcOpcode.RECV);
        side.next(side.sendCq).ok(6, WcOpcode.SEND);
        assertThat(Memory.getInt(side.at(1024))).isEqualTo(99);
    }
}
