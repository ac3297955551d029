package org.strata.mca.base;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Facts of the real process. */
final class ThisProcess {
    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private ThisProcess() {}

    /**
     * Makes the injector call constructors by reflection: that starts faster than generating
     * classes, and needs no access to the JDK's internals. Effective before its first use.
     */
    static void tameInjector() {
        String option = "guice_bytecode_gen_option";
        if (System.getProperty(option) == null) {
            System.setProperty(option, "DISABLED");
        }
    }

    /** This node's name; from the kernel where it says it, since a resolver may be slow. */
    static String host() {
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
