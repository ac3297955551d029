package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The site that docs/make-site has made, Javadoc included; nothing of it in other builds. */
class WholeSiteTest {
    private static final String GIVEN = System.getProperty("site", "");
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final int HUNG_AFTER = 30;

    @TempDir private Path work;

    private static Path site() {
        assumeFalse(GIVEN.isEmpty(), "docs/make-site runs this test");
        return Path.of(GIVEN);
    }

    @Test
    void everyLinkOfThePagesAndTheJavadocLeadsSomewhere() throws IOException {
        Path site = site();
        assertThat(site.resolve("api/mpi/Comm.html")).exists();
        assertThat(SiteLinks.check(site)).isEmpty();
    }

    /**
     * A script in Chromium opens each page, and those that it links to, as small and large windows
     * show them, in both colours; axe looks for what readers could not use.
     */
    @Test
    @Timeout(value = HUNG_AFTER, unit = TimeUnit.MINUTES)
    void chromiumOpensEveryPage() throws Exception {
        Path site = site();
        Path chromium = chromium();
        assumeTrue(chromium != null, "Chromium is not installed");
        CompletableFuture<String> report = new CompletableFuture<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/0.1/", SimpleFileServer.createFileHandler(site.toAbsolutePath()));
        serve(server, "/crawl.html", "crawl.html", "text/html");
        serve(server, "/crawl.js", "crawl.js", "text/javascript");
        serve(server, "/queries.tsv", "queries.tsv", "text/plain");
        serve(server, "/axe.js", AXE, "text/javascript");
        server.createContext(
                "/report",
                request -> {
                    byte[] text = request.getRequestBody().readAllBytes();
                    request.sendResponseHeaders(200, -1);
                    request.close();
                    report.complete(new String(text, StandardCharsets.UTF_8));
                });
        server.start();
        Process browser = null;
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/crawl.html";
            browser = open(chromium, address);
            String found = report.get(HUNG_AFTER, TimeUnit.MINUTES);
            assertThat(found).startsWith("pages ").doesNotContain("broken");
            int pages = Integer.parseInt(found.strip().split(" ")[1]);
            assertThat(pages).isGreaterThanOrEqualTo(Pages.read(PagesTest.ROOT).all().size());
        } finally {
            if (browser != null) {
                end(browser);
            }
            server.stop(0);
        }
    }

    /** Ends the browser and its processes, which would otherwise still write to its profile. */
    private static void end(Process browser) {
        List<ProcessHandle> all = new ArrayList<>(browser.descendants().toList());
        all.add(browser.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    private static void serve(HttpServer server, String path, String resource, String type)
            throws IOException {
        byte[] content;
        try (InputStream in = WholeSiteTest.class.getResourceAsStream(resource)) {
            content = in.readAllBytes();
        }
        server.createContext(
                path,
                request -> {
                    request.getResponseHeaders().add("Content-Type", type + "; charset=utf-8");
                    request.sendResponseHeaders(200, content.length);
                    request.getResponseBody().write(content);
                    request.close();
                });
    }

    private Process open(Path chromium, String address) throws IOException {
        return new ProcessBuilder(
                        chromium.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-timer-throttling",
                        "--window-size=1500,1000",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + work.resolve("profile"),
                        address)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(directory ->
                        Stream.of("chromium", "chromium-browser", "google-chrome")
                                .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
