package org.strata.launcher.node;

import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;
import org.strata.launcher.raw.OwnProcess;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.raw.RawText;
import org.strata.launcher.session.Session;
import org.strata.launcher.wire.Hello;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.LocalHost;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.HostMemory;
import org.strata.opal.sys.KernelThreads;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program that mpirun starts on each other host of a job. Its standard input begins with a
 * {@link Hello}; when it ends, the daemon ends with everything that it has started.
 */
public final class Stratad {
    private static final Path DEFAULT_SCRATCH = HostFiles.temporary();

    private Stratad() {}

    /** Runs the daemon. */
    public static void main(String[] words) throws InterruptedException {
        InputStream in = new FileInputStream(FileDescriptor.in);
        int status;
        try {
            status = run(in, OwnNode.of(Hello.read(in), OwnProcess.environment()));
        } catch (IOException | OutOfMemoryError e) {
            // The JVM throws the error, too, when the system makes no thread.
            System.err.println("stratad on " + LocalHost.name() + ": " + e.getMessage());
            status = 1;
        }
        // Threads that read may be blocked for ever.
        Runtime.getRuntime().halt(status);
    }

    private static int run(InputStream in, Hello hello) throws IOException, InterruptedException {
        try (NodeDaemon daemon = NodeDaemon.open(hello, scratch(hello))) {
            Thread.ofPlatform().daemon().name("strata-stdin").start(() -> drain(in, daemon));
            return daemon.run(facts());
        }
    }

    private static NodeFacts facts() throws IOException {
        return new NodeFacts(
                InfoFacts.installedVersion(),
                JarDigest.ofInstallation(),
                LocalHost.name(),
                Runtime.getRuntime().availableProcessors(),
                Topology.ofThisHost(() -> CpuSet.ofMask(KernelThreads.affinity(0))).encode(),
                HostMemory.usable());
    }

    /** Nothing more is expected on standard input but its end. */
    private static void drain(InputStream in, NodeDaemon daemon) {
        try {
            byte[] ignored = new byte[512];
            while (in.read(ignored) >= 0) {
                continue;
            }
        } catch (IOException e) {
            assert e != null;
        }
        daemon.stop("the standard input has ended");
    }

    /** Returns the directory for the job's files on this host. */
    private static Path scratch(Hello hello) {
        String wanted = hello.parameters().getOrDefault(DaemonCommand.SCRATCH, "");
        if (wanted.isEmpty()) {
            wanted = OwnProcess.environment().getOrDefault("TMPDIR", "");
        }
        Path path = RawPath.of(wanted.isEmpty() ? DEFAULT_SCRATCH.toString() : wanted);
        boolean fits =
                path.isAbsolute()
                        && !RawText.isRaw(wanted)
                        && path.toString().length() <= Session.LONGEST_PARENT;
        return fits && Files.isDirectory(path) && Files.isWritable(path) ? path : DEFAULT_SCRATCH;
    }
}
