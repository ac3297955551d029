package org.strata.launcher.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** The file that a report is written to, in the form that its name asks for. */
public final class ReportTarget {
    /** Value of the parameter mpi_report that asks for the summary alone. */
    public static final String SUMMARY = "summary";

    private final Path file;
    private final Form form;

    /** The forms of a report. */
    public enum Form {
        /** A page for people. */
        HTML,
        /** Numbers for programs. */
        JSON,
        /** The summary. */
        TXT;

        private String suffix() {
            return "." + name().toLowerCase(Locale.ROOT);
        }

        /** Returns the form of a file name, or null if it has none of the suffixes. */
        public static Form of(String name) {
            for (Form form : values()) {
                if (name.toLowerCase(Locale.ROOT).endsWith(form.suffix())) {
                    return form;
                }
            }
            return null;
        }
    }

    private ReportTarget(Path file, Form form) {
        this.file = file;
        this.form = form;
    }

    /**
     * Returns the target that a parameter names: a file, or null for the summary alone.
     *
     * @param name a file, empty, or {@link #SUMMARY}
     * @param directory where a relative name begins
     * @throws IOException when the name has no form, or the file cannot be written
     */
    static ReportTarget named(String name, Path directory) throws IOException {
        if (name.isEmpty() || name.equals(SUMMARY)) {
            return null;
        }
        Form form = Form.of(name);
        if (form == null) {
            throw new IOException(name + " ends with none of .html, .json and .txt");
        }
        try {
            return open(directory.resolve(name), form);
        } catch (InvalidPathException e) {
            throw new IOException(name + " is not a name of a file", e);
        } catch (IOException e) {
            throw new IOException(name + ": " + reason(e), e);
        }
    }

    /** Returns why a file failed, without the name that the exception begins with. */
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "its directory does not exist";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException failed when failed.getReason() != null -> failed.getReason();
            default -> e.getMessage();
        };
    }

    /**
     * Checks that the file can be written, before the job starts. A file that is there stays as it
     * is until the report replaces it.
     *
     * @throws IOException when it cannot be; the message says why
     */
    public static ReportTarget open(Path file, Form form) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a directory");
        }
        Path probe = beside(file);
        Files.createFile(probe);
        Files.delete(probe);
        return new ReportTarget(file, form);
    }

    private static Path beside(Path file) {
        String name = "." + file.getFileName() + "." + ProcessHandle.current().pid();
        return file.resolveSibling(name);
    }

    /** Writes the report, at once for those who look. */
    void write(JobReport report) throws IOException {
        String text =
                switch (form) {
                    case HTML -> ReportPage.of(report);
                    case JSON -> JsonReport.of(report) + "\n";
                    case TXT -> String.join("\n", SummaryText.lines(report)) + "\n";
                };
        Path whole = beside(file);
        try {
            Files.writeString(whole, text, StandardCharsets.UTF_8);
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    Path file() {
        return file;
    }
}
