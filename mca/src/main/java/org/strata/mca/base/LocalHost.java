package org.strata.mca.base;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this node, on which mpirun and ranks must agree. */
public final class LocalHost {
    private static final Path KERNEL_NAME = HostFiles.process("sys/kernel/hostname");

    private LocalHost() {}

    /** Returns the kernel's name of the node, or the resolver's where the kernel has none. */
    public static String name() {
        try {
            return Files.readString(KERNEL_NAME).strip();
        } catch (IOException e) {
            return resolved();
        }
    }

    private static String resolved() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
