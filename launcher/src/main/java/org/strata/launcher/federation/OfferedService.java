package org.strata.launcher.federation;

import org.strata.launcher.io.Shortages;
import org.strata.launcher.raw.RawPath;
import org.strata.oob.OobServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job whose mpirun is a name server for others ({@code --report-uri}). */
public final class OfferedService implements NameService {
    private final String target;
    private final Path directory;
    private final List<InetAddress> networks;
    private final long patienceMillis;
    private final Printer printer;
    private ServerFile written;

    /** Prints the URI. */
    public interface Printer {
        /** Prints a line on mpirun's standard output, or on its standard error. */
        void print(String line, boolean output) throws IOException;
    }

    /**
     * @param target where to report the URI: a file, - for stdout, + for stderr
     * @param directory in which a relative name of a file is
     * @param networks addresses of this host on which jobs on others may connect
     * @param patienceMillis how long their mpirun may be silent
     */
    public OfferedService(
            String target,
            Path directory,
            List<InetAddress> networks,
            long patienceMillis,
            Printer printer) {
        this.target = target;
        this.directory = directory;
        this.networks = List.copyOf(networks);
        this.patienceMillis = patienceMillis;
        this.printer = printer;
    }

    @Override
    public byte[] secret() {
        return null;
    }

    @Override
    public void open(OobServer server, Path session, byte[] secret) throws IOException {
        List<SocketAddress> addresses = new ArrayList<>();
        addresses.add(UnixDomainSocketAddress.of(session.resolve("jobs")));
        networks.forEach(network -> addresses.add(new InetSocketAddress(network, 0)));
        List<SocketAddress> bound = server.serveJobs(addresses, secret, patienceMillis);
        ServerFile file = new ServerFile(new ServerContact(bound), secret);
        file.write(session.resolve(ServerFinder.NAME));
        switch (target) {
            case "-" -> printer.print(file.contact().uri(), true);
            case "+" -> printer.print(file.contact().uri(), false);
            default -> {
                try {
                    file.write(RawPath.resolve(directory, target));
                } catch (IOException e) {
                    throw Shortages.ofOption("--report-uri", target, e);
                }
                written = file;
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (written != null) {
            written.delete(RawPath.resolve(directory, target));
        }
    }
}
