package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.testkit.RecordingOutput;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** How a peer's memory is found to be readable or not; the peer is this process in disguise. */
final class SingleCopyTest {
    private static final int PID = (int) ProcessHandle.current().pid();

    @TempDir Path directory;

    private final RecordingOutput output = new RecordingOutput();
    private final Arena arena = Arena.ofShared();
    private final Doorbell doorbell = new Doorbell(why -> {});
    private final long source = Memory.allocate(arena, 64, 8);
    private final long target = Memory.allocate(arena, 64, 8);
    private boolean first = true;
    private ShmSegment own;
    private SingleCopy copy;

    @BeforeEach
    void open() throws IOException {
        ShmAddress card = card(PID, "here", 1);
        own = ShmSegment.create(directory.resolve("own"), layout(), card, 1);
        copy = new SingleCopy(true, card, own.address(), output, () -> first);
        Memory.putLong(source, 42);
    }

    @AfterEach
    void close() {
        copy.close();
        doorbell.close();
        arena.close();
    }

    private static SegmentLayout layout() {
        return new SegmentLayout(1, 0, 1, 1, 64);
    }

    private ShmAddress card(int pid, String namespace, long nonce) {
        String path = directory.resolve("peer" + nonce).toString();
        return new ShmAddress("", path, pid, namespace, nonce, 0, 0);
    }

    /** Returns a peer whose card names {@code nonce}, while its segment holds {@code written}. */
    private ShmEndpoint peer(int pid, String namespace, long nonce, long written)
            throws IOException {
        ShmAddress real = card(pid, namespace, written);
        ShmSegment segment = ShmSegment.create(Path.of(real.path()), layout(), real, 1);
        ShmAddress shown = card(pid, namespace, nonce).withHeader(segment.address());
        return new ShmEndpoint(new Proc(1, "here", 1, true), shown, segment, null, doorbell);
    }

    @Test
    void ranksOfOneProcessCopyDirectly() throws IOException {
        ShmEndpoint peer = peer(PID, "here", 2, 2);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.DIRECT);
        assertThat(copy.read(peer, source, target, 64)).isEqualTo(Rc.OK);
        assertThat(Memory.getLong(target)).isEqualTo(42);
    }

    @Test
    void aWriteThatFailsDoesNotEndReads() throws IOException {
        ShmEndpoint peer = peer(PID, "elsewhere", 3, 3);
        long unmapped = 4096;
        assertThat(copy.write(peer, unmapped, source, 64)).isEqualTo(Rc.NOT_AVAILABLE);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.KERNEL);
        assertThat(Memory.getInt(own.address() + SegmentLayout.COPY_REFUSED)).isZero();
        assertThat(copy.read(peer, source, target, 64)).isEqualTo(Rc.OK);
        assertThat(copy.write(peer, target, source, 64)).isEqualTo(Rc.OK);
    }

    @Test
    void otherProcessesAreReadByTheKernelOnceTheyAreProvenTheRightOnes() throws IOException {
        ShmEndpoint peer = peer(PID, "elsewhere", 3, 3);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.KERNEL);
        assertThat(copy.read(peer, source, target, 64)).isEqualTo(Rc.OK);
        assertThat(Memory.getLong(target)).isEqualTo(42);
        Memory.putLong(target, 43);
        assertThat(copy.write(peer, source, target, 8)).isEqualTo(Rc.OK);
        assertThat(Memory.getLong(source)).isEqualTo(43);
        assertThat(output.verbose()).isEmpty();
    }

    @Test
    void aProcessIdThatMeansAnotherProcessIsRefused() throws IOException {
        ShmEndpoint peer = peer(PID, "elsewhere", 4, 5);
        assertThat(copy.read(peer, source, target, 64)).isEqualTo(Rc.NOT_AVAILABLE);
        assertThat(peer.copyWay).isEqualTo(CopyWay.REFUSED);
        assertThat(output.warnings()).hasSize(1);
        assertThat(output.warnings().get(0))
                .contains("containers")
                .contains("copied through shared");
    }

    /** Of two numbers that no other process has, one may be the same by chance. */
    @Test
    void bothNumbersProveAProcess() throws IOException {
        ShmEndpoint peer = peer(PID, "elsewhere", 4, 4);
        long second = peer.segment.address() + SegmentLayout.NONCE + Long.BYTES;
        Memory.putLong(second, Memory.getLong(second) + 1);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.REFUSED);
    }

    private RemoteMemory remote(String... options) {
        return new RemoteMemory(new PoolCopy(null), copy, Configs.with(options));
    }

    /** Short ranges go faster in messages. */
    @Test
    void memoryIsOfferedFromALengthOn() throws IOException {
        RemoteMemory memory = remote("single_copy_min=64");
        ShmEndpoint peer = peer(PID, "elsewhere", 3, 3);
        assertThat(memory.offers(peer, source, 63)).isFalse();
        assertThat(memory.offers(peer, source, 64)).isTrue();
    }

    /** It would have to ask for the message once more, in fragments. */
    @Test
    void memoryIsNotOfferedToAPeerThatCannotReadIt() throws IOException {
        RemoteMemory memory = remote("single_copy_min=1");
        assertThat(memory.offers(peer(Integer.MAX_VALUE - 1, "here", 6, 6), source, 64)).isFalse();
        ShmEndpoint refused = peer(PID, "elsewhere", 3, 3);
        assertThat(memory.offers(refused, source, 64)).isTrue();
        Memory.putInt(refused.segment.address() + SegmentLayout.COPY_REFUSED, 1);
        assertThat(memory.offers(refused, source, 64)).as("by the kernel").isFalse();
    }

    /** Only the kernel is slow enough for that, and only where the user has not chosen it. */
    @Test
    void fragmentsCompeteWithTheKernelAlone() throws IOException {
        long handle = Memory.allocate(arena, PoolCopy.HANDLE_BYTES, 8);
        ShmEndpoint other = peer(PID, "elsewhere", 3, 3);
        ShmEndpoint own = peer(PID, "here", 4, 4);
        RemoteMemory measured = remote("single_copy_choice=measured");
        assertThat(measured.fragmentsMayWin(other, source, handle, 64)).isTrue();
        assertThat(measured.fragmentsMayWin(own, source, handle, 64)).isFalse();
        assertThat(remote("single_copy_choice=always").fragmentsMayWin(other, source, handle, 64))
                .isFalse();
    }

    @Test
    void refusalIsSaidOnceAndToPeers() throws IOException {
        ShmEndpoint gone = peer(Integer.MAX_VALUE - 1, "here", 6, 6);
        assertThat(copy.peerReads(gone)).isTrue();
        assertThat(copy.way(gone)).isEqualTo(CopyWay.REFUSED);
        assertThat(copy.way(peer(Integer.MAX_VALUE - 1, "here", 7, 7))).isEqualTo(CopyWay.REFUSED);
        assertThat(output.warnings()).hasSize(1);
        assertThat(output.verbose()).isEmpty();
        assertThat(Memory.getInt(own.address() + SegmentLayout.COPY_REFUSED)).isEqualTo(1);
    }

    @Test
    void whatAnotherRankOfTheNodeHasSaidIsNotSaidAgain() throws IOException {
        first = false;
        assertThat(copy.way(peer(Integer.MAX_VALUE - 1, "here", 6, 6))).isEqualTo(CopyWay.REFUSED);
        assertThat(output.warnings()).isEmpty();
        assertThat(output.verbose()).hasSize(1);
    }

    /** The application has freed one buffer too early; its others are read as before. */
    @Test
    void memoryThatCannotBeReadGoesAnotherWayAlone() throws IOException {
        ShmEndpoint peer = peer(PID, "elsewhere", 8, 8);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.KERNEL);
        assertThat(copy.read(peer, 8, target, 8)).isEqualTo(Rc.NOT_AVAILABLE);
        assertThat(copy.way(peer)).isEqualTo(CopyWay.KERNEL);
        assertThat(output.warnings()).isEmpty();
    }

    /** It has died since its memory was found to be readable: no other way leads to it. */
    @Test
    void aPeerThatIsGoneIsALostLink() throws IOException {
        assertThat(copy.way(peer(PID, "elsewhere", 3, 3))).isEqualTo(CopyWay.KERNEL);
        ShmEndpoint gone = peer(Integer.MAX_VALUE - 1, "elsewhere", 6, 6);
        gone.copyWay = CopyWay.KERNEL;
        assertThat(copy.write(gone, target, source, 8)).isEqualTo(Rc.LINK_FAILED);
        assertThat(copy.read(gone, source, target, 8)).isEqualTo(Rc.LINK_FAILED);
        assertThat(output.warnings()).isEmpty();
    }

    @Test
    void switchedOffItIsNotEvenTried() throws IOException {
        SingleCopy off =
                new SingleCopy(false, card(PID, "here", 1), own.address(), output, () -> first);
        assertThat(off.way(peer(PID, "here", 9, 9))).isEqualTo(CopyWay.REFUSED);
        assertThat(output.warnings()).isEmpty();
        off.close();
    }
}
