package org.strata.launcher.map;

import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.HostSlots;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rank files, and the seats that they give. */
class RankFileFuzzTest extends FuzzContract {
    private static final String BOX =
            IntStream.range(0, 8)
                    .mapToObj(cpu -> "%d:%d:%d:%d:%d:-1".formatted(cpu, cpu / 4, cpu % 4, cpu, 0))
                    .collect(Collectors.joining(";"));

    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        return utf8(
                "rank 0=a slot=0-3\nrank 1=+n1 slots=1:0,2\nrank 2 = b slot = 1:*\n",
                "rank 0=a\nrank 1=b slot=*\nrank 2=a slot=0,1,2,3\n");
    }

    @Override
    protected List<byte[]> words() {
        return utf8("rank ", "=", "slot=", "+n", "-", ",0", ":", "*", "\n", "99999");
    }

    @Override
    protected void parse(byte[] input) throws IOException, UsageException {
        RankFile file = RankFile.read(Files.write(temp.resolve("ranks"), input));
        Topology topology = Topology.decode(BOX);
        List<Node> nodes =
                List.of(
                        Node.of(HostSlots.of("a", 4), true, 8, topology),
                        Node.of(HostSlots.of("b", 4), false, 8, topology));
        HostIndex hosts = new HostIndex(nodes, UnaryOperator.identity(), "nobody");
        for (int rank = 0; rank < file.size(); rank++) {
            Seat seat = file.seat(rank, nodes, hosts, rank % 2 > 0);
            if (seat.node() < 0 || seat.node() >= nodes.size()) {
                throw new AssertionError(seat);
            }
        }
    }

    /** A place is a set of up to 100,000 numbers, which is named number by number. */
    @Override
    protected long bound(int length) {
        return (64 << 20) + 512L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
