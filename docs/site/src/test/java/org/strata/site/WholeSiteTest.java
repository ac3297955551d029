package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The site that docs/make-site has made, Javadoc included; nothing of it in other builds. */
class WholeSiteTest {
    private static final String GIVEN = System.getProperty("site", "");
    private static final Pattern RESULT =
            Pattern.compile("<pre id=\"result\">(.*?)</pre>", Pattern.DOTALL);

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

    /** A script in Chromium opens each page in a frame, and those that it links to. */
    @Test
    void chromiumOpensEveryPage() throws IOException, InterruptedException {
        Path site = site();
        Path chromium = chromium();
        assumeTrue(chromium != null, "Chromium is not installed");
        Path script = site.resolve("crawl.html");
        try (InputStream crawl = getClass().getResourceAsStream("crawl.html")) {
            Files.copy(crawl, script, StandardCopyOption.REPLACE_EXISTING);
        }
        HttpServer server =
                SimpleFileServer.createFileServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        site.toAbsolutePath(),
                        SimpleFileServer.OutputLevel.NONE);
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/crawl.html";
            Matcher result = RESULT.matcher(dom(chromium, address));
            assertThat(result.find()).isTrue();
            assertThat(result.group(1)).startsWith("pages ").doesNotContain("broken");
            int pages = Integer.parseInt(result.group(1).strip().split(" ")[1]);
            assertThat(pages).isEqualTo(Pages.read(PagesTest.ROOT).all().size());
        } finally {
            server.stop(0);
            Files.delete(script);
        }
    }

    private String dom(Path chromium, String address) throws IOException, InterruptedException {
        File out = work.resolve("dom.html").toFile();
        Process browser =
                new ProcessBuilder(
                                chromium.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--user-data-dir=" + work.resolve("profile"),
                                "--timeout=60000",
                                "--virtual-time-budget=600000",
                                "--dump-dom",
                                address)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .redirectOutput(out)
                        .start();
        try {
            assertThat(browser.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            browser.destroyForcibly();
        }
        return Files.readString(out.toPath(), StandardCharsets.UTF_8);
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
