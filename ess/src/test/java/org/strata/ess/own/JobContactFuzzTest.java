package org.strata.ess.own;

import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.fuzz.FilesInMemory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The file by which a rank finds its job. */
class JobContactFuzzTest extends FuzzContract {
    @TempDir(factory = FilesInMemory.class)
    Path temp;

    @Override
    protected List<byte[]> valid() {
        String secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";
        return utf8("unix /tmp/x/socket\n" + secret, "tcp 127.0.0.1 4711\n" + secret);
    }

    @Override
    protected List<byte[]> words() {
        return utf8("unix ", "tcp ", "\n", " ", "\0", "localhost", "-1", "65536", "::1%lo");
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        JobContact.read(Files.write(temp.resolve("contact"), input));
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
