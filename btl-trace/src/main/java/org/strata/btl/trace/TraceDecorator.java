package org.strata.btl.trace;

import org.strata.btl.wrap.BtlWrapper;
import org.strata.btl.wrap.WrappingDecorator;
import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.time.Clock;

import java.io.IOException;

/** Traces the links of the configured components. */
public final class TraceDecorator extends WrappingDecorator {
    /** Next to the upper layers: what it shows is what they see. */
    private static final int PRIORITY = 20;

    private final TraceSink sink;

    /**
     * @param config what to trace and where to
     * @param environment who this process is
     * @param messages the rank's handlers
     * @param clock for the time of each line
     * @param output prints the lines when no file is given, and why a file cannot be written
     */
    public TraceDecorator(
            TraceConfig config,
            ProcessEnvironment environment,
            ActiveMessages messages,
            Clock clock,
            Output output) {
        super(config.wrap()::contains, messages);
        sink = sink(config, environment, clock, output);
    }

    private static TraceSink sink(
            TraceConfig config, ProcessEnvironment environment, Clock clock, Output output) {
        int rank = environment.rankInJob();
        if (config.jfr()) {
            return new FlightRecorderSink(rank);
        }
        if (!config.file().isEmpty()) {
            String file =
                    config.file()
                            .replace("%r", String.valueOf(rank))
                            .replace("%h", environment.proc(environment.rank()).host())
                            .replace("%j", environment.jobId());
            try {
                return new FileSink(file, clock, rank);
            } catch (IOException e) {
                output.warn("btl_trace_file: " + e + "; tracing to standard error");
            }
        }
        return new LineSink(output::warn, clock, rank);
    }

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    protected BtlWrapper wrap(Btl link, BtlErrorHandler errors) {
        sink.open();
        return link instanceof RdmaBtl
                ? new TraceRdmaBtl(link, sink, errors)
                : new TraceBtl(link, sink, errors);
    }
}
