package org.strata.launcher.cli;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.InfoFacts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Manual pages and completions: what a distribution has in {@code share/}. */
public final class ManualPages {
    private static final List<String> TEXTS = List.of("exit", "signals", "hosts", "slurm", "hang");

    private ManualPages() {}

    /**
     * Returns the files, by their names below {@code share/}.
     *
     * @param parameters names of all parameters
     * @param info the help text of mpi_info
     * @param report the help text of mpi_report
     * @param top the help text of mpi_top
     * @param javac the help text of mpijavac
     */
    public static Map<String, String> all(
            List<String> parameters, String info, String report, String top, String javac) {
        Map<String, String> pages = new LinkedHashMap<>();
        ShellCompletion completion = new ShellCompletion(parameters);
        pages.put("bash-completion/completions/mpirun", completion.bash());
        pages.put("zsh/site-functions/_mpirun", completion.zsh());
        pages.put("man/man1/mpirun.1", mpirun());
        pages.put(
                "man/man1/mpi_info.1", plain("mpi_info", "print components and parameters", info));
        pages.put("man/man1/mpi_report.1", plain("mpi_report", "show kept reports", report));
        pages.put("man/man1/mpi_top.1", plain("mpi_top", "show what ranks do", top));
        pages.put("man/man1/mpijavac.1", plain("mpijavac", "compile MPI programs in Java", javac));
        return pages;
    }

    private static String plain(String name, String purpose, String help) {
        return page(name, purpose).section("SYNOPSIS").literal(help).toString();
    }

    private static ManPage page(String name, String purpose) {
        return new ManPage(name, InfoFacts.installedVersion(), purpose);
    }

    private static String mpirun() {
        HelpCatalogue texts = HelpCatalogue.of(Help.class);
        ManPage page = page("mpirun", "start the ranks of an MPI job");
        page.section("SYNOPSIS").literal(texts.text("general"));
        List<String> topics = OptionTable.ROWS.stream().map(Switch::topic).distinct().toList();
        for (String topic : topics) {
            page.section("OPTIONS: " + topic);
            if (texts.topics().contains(topic) && !topic.equals("general")) {
                page.literal(texts.text(topic));
            }
            for (Switch row : OptionTable.ROWS) {
                if (row.topic().equals(topic)) {
                    String value = row.optional() ? row.described() : "";
                    List<String> names =
                            row.names().stream().map(name -> Switch.dashed(name) + value).toList();
                    page.option(names, row.optional() ? List.of() : row.values(), row.help());
                }
            }
        }
        for (String topic : TEXTS) {
            page.section(topic.toUpperCase(Locale.ROOT)).literal(texts.text(topic));
        }
        return page.toString();
    }
}
