package org.strata.tests.system.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation: its blocks of code, and the commands in them.
 *
 * @param name path of the page below the root of the tree
 * @param blocks blocks between fences, in order
 * @param spans commands of Strata in running text and tables
 */
record DocPage(String name, List<Block> blocks, List<String> spans) {
    private static final String COMMANDS =
            "mpirun|mpi_info|mpijavac|mpi_report|mpjrun(\\.sh)?|mpjboot|mpjhalt|fmpjrun|fmpjc|strata-train";
    private static final Pattern SPAN = Pattern.compile("`((\\./|bin/)?(" + COMMANDS + ") [^`]+)`");

    /** A line that looks like a command although the block shows no prompt. */
    private static final Pattern SCRIPT_LINE =
            Pattern.compile(
                    "(?m)^(#!.*|\\s*([A-Z_]+=\\S+ |timeout \\d+ )*"
                            + "((\\./|bin/|packaging/|tests/|benchmarks/|docs/|config/)?("
                            + COMMANDS
                            + ") (?=[-$./]|java |\\S+\\.).*"
                            + "|(mvn|java|javac|jlink|srun|salloc|docker|\\S*/spark-submit) .*))");

    /**
     * A block of code.
     *
     * @param page the page's name
     * @param line its first line in the page, from 1
     * @param language what stands behind the fence
     * @param text the block
     */
    record Block(String page, int line, String language, String text) {
        /** Returns whether it shows commands behind a prompt. */
        boolean isConsole() {
            return text.startsWith("$ ") || text.contains("\n$ ");
        }

        /** Returns whether it has commands of Strata without a prompt: a script. */
        boolean isScript() {
            return !isConsole()
                    && !List.of("java", "xml", "groovy").contains(language)
                    && SCRIPT_LINE.matcher(text).find();
        }

        /** Returns the commands of a console, or the whole script as one. */
        List<Step> steps() {
            if (!isConsole()) {
                return isScript()
                        ? List.of(new Step(page, line, text.stripLeading(), "", List.of()))
                        : List.of();
            }
            List<Step> steps = new ArrayList<>();
            String command = null;
            StringBuilder input = new StringBuilder();
            List<String> output = new ArrayList<>();
            int number = line;
            int begun = line;
            for (String one : text.lines().toList()) {
                if (one.startsWith("$ ")) {
                    if (command != null) {
                        steps.add(new Step(page, begun, command, "" + input, List.copyOf(output)));
                    }
                    command = one.substring(2);
                    begun = number;
                    input.setLength(0);
                    output.clear();
                } else if (command != null && command.endsWith("\\")) {
                    command += "\n" + one;
                } else if (one.startsWith("jshell> ")) {
                    input.append(one, "jshell> ".length(), one.length()).append('\n');
                } else {
                    output.add(one);
                }
                number++;
            }
            steps.add(new Step(page, begun, command, "" + input, List.copyOf(output)));
            return steps;
        }
    }

    /**
     * A command and what the page says that it prints.
     *
     * @param page the page's name
     * @param line its line in the page
     * @param command words for a shell
     * @param input what is typed then
     * @param output lines that the page shows; empty: it shows none
     */
    record Step(String page, int line, String command, String input, List<String> output) {
        /** Returns where it is, for messages. */
        String place() {
            return page + ":" + line + ": " + command;
        }
    }

    static DocPage read(Path root, String name) {
        String text;
        try {
            text = Files.readString(root.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Block> blocks = new ArrayList<>();
        StringBuilder prose = new StringBuilder();
        StringBuilder block = null;
        String language = "";
        int begun = 0;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String bare = line.strip();
            if (bare.startsWith("```") && block == null) {
                language = bare.substring(3).strip();
                block = new StringBuilder();
                begun = number + 1;
            } else if (bare.startsWith("```")) {
                blocks.add(new Block(name, begun, language, block.toString()));
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else {
                prose.append(line).append('\n');
            }
        }
        List<String> spans = new ArrayList<>();
        Matcher span = SPAN.matcher(prose);
        while (span.find()) {
            spans.add(span.group(1));
        }
        return new DocPage(name, List.copyOf(blocks), List.copyOf(spans));
    }

    /** Returns all commands. */
    List<Step> steps() {
        return blocks.stream().flatMap(block -> block.steps().stream()).toList();
    }
}
