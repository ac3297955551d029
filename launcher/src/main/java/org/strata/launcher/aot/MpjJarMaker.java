package org.strata.launcher.aot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Makes {@code mpj.jar} of {@code mpi.jar}: without its package mpi, and with that of the MPJ
 * layer. The package is not sealed: users have classes of their own in it. Makes {@code
 * starter.jar}, too, which MPJ Express' users start by {@code java -jar} or by the name of its
 * class; it leads to {@code mpi.jar}.
 */
public final class MpjJarMaker {
    /** The same in every build. */
    private static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);

    private static final String PACKAGE = "mpi/";
    private static final String STARTER = "runtime/starter/MPJRun.class";

    private MpjJarMaker() {}

    /** Arguments: {@code MPI_JAR DIRECTORY CLASSES...}. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        Path made = folder.resolve("mpj.jar.new");
        try (JarFile mpi = new JarFile(args[0])) {
            Manifest manifest = new Manifest(mpi.getManifest());
            manifest.getMainAttributes().putValue("Strata-Api", "mpj");
            try (JarOutputStream out = open(made, manifest)) {
                for (JarEntry entry : Collections.list(mpi.entries())) {
                    String name = entry.getName();
                    if (!name.startsWith(PACKAGE) && !name.equals(JarFile.MANIFEST_NAME)) {
                        add(out, name, mpi.getInputStream(entry).readAllBytes());
                    }
                }
                for (String classes : List.of(args).subList(2, args.length)) {
                    addClasses(out, Path.of(classes), mpi);
                }
            }
        }
        Files.move(made, folder.resolve("mpj.jar"), StandardCopyOption.REPLACE_EXISTING);
        try (JarFile mpi = new JarFile(args[0])) {
            makeStarter(folder.resolve("starter.jar"), mpi);
        }
    }

    private static JarOutputStream open(Path file, Manifest manifest) throws IOException {
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
        out.putNextEntry(dated(JarFile.MANIFEST_NAME));
        manifest.write(out);
        out.closeEntry();
        return out;
    }

    private static JarEntry dated(String name) {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(DATE);
        return entry;
    }

    private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(dated(name));
        out.write(bytes);
        out.closeEntry();
    }

    private static void addClasses(JarOutputStream out, Path root, JarFile mpi) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.sorted().toList();
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace('\\', '/');
            boolean folder = Files.isDirectory(file);
            if (folder && !name.isEmpty() && mpi.getEntry(name + "/") == null) {
                add(out, name + "/", new byte[0]);
            } else if (!folder) {
                add(out, name, Files.readAllBytes(file));
            }
        }
    }

    private static void makeStarter(Path file, JarFile mpi) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "org.strata.launcher.Mpjrun");
        main.put(Attributes.Name.CLASS_PATH, "mpi.jar");
        main.putValue("Enable-Native-Access", "ALL-UNNAMED");
        try (JarOutputStream out = open(file, manifest)) {
            add(out, STARTER, mpi.getInputStream(mpi.getEntry(STARTER)).readAllBytes());
        }
    }
}
