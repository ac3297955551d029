package org.strata.launcher.program;

import org.strata.opal.sys.HeapLimit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The largest heap of a rank whose user names none: its share of the host's memory ({@link
 * HeapLimit}). By itself each JVM would take a quarter of the memory, whatever the number of ranks.
 */
public final class HeapShare {
    /** Options that say how large a heap is; a JVM refuses some of them beside a smaller one. */
    private static final List<String> SIZES =
            List.of(
                    "-Xmx",
                    "-mx",
                    "-Xms",
                    "-ms",
                    "-Xmn",
                    "-XX:MaxHeapSize",
                    "-XX:InitialHeapSize",
                    "-XX:MinHeapSize",
                    "-XX:SoftMaxHeapSize",
                    "-XX:NewSize",
                    "-XX:MaxNewSize",
                    "-XX:OldSize",
                    "-XX:MaxRAM",
                    "-XX:MinRAM",
                    "-XX:InitialRAM",
                    "-XX:+AggressiveHeap",
                    "-XX:Flags",
                    "-XX:VMOptionsFile");

    private static final List<String> LARGEST = List.of("-Xmx", "-mx", "-XX:MaxHeapSize=");
    private static final String PERCENTAGE = "-XX:MaxRAMPercentage=";
    private static final double PERCENT = 100;
    private static final String UNITS = "kmgt";
    private static final int BITS_PER_UNIT = 10;

    private HeapShare() {}

    /**
     * Returns the option that bounds a rank's heap; null where its user says how large it is, or
     * where the JVM's own bound is not larger.
     *
     * @param options the options of the rank's java command
     * @param environment the rank's environment
     * @param ranks number of the job's ranks on this host
     * @param memory the host's memory in bytes; 0 if it is not known
     */
    static String option(
            List<String> options, Map<String, String> environment, int ranks, long memory) {
        if (saysSize(options, environment)) {
            return null;
        }
        long limit = HeapLimit.ofRank(memory, ranks);
        return limit == 0 ? null : "-Xmx" + limit;
    }

    private static boolean saysSize(List<String> options, Map<String, String> environment) {
        return options.stream().anyMatch(HeapShare::isSize)
                || JavaLaunch.OPTION_VARIABLES.stream()
                        .anyMatch(name -> inVariable(environment.getOrDefault(name, "")));
    }

    private static boolean isSize(String option) {
        return SIZES.stream().anyMatch(option::startsWith);
    }

    /** An argument file there may say anything. */
    private static boolean inVariable(String value) {
        return JavaOptions.words(value).stream()
                .anyMatch(word -> isSize(word) || word.startsWith("@"));
    }

    /**
     * Returns the largest heap that a user's options name, in bytes.
     *
     * @param options the options of a java command; of several that name one, the last wins
     * @param environment its environment
     * @param memory the host's memory in bytes, of which options may name a part
     */
    public static OptionalLong named(
            List<String> options, Map<String, String> environment, long memory) {
        List<String> all = new ArrayList<>();
        all.addAll(JavaOptions.words(environment.getOrDefault("JAVA_TOOL_OPTIONS", "")));
        all.addAll(JavaOptions.words(environment.getOrDefault("JDK_JAVA_OPTIONS", "")));
        all.addAll(options);
        all.addAll(JavaOptions.words(environment.getOrDefault("_JAVA_OPTIONS", "")));
        long size = -1;
        long part = -1;
        for (String option : all) {
            for (String prefix : LARGEST) {
                if (option.startsWith(prefix)) {
                    size = bytes(option.substring(prefix.length()));
                }
            }
            if (option.startsWith(PERCENTAGE)) {
                part = part(option.substring(PERCENTAGE.length()), memory);
            }
        }
        long named = size >= 0 ? size : part;
        return named >= 0 ? OptionalLong.of(named) : OptionalLong.empty();
    }

    private static long part(String percent, long memory) {
        try {
            return (long) (memory * (Double.parseDouble(percent) / PERCENT));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Reads a size as the JVM does: {@code 512m}, {@code 2G}; -1 for none. */
    private static long bytes(String text) {
        if (text.isEmpty()) {
            return -1;
        }
        int unit = UNITS.indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
        String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
        try {
            return Long.parseLong(digits) << (BITS_PER_UNIT * (unit + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
