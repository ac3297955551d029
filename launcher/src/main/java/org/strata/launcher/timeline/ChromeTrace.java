package org.strata.launcher.timeline;

import org.strata.launcher.report.Json;
import org.strata.opal.report.TimelineEvents;
import org.strata.opal.report.TimelineEvents.Event;
import org.strata.opal.report.TimelineEvents.Kind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Writes events in the Trace Event Format of Chrome, which Perfetto reads, too: a rank is a process
 * of it, and its threads are those.
 */
final class ChromeTrace implements TraceWriter {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Writer out;
    private boolean first = true;
    private long events;

    ChromeTrace(Writer out) throws IOException {
        this.out = out;
        out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    }

    @Override
    public void rank(
            int rank, String host, String clock, TimelineEvents all, LongUnaryOperator times)
            throws IOException {
        metadata(rank, 0, "process_name", "name", "rank " + rank + " on " + host);
        metadata(rank, 0, "process_labels", "labels", clock);
        write(
                start("M", rank, 0)
                        .member("name", "process_sort_index")
                        .name("args")
                        .open("{")
                        .member("sort_index", rank)
                        .close("}"));
        Map<String, Integer> threads = new LinkedHashMap<>();
        try {
            all.forEach(event -> {
                int thread = threads.computeIfAbsent(event.thread(), any -> threads.size() + 1);
                event(rank, thread, event, times);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Map.Entry<String, Integer> thread : threads.entrySet()) {
            metadata(rank, thread.getValue(), "thread_name", "name", thread.getKey());
        }
    }

    private void event(int rank, int thread, Event event, LongUnaryOperator times) {
        long begin = times.applyAsLong(event.begin());
        Json json =
                start("X", rank, thread)
                        .name("ts")
                        .number(micros(begin))
                        .name("dur")
                        .number(micros(event.nanos()))
                        .member("cat", event.kind().name().toLowerCase(Locale.ROOT))
                        .member("name", TraceWriter.name(event));
        json.name("args").open("{");
        if (event.kind() == Kind.WAIT || event.kind() == Kind.TRANSFER) {
            json.member("call", event.name());
        }
        if (event.kind() == Kind.WAIT && event.peer() >= 0) {
            json.member("rank", event.peer());
        }
        if (!event.place().isEmpty()) {
            json.member("at", event.place());
        }
        try {
            write(json.close("}"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        events++;
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MICRO);
    }

    private Json start(String phase, int rank, int thread) {
        return new Json().open("{").member("ph", phase).member("pid", rank).member("tid", thread);
    }

    private void metadata(int rank, int thread, String name, String key, String value)
            throws IOException {
        write(
                start("M", rank, thread)
                        .member("name", name)
                        .name("args")
                        .open("{")
                        .member(key, value)
                        .close("}"));
    }

    private void write(Json event) throws IOException {
        out.write(first ? "" : ",\n");
        first = false;
        out.write(event.close("}").toString());
    }

    @Override
    public long events() {
        return events;
    }

    @Override
    public void close(Map<String, String> facts) throws IOException {
        Json json = new Json().open("{");
        facts.forEach(json::member);
        out.write("\n],\n\"otherData\":" + json.close("}") + "}\n");
        out.close();
    }
}
