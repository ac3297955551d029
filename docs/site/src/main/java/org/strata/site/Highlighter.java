package org.strata.site;

import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.ScriptableObject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Colours code when the site is made: Prism, run by Rhino. Readers get no script for it. */
final class Highlighter implements AutoCloseable {
    private static final String PRISM =
            "/META-INF/resources/webjars/prismjs/1.30.0/components/prism-";
    private static final List<String> PARTS =
            List.of("core", "clike", "java", "markup", "groovy", "bash", "yaml", "docker", "json");

    private final Context context = Context.enter();
    private final ScriptableObject scope;
    private final Function highlight;

    Highlighter() throws IOException {
        context.setLanguageVersion(Context.VERSION_ECMASCRIPT);
        context.setInterpretedMode(true);
        scope = context.initStandardObjects();
        for (String part : PARTS) {
            run(PRISM + part + ".min.js");
        }
        run("highlight.js");
        highlight = (Function) scope.get("highlight", scope);
    }

    private void run(String name) throws IOException {
        try (InputStream in = Highlighter.class.getResourceAsStream(name)) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            context.evaluateString(scope, script, name, 1, null);
        }
    }

    /** Returns the code as HTML; of a language that is not known here, without colours. */
    String html(String code, String language) {
        Object[] words = {code, language};
        return Context.toString(highlight.call(context, scope, scope, words));
    }

    @Override
    public void close() {
        context.close();
    }
}
