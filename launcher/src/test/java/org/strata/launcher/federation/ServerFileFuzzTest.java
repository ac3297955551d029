package org.strata.launcher.federation;

import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;
import org.strata.opal.platform.FileOwner;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/** Files by which jobs find a name server. */
class ServerFileFuzzTest extends FuzzContract {
    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        String secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";
        return utf8("strata:unix=/tmp/a;tcp=127.0.0.1,4711;tcp=fe80:0:0:0:0:0:0:1,1\n" + secret);
    }

    @Override
    protected List<byte[]> words() {
        return utf8("strata:", "unix=", "tcp=", ";", ",", "\n", "\0", "%lo", "beef", "1.2", ":");
    }

    @Override
    protected void parse(byte[] input) throws IOException, UsageException {
        Path file = Files.write(temp.resolve("server"), input);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        int user = (int) Files.getAttribute(file, "unix:uid");
        ServerFile.read(file, FileOwner.ofNumber(user));
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(UsageException.class);
    }
}
