package org.strata.tests.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.root;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.UsageException;
import org.strata.tests.system.docs.DocPage.Block;
import org.strata.tests.system.docs.DocPage.Step;
import org.strata.tests.system.docs.Plan.Row;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be said of the documentation's commands without running one. */
class DocsPlanTest {
    private static final Pattern BREAKPOINT = Pattern.compile("stop at Hello:(\\d+)");
    private static final Pattern MPIRUN =
            Pattern.compile(
                    "(?m)(?:^|[;|(] ?|env |salloc -n 8 |timeout 100 )(?:\\./)?mpirun"
                            + " ([^;|&#<>)\\n]*)");

    @Test
    void eachRowOfThePlanIsAboutACommand() {
        List<Step> steps = Plan.pages().stream().flatMap(page -> page.steps().stream()).toList();
        assertThat(Plan.rows())
                .allSatisfy(row -> assertThat(steps).as("%s", row).anyMatch(row::fits));
    }

    @Test
    void whatIsNotRunHasATestOrAReason() {
        for (Row row : Plan.rows()) {
            switch (row.how()) {
                case CODE -> assertThat(row.detail()).as("%s", row).matches("\\d+");
                case ELSEWHERE -> assertThat(root().resolve(row.detail())).as("%s", row).exists();
                case NEVER -> assertThat(row.detail()).as("%s", row).contains(" ");
                default -> assertThat(row.page()).endsWith(".md");
            }
        }
    }

    /** A script runs as a whole, or has a row that says where it is tried. */
    @Test
    void noPageHasCommandsThatNobodyTries() {
        List<Row> rows = Plan.rows();
        List<String> unknown = new ArrayList<>();
        for (DocPage page : Plan.pages()) {
            for (Block block : page.blocks()) {
                if (block.isScript() && Plan.of(block.steps().getFirst(), rows) == Plan.RUN) {
                    unknown.add(block.steps().getFirst().place());
                }
            }
        }
        assertThat(unknown).as("scripts without a row in commands.tsv").isEmpty();
    }

    /** jdb refuses a breakpoint at a line without code. */
    @Test
    void breakpointsOfThePagesAreInThePagesProgram() throws IOException {
        List<String> lines =
                Files.readAllLines(root().resolve("tests/system/src/test/docs/Hello.java"));
        List<MatchResult> found = new ArrayList<>();
        for (DocPage page : Plan.pages()) {
            String text = Files.readString(root().resolve(page.name()));
            found.addAll(BREAKPOINT.matcher(text).results().toList());
        }
        assertThat(found)
                .isNotEmpty()
                .allSatisfy(at ->
                        assertThat(lines.get(Integer.parseInt(at.group(1)) - 1))
                                .as(at.group())
                                .contains("println"));
    }

    /** Also those in running text and tables, and those that need a cluster. */
    @Test
    void mpirunKnowsEveryOptionThatAPageNames() {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (DocPage page : Plan.pages()) {
            List<String> texts = new ArrayList<>(page.spans());
            page.steps().forEach(step -> texts.add(step.command().replace("\\\n", " ")));
            for (String text : texts) {
                Matcher command = MPIRUN.matcher(text);
                while (command.find()) {
                    count++;
                    String problem = problem(command.group(1));
                    if (problem != null) {
                        wrong.add(page.name() + ": " + command.group() + ": " + problem);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(count).isGreaterThan(100);
    }

    /** Returns what mpirun's parser objects to, or null; text may end in front of the program. */
    private static String problem(String text) {
        if (text.matches("(--help|--version|cannot start).*")) {
            return null;
        }
        String words =
                text.replaceAll("…|\\.\\.\\.|\"", "")
                        .replace("PORT", "5005")
                        .replace("PE=N", "PE=2")
                        .replace("--hostfile hosts", "--host h1:2,h2:4")
                        .strip();
        String problem = parse(words);
        boolean whole = problem == null || parse(words + " java Program") == null;
        // Such as --jdwp, when the text is about the option.
        return whole || parse(words + " 5005 java Program") == null ? null : problem;
    }

    private static String parse(String words) {
        try {
            new CommandLineParser(Map.of()).parse(List.of(words.split("\\s+")));
            return null;
        } catch (UsageException e) {
            return e.getMessage();
        }
    }
}
