package org.strata.launcher.program;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A class that a rank's JVM has refused because of its class file's version, as the text of its
 * {@code UnsupportedClassVersionError} tells (JVMS §4.1: major versions, preview features).
 *
 * @param name the class
 * @param version the Java that it was compiled for
 * @param known the Java that the JVM is
 * @param preview whether only its preview features are what the JVM refuses
 */
public record UnloadableClass(String name, int version, int known, boolean preview)
        implements LoadFailure {
    /** What stands in front of the JVM's sentence. */
    public static final String ERROR = "UnsupportedClassVersionError";

    /** Class files of Java n have the major version 44 + n. */
    private static final int MAJOR = 44;

    private static final Pattern NEWER =
            Pattern.compile(
                    "(\\S+) has been compiled by a more recent version of the Java Runtime \\(class"
                            + " file version (\\d{2,4})\\.\\d+\\), .* up to (\\d{2,4})\\.");

    private static final Pattern OTHER_PREVIEW =
            Pattern.compile(
                    "(\\S+) \\(class file version (\\d{2,4})\\.65535\\) was compiled with preview"
                            + " features that are unsupported\\..*version (\\d{2,4})\\.65535");

    private static final Pattern PREVIEW_OFF =
            Pattern.compile(
                    "Preview features are not enabled for (\\S+)"
                            + " \\(class file version (\\d{2,4})\\.65535\\)");

    /** Reads what follows {@link #ERROR} in the line of the JVM; null for another text. */
    public static UnloadableClass parse(String text) {
        Matcher newer = NEWER.matcher(text);
        if (newer.find()) {
            return of(newer, java(newer.group(3)), false);
        }
        Matcher other = OTHER_PREVIEW.matcher(text);
        if (other.find()) {
            return of(other, java(other.group(3)), true);
        }
        Matcher off = PREVIEW_OFF.matcher(text);
        return off.find() ? of(off, java(off.group(2)), true) : null;
    }

    private static UnloadableClass of(Matcher found, int known, boolean preview) {
        String name = found.group(1).replace('/', '.');
        return new UnloadableClass(name, java(found.group(2)), known, preview);
    }

    private static int java(String major) {
        return Math.max(0, Integer.parseInt(major) - MAJOR);
    }

    @Override
    public boolean explains(Program program) {
        return true;
    }

    @Override
    public String failure() {
        return preview
                ? "failed to load class "
                        + name
                        + ", which uses preview features of Java "
                        + version
                        + ", on Java "
                        + known
                : "failed to load class "
                        + name
                        + ", which needs Java "
                        + version
                        + ", on Java "
                        + known;
    }

    /** Returns the lines that say which Java the rank had, and what to do. */
    @Override
    public List<String> explanation(Program program) {
        List<String> lines = new ArrayList<>();
        lines.add("  Java:       " + known + ", " + program.java());
        lines.add(
                "  Needed:     "
                        + (preview && version != known
                                ? version + " with --enable-preview"
                                : version + (preview ? " with --enable-preview" : " or newer")));
        lines.add("");
        lines.addAll(remedy());
        return lines;
    }

    private List<String> remedy() {
        if (known < Jdk.OLDEST) {
            return List.of(
                    "Strata needs Java "
                            + Jdk.OLDEST
                            + " or newer. What mpirun or a script starts by the word java gets the"
                            + " one that mpirun runs on, which JAVA_HOME names, too. This rank was"
                            + " started by the path of another one, or with another PATH.");
        }
        if (preview) {
            return version == known
                    ? List.of("Try: java --enable-preview ...")
                    : List.of(
                            "Preview features of one Java are unknown to all others. Compile the"
                                    + " program again with Java "
                                    + known
                                    + ".");
        }
        return List.of(
                "Run it on a newer Java: STRATA_JAVA_HOME=DIR mpirun ..., where DIR has a JDK "
                        + version
                        + " (on other hosts: --mca plm_rsh_java DIR/bin/java).",
                "Or compile it for this one: javac --release " + known + " ...");
    }
}
