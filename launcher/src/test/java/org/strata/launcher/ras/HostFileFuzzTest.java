package org.strata.launcher.ras;

import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Files of hosts. */
class HostFileFuzzTest extends FuzzContract {
    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        return utf8(
                "node1 slots=4 max_slots=8 # comment\nuser@node2:3\n\n// c\n[fe80::1]:2\n+n1\n",
                "/* one\n two */ a slots = 2 user=\"bob\" port=22\nb:*\nc:auto\n+e:2\n");
    }

    @Override
    protected List<byte[]> words() {
        return utf8(
                "/*", "*/", "//", "#", "slots=", "=", ":", "@", "[", "]", "\n", "+n", "+e", "*");
    }

    @Override
    protected void parse(byte[] input) throws IOException, UsageException {
        Path file = Files.write(temp.resolve("hosts"), input);
        List<HostSlots> hosts = HostFile.read(file);
        for (HostSlots host : hosts) {
            if (host.slots() < 0 || host.slots() > HostSlots.LIMIT || host.most() < 1) {
                throw new AssertionError(host);
            }
        }
        HostFile.sequence(file, List.of("a", "b", "c", "d", "e"));
    }

    /** A line of two characters is a host, or with {@code +e} a search among all of them. */
    @Override
    protected long bound(int length) {
        return (1 << 20) + 1024L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
