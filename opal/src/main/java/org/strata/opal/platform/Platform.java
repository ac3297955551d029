package org.strata.opal.platform;

import org.strata.opal.platform.linux.LinuxServices;
import org.strata.opal.platform.portable.PortableServices;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/**
 * What this process knows of the system it runs on. The environment variable {@link #VARIABLE}
 * chooses one by its name in lower case; without it Linux is recognized by the JVM's properties.
 * One is chosen when this class is loaded, and stays.
 */
public enum Platform {
    /** Linux, by system calls. */
    LINUX,
    /** Any system, by the JDK alone. */
    PORTABLE;

    /** Names the platform to use: {@code linux} or {@code portable}. */
    public static final String VARIABLE = "STRATA_PLATFORM";

    private static final String DENIAL = "--illegal-native-access=deny";

    /** Where java takes options from beside its command line. */
    private static final String OPTIONS = "JDK_JAVA_OPTIONS";

    /** Processors whose Linux has its system calls numbered here, in Java's words. */
    private static final Set<String> PROCESSORS =
            Set.of("amd64", "x86_64", "aarch64", "riscv64", "ppc64le", "s390x");

    private static final Platform CURRENT = choose(System.getenv(VARIABLE));
    private static final PlatformServices SERVICES = CURRENT.open();

    /** Returns the platform of this process. */
    public static Platform current() {
        return CURRENT;
    }

    /** Returns the services of the platform of this process. */
    public static PlatformServices services() {
        return SERVICES;
    }

    /** Returns the name by which users choose it. */
    public String word() {
        return this == LINUX ? "linux" : "portable";
    }

    private PlatformServices open() {
        return this == LINUX ? new LinuxServices() : new PortableServices();
    }

    /** Who asks for the portable one gets a process in which the Linker is not even looked for. */
    private static Platform choose(String named) {
        boolean linux =
                !PORTABLE.word().equals(named)
                        && isLinux(System.getProperty("os.name"), System.getProperty("os.arch"));
        return choose(named, linux);
    }

    static boolean isLinux(String system, String processor) {
        return "Linux".equals(system)
                && PROCESSORS.contains(processor)
                && LinuxServices.isLinkable();
    }

    /** A word that names none counts as none here; {@link #refusal} is what refuses it. */
    static Platform choose(String named, boolean linux) {
        return linux && !PORTABLE.word().equals(named) ? LINUX : PORTABLE;
    }

    /**
     * Returns why nothing can run here, in one or more sentences that say what to do; null where it
     * can. To be asked before anything else of the stack is used.
     */
    public static String refusal() {
        String wrong = refusal(System.getenv(VARIABLE), CURRENT);
        return wrong == null ? refusedAccess() : wrong;
    }

    static String refusal(String named, Platform chosen) {
        if (named == null || named.isEmpty() || named.equals(chosen.word())) {
            return null;
        }
        if (named.equals(LINUX.word())) {
            return VARIABLE
                    + "=linux: this Java runs on "
                    + System.getProperty("os.name")
                    + " "
                    + System.getProperty("os.arch")
                    + ", where only portable works. Unset it, or set it to portable.";
        }
        return VARIABLE
                + "="
                + named
                + " names no platform. There are linux and portable; without the variable"
                + " the platform is recognized.";
    }

    /**
     * The whole stack addresses native memory, for which Java asks a permission. Whether it is
     * denied is read from the command line and not tried: where it is merely not given, a first
     * access prints a warning, which a job of one without native memory does not need.
     */
    private static String refusedAccess() {
        Module own = Platform.class.getModule();
        if (own.isNativeAccessEnabled() || !isDenied()) {
            return null;
        }
        return "Java denies native memory accesses to Strata ("
                + DENIAL
                + "). Add the option --enable-native-access="
                + (own.isNamed() ? own.getName() : "ALL-UNNAMED")
                + " to java, or run with java -jar or mpirun, which have it.";
    }

    private static boolean isDenied() {
        String[] words = ProcessHandle.current().info().arguments().orElse(new String[0]);
        String options = Objects.requireNonNullElse(System.getenv(OPTIONS), "");
        return Arrays.asList(words).contains(DENIAL) || options.contains(DENIAL);
    }
}
