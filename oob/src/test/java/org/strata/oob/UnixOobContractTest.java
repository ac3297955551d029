package org.strata.oob;

import org.junit.jupiter.api.io.TempDir;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

class UnixOobContractTest extends OobClientContract {
    @TempDir Path directory;

    @Override
    SocketAddress address() {
        return UnixDomainSocketAddress.of(directory.resolve("oob"));
    }
}
