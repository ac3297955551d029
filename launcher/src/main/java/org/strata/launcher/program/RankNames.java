package org.strata.launcher.program;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for a rank in options and names of files: {@code %r} its number, {@code %h} its host,
 * {@code %j} its job. {@code %%r} stands for the text {@code %r}, and {@code %hn} is left to the
 * JVM, whose {@code -Xlog} knows it.
 *
 * @param rank its number in the job
 * @param host the name of its host
 * @param job the name of the job
 */
public record RankNames(int rank, String host, String job) {
    private static final Pattern NAME = Pattern.compile("%%(?=[rhj])|%r|%j|%h(?!n)");

    /**
     * Options of the JVM. Properties of programs are not among them: {@code %r} has meanings of its
     * own in patterns of logging libraries.
     */
    private static final Pattern JVM_OPTION =
            Pattern.compile(
                    "-(X|agentlib:|agentpath:|javaagent:|D(com\\.sun|java|javax|jdk|sun)\\.)"
                            + "[\\s\\S]*");

    private static final Pattern WORD = Pattern.compile("\\S+");

    /** Returns a text with what the names stand for. */
    public String expand(String text) {
        return text.indexOf('%') < 0 ? text : NAME.matcher(text).replaceAll(this::meaning);
    }

    private String meaning(MatchResult found) {
        return Matcher.quoteReplacement(
                switch (found.group()) {
                    case "%r" -> Integer.toString(rank);
                    case "%h" -> host;
                    case "%j" -> job;
                    default -> "%";
                });
    }

    /** Returns whether a text says something else for each rank. */
    public static boolean nameRanks(String text) {
        RankNames one = new RankNames(1, "", "");
        return !one.expand(text).equals(new RankNames(2, "", "").expand(text));
    }

    /** Returns an option of the java command for this rank. */
    String option(String option) {
        return isJvmOption(option) ? expand(option) : option;
    }

    static boolean isJvmOption(String option) {
        return JVM_OPTION.matcher(option).matches();
    }

    /** Returns whether an option is another one for each rank. */
    static boolean dependsOnRank(String option) {
        return isJvmOption(option) && nameRanks(option);
    }

    /** Replaces the names in the options that variables have for JVMs. */
    void expand(Map<String, String> variables) {
        for (String name : JavaLaunch.OPTION_VARIABLES) {
            variables.computeIfPresent(
                    name,
                    (key, value) ->
                            WORD.matcher(value)
                                    .replaceAll(word ->
                                            Matcher.quoteReplacement(option(word.group()))));
        }
    }
}
