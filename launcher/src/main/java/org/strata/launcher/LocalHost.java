package org.strata.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This node's name, in one way for mpirun and for ranks. */
public final class LocalHost {
    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private LocalHost() {}

    /** Returns what the kernel says, which needs no resolver; else what the resolver says. */
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
