package org.strata.launcher.aot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A jar whose bytes depend on its contents only: entries in the order of their names, all of one
 * date. It has no entries for directories.
 */
public final class DatedJar {
    /** The same in every build. */
    private static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Manifest manifest;
    private final int level;
    private final SortedMap<String, byte[]> entries = new TreeMap<>();

    /**
     * @param level how hard to compress, as {@link Deflater} has it
     */
    DatedJar(Manifest manifest, int level) {
        this.manifest = manifest;
        this.level = level;
    }

    Manifest manifest() {
        return manifest;
    }

    int level() {
        return level;
    }

    /** Returns the contents by name. */
    SortedMap<String, byte[]> entries() {
        return Collections.unmodifiableSortedMap(entries);
    }

    /** Adds an entry, or replaces it; directories and manifests are left out. */
    void add(String name, byte[] bytes) {
        if (!name.endsWith("/") && !name.equals(JarFile.MANIFEST_NAME)) {
            entries.put(name, bytes);
        }
    }

    /** Writes the jar; a reader of the file that was there before keeps what it has open. */
    public void write(Path file) throws IOException {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(made))) {
            out.setLevel(level);
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            manifest.write(head);
            put(out, JarFile.MANIFEST_NAME, head.toByteArray());
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(out, entry.getKey(), entry.getValue());
            }
        }
        Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Writes an entry whose sizes are known before: else they would follow its data, 16 bytes for
     * each of thousands of entries.
     */
    private void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(DATE);
        CRC32 check = new CRC32();
        check.update(bytes);
        entry.setCrc(check.getValue());
        entry.setSize(bytes.length);
        entry.setCompressedSize(compressed(bytes));
        out.putNextEntry(entry);
        out.write(bytes);
    }

    private long compressed(byte[] bytes) {
        try (Deflater deflater = new Deflater(level, true)) {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] dropped = new byte[1 << 13];
            while (!deflater.finished()) {
                deflater.deflate(dropped);
            }
            return deflater.getBytesWritten();
        }
    }
}
