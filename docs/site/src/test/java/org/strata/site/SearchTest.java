package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What users search for is found first: queries.tsv has the questions, each with how its first
 * hit's address begins. Those about the Javadoc and mpirun's options are asked in Chromium only.
 */
class SearchTest {
    private static final Path SCRIPTS =
            PagesTest.ROOT.resolve("docs/site/src/main/resources/org/strata/site");
    private static final Path QUERIES =
            PagesTest.ROOT.resolve("docs/site/src/test/resources/org/strata/site/queries.tsv");

    @TempDir private Path site;

    @Test
    void theFirstHitIsThePageAboutIt() throws IOException {
        SiteMaker.write(PagesTest.ROOT, site);
        List<String> wrong = new ArrayList<>();
        try (Context context = Context.enter()) {
            context.setLanguageVersion(Context.VERSION_ECMASCRIPT);
            context.setInterpretedMode(true);
            ScriptableObject scope = context.initStandardObjects();
            context.evaluateString(scope, "var window = globalThis", "window", 1, null);
            for (Path file :
                    List.of(site.resolve("search-data.js"), SCRIPTS.resolve("search.js"))) {
                context.evaluateString(scope, Files.readString(file), file.toString(), 1, null);
            }
            String ask =
                    "var db = StrataSearch.prepare(STRATA_SEARCH);function first(q) { var h ="
                        + " StrataSearch.search(db, q, 1); return h.length ? h[0].url : 'nothing';"
                        + " }";
            context.evaluateString(scope, ask, "ask", 1, null);
            for (String line : Files.readAllLines(QUERIES)) {
                String[] words = line.split("\t");
                if (words[1].startsWith("api/") || words[1].startsWith("docs/options")) {
                    continue;
                }
                scope.put("question", scope, words[0]);
                Object hit = context.evaluateString(scope, "first(question)", "hit", 1, null);
                if (!hit.toString().startsWith(words[1])) {
                    wrong.add(words[0] + " leads to " + hit + ", not to " + words[1]);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
