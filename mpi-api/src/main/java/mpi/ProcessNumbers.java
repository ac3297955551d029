package mpi;

import org.strata.opal.report.CoreTimes;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the kernel and the JVM say of this process: memory, cores, collections, compilers. Tier 3.
 */
final class ProcessNumbers {
    private static final Path STATUS = HostFiles.process("self/status");
    private static final long KIBI = 1024;

    private final CoreTimes cores;

    ProcessNumbers(CoreTimes cores) {
        this.cores = cores;
    }

    /**
     * Adds what there is; what cannot be read is left out.
     *
     * @param collections whether the JVM is asked for them, which takes some milliseconds
     */
    void addTo(Map<String, Long> values, Map<String, String> facts, boolean collections) {
        facts.put("java", Runtime.version().toString());
        facts.put("processors", "" + Runtime.getRuntime().availableProcessors());
        values.put("heap", Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        values.put("heap most", Runtime.getRuntime().maxMemory());
        readStatus(values, facts);
        long delayed = cores.delayed();
        if (delayed >= 0) {
            values.put("core delays", delayed);
        }
        long worked = cores.onCore();
        if (worked >= 0) {
            values.put("core time", worked);
        }
        if (collections) {
            addCollections(values);
        }
    }

    private static void readStatus(Map<String, Long> values, Map<String, String> facts) {
        List<String> lines;
        try {
            lines = Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return;
        }
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                continue;
            }
            String text = line.substring(colon + 1).strip();
            switch (line.substring(0, colon)) {
                case "VmHWM" -> values.put("memory", KIBI * number(text));
                case "voluntary_ctxt_switches" -> values.put("switches", number(text));
                case "nonvoluntary_ctxt_switches" -> values.put("forced switches", number(text));
                case "Cpus_allowed_list" -> facts.put("cpus", text);
                default -> {}
            }
        }
    }

    private static long number(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 0 || end > 18 ? 0 : Long.parseLong(text.substring(0, end));
    }

    /** The beans are classes that most programs do not load: a rank asks when it has time. */
    private static void addCollections(Map<String, Long> values) {
        long millis = 0;
        long count = 0;
        for (GarbageCollectorMXBean one : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, one.getCollectionTime());
            count += Math.max(0, one.getCollectionCount());
        }
        values.put("collections", count);
        values.put("collecting", TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Adds what the JVM's compilers have taken. */
    void addCompiling(Map<String, Long> values) {
        long compiling = cores.compiling();
        values.put("compiling", compiling >= 0 ? compiling : compilingByBean());
    }

    /** The time that passed while the compilers worked, with or without a core. */
    private static long compilingByBean() {
        var compiler = ManagementFactory.getCompilationMXBean();
        boolean known = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        return known ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime()) : 0;
    }
}
