package org.strata.launcher.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * What all pages have: style, script, and a policy that forbids every request, and every script and
 * style but these.
 */
final class PageFrame {
    private PageFrame() {}

    /**
     * Returns a page.
     *
     * @param body writes what is in its body
     */
    static String of(String title, Consumer<Html> body) {
        String style = resource("page.css");
        String script = resource("page.js");
        String policy =
                "default-src 'none'; style-src 'sha256-"
                        + hash(style)
                        + "'; script-src 'sha256-"
                        + hash(script)
                        + "'; base-uri 'none'; form-action 'none'";
        Html page = new Html();
        page.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy);
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.element("title", title).raw("<style>" + style + "</style>").close();
        page.open("body");
        body.accept(page);
        page.raw("<script>" + script + "</script>").close(2);
        return page.toString();
    }

    /** Adds the button that changes the colours; without a script it stays hidden. */
    static void schemes(Html page) {
        page.open("button", "type", "button", "id", "scheme", "hidden", "").close();
    }

    private static String resource(String name) {
        try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] sum = digest.digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
