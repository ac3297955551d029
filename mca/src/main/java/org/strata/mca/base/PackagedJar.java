package org.strata.mca.base;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Strata's own jar, where it has the only components of a class path: what {@link
 * java.util.ServiceLoader} would find is known then, and the declarations are in the jar's table.
 * The search through the JDK's modules, all jars and constructors takes a starting rank longer than
 * everything else that it does to resolve its parameters.
 *
 * @param components what the jar has
 * @param declared their parameters
 */
record PackagedJar(Components components, List<Declared> declared) {
    static final String SERVICES = "META-INF/services/" + ComponentModule.class.getName();

    /**
     * A list that the build has made.
     *
     * @param checksum CRC-32 of the file of services that it was made from
     * @param modules makes the components
     */
    record Listed(long checksum, Supplier<List<ComponentModule>> modules) {}

    private static final Listed OWN =
            new Listed(PackagedComponents.checksum(), PackagedComponents::modules);

    /** Returns null where components must be looked for. */
    static PackagedJar on(ClassLoader loader) {
        boolean known =
                loader == ClassLoader.getSystemClassLoader()
                        && loader == PackagedJar.class.getClassLoader()
                        && !PackagedJar.class.getModule().isNamed()
                        && System.getProperty("jdk.module.path") == null;
        return known ? on(System.getProperty("java.class.path", ""), OWN) : null;
    }

    /**
     * Looks at a class path.
     *
     * @return null if another entry than the jar of the list may have components, or the jar's file
     *     of services is another one, as in a jar that others are merged into
     */
    static PackagedJar on(String classPath, Listed listed) {
        PackagedJar own = null;
        try {
            for (String word : classPath.split(File.pathSeparator, -1)) {
                File entry = new File(word.isEmpty() ? "." : word);
                if (entry.isDirectory() && isOpen(entry)) {
                    return null;
                }
                if (!entry.isFile()) {
                    continue;
                }
                try (JarFile jar = new JarFile(entry, false)) {
                    boolean services = jar.getEntry(SERVICES) != null;
                    if (leadsOn(jar) || (!services && jar.getEntry(ReferenceConf.NAME) != null)) {
                        return null;
                    }
                    if (services) {
                        own = own == null ? read(jar, listed) : null;
                        if (own == null) {
                            return null;
                        }
                    }
                }
            }
        } catch (IOException | LinkageError e) {
            // The search that follows names what is wrong.
            return null;
        }
        return own;
    }

    /** Returns whether a directory has components or declarations. */
    private static boolean isOpen(File directory) {
        return new File(directory, SERVICES).exists()
                || new File(directory, ReferenceConf.NAME).exists();
    }

    /** Returns whether a jar names further ones. */
    private static boolean leadsOn(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        return manifest != null
                && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH);
    }

    private static PackagedJar read(JarFile jar, Listed listed) throws IOException {
        ZipEntry conf = jar.getEntry(ReferenceConf.NAME);
        ZipEntry table = jar.getEntry(DeclarationTable.NAME);
        if (jar.getEntry(SERVICES).getCrc() != listed.checksum() || conf == null || table == null) {
            return null;
        }
        Components components = Components.of(listed.modules().get());
        try (InputStream in = jar.getInputStream(table)) {
            List<Declared> declared =
                    DeclarationTable.read(in.readAllBytes(), conf.getCrc(), components);
            return declared == null ? null : new PackagedJar(components, declared);
        }
    }
}
