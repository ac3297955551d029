package org.strata.opal.platform.linux;

import org.strata.opal.platform.KernelFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where Linux mounts its own file systems. */
final class LinuxKernelFiles implements KernelFiles {
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path SYSTEM = Path.of("/sys");

    @Override
    public Path process(String name) {
        return PROCESSES.resolve(name);
    }

    @Override
    public Path system(String name) {
        return SYSTEM.resolve(name);
    }

    @Override
    public Path sharedMemory() {
        return Path.of("/dev/shm");
    }

    @Override
    public Path nothing() {
        return Path.of("/dev/null");
    }

    @Override
    public Path random() {
        return Path.of("/dev/urandom");
    }

    @Override
    public boolean inputIsTerminal() {
        try {
            String name = Files.readSymbolicLink(process("self/fd/0")).toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Path temporary() {
        return Path.of("/tmp");
    }
}
