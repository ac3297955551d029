package org.strata.launcher;

import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.cli.JobRequest.OutputOptions;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.io.Forwarding;
import org.strata.launcher.io.OutputSink;
import org.strata.launcher.io.XmlDocument;
import org.strata.launcher.job.Console;
import org.strata.launcher.map.MapReport;
import org.strata.launcher.raw.RawPath;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Where mpirun and the ranks print: mpirun's two streams, or a document in XML. */
final class Screen implements AutoCloseable {
    private final OutputOptions options;
    private final OutputStream stdout;
    private final OutputSink stderr;
    private final XmlDocument document;

    /** Speaks on mpirun's stderr, whatever the options say. */
    private final Console plain;

    private final Console console;

    private Screen(
            String name,
            Chatter chatter,
            OutputOptions options,
            OutputStream stdout,
            OutputSink stderr,
            XmlDocument document) {
        boolean quiet = chatter == Chatter.QUIET;
        boolean verbose = chatter == Chatter.VERBOSE;
        this.options = options;
        this.stdout = stdout;
        this.stderr = stderr;
        this.document = document;
        plain = new Console(name, stderr, quiet, verbose);
        console =
                document == null
                        ? plain
                        : new Console(name, document.sink(), quiet, verbose, XmlDocument::said);
    }

    /**
     * Opens it; a document is begun.
     *
     * @param name what the user has typed
     * @param directory where names of files begin
     */
    static Screen open(
            String name,
            Chatter chatter,
            OutputOptions options,
            OutputStream stdout,
            OutputSink stderr,
            Path directory)
            throws UsageException {
        XmlDocument document = null;
        if (options.xmlFile() != null) {
            document = new XmlDocument(file(directory, options.xmlFile()));
        } else if (options.xml()) {
            document = new XmlDocument(stdout);
        }
        return new Screen(name, chatter, options, stdout, stderr, document);
    }

    private static OutputStream file(Path directory, Path wanted) throws UsageException {
        Path path = RawPath.resolve(directory, RawPath.text(wanted));
        try {
            return Files.newOutputStream(path);
        } catch (IOException e) {
            throw new UsageException(
                    "The file of --xml-file cannot be written: " + RawPath.reason(e, path),
                    "Nothing has been started.");
        }
    }

    /** Returns what prints mpirun's own messages. */
    Console console() {
        return console;
    }

    /** Prints who runs where. */
    void map(MapReport report) {
        if (document == null) {
            report.map().forEach(console::print);
        } else {
            report.mapElement().forEach(document::write);
        }
    }

    /** Prints the hosts and their slots. */
    void allocation(MapReport report) {
        if (document == null) {
            report.allocation().forEach(console::print);
        } else {
            report.allocationElement().forEach(document::write);
        }
    }

    /** Returns what brings the output of a number of ranks here. */
    Forwarding forwarding(int size) {
        return new Forwarding(
                options,
                size,
                outlets(),
                InstantSource.system(),
                sentence -> plain.error(List.of(sentence)));
    }

    private Forwarding.Outlets outlets() {
        String place = "mpirun's standard output";
        if (document == null) {
            OutputSink out = new OutputSink(stdout, options.tag() || options.timestamp());
            return new Forwarding.Outlets(out, place, stderr);
        }
        Path file = options.xmlFile();
        return new Forwarding.Outlets(
                document.sink(), file == null ? place : RawPath.text(file), document.sink());
    }

    /** Ends the document. */
    @Override
    public void close() throws IOException {
        if (document != null) {
            document.close();
        }
    }
}
