package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.OPEN_DEVICE;

import org.strata.opal.sys.HostFiles;
import org.strata.opal.time.Clock;
import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.VerbsException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The devices of libibverbs. Loads the library on first use; thread-safe. */
public final class IbvProvider implements Provider {
    private static final String LIBRARY = "libibverbs.so.1";
    private static final Path ADAPTERS = HostFiles.system("class/infiniband");

    private final Clock clock;
    private final String architecture;
    private final String libraryName;
    private final Path adapters;
    private IbvLibrary library;

    /**
     * @param clock measures the waits for events
     * @param architecture the processor, in Java's words ({@code os.arch})
     */
    public IbvProvider(Clock clock, String architecture) {
        this(clock, architecture, LIBRARY, ADAPTERS);
    }

    /**
     * @param libraryName file of the library
     * @param adapters folder where the kernel lists adapters
     */
    IbvProvider(Clock clock, String architecture, String libraryName, Path adapters) {
        this.clock = clock;
        this.architecture = architecture;
        this.libraryName = libraryName;
        this.adapters = adapters;
    }

    @Override
    public String name() {
        return "ibverbs";
    }

    @Override
    public List<String> devices() {
        try (DeviceList list = new DeviceList(library())) {
            return list.names();
        } catch (VerbsException e) {
            return List.of();
        }
    }

    @Override
    public String absence() {
        try (DeviceList list = new DeviceList(library())) {
            return list.names().isEmpty() ? whyNone() : "";
        } catch (VerbsException e) {
            return e.getMessage();
        }
    }

    /**
     * Returns why there is no device. The library skips adapters that it cannot use, so this looks
     * at the kernel's own list.
     */
    private String whyNone() {
        String present = presentAdapters();
        return present.isEmpty()
                ? "this host has no RDMA adapter: " + adapters + " is empty or absent"
                : present
                        + " cannot be used: /dev/infiniband has no device file for it (kernel"
                        + " module ib_uverbs not loaded, or a container without the file), or"
                        + " libibverbs has no driver for it (package ibverbs-providers)";
    }

    private String presentAdapters() {
        try (Stream<Path> entries = Files.list(adapters)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public int memoryNode(String device) {
        try {
            Path node = adapters.resolve(device).resolve("device/numa_node");
            return Integer.parseInt(Files.readString(node).strip());
        } catch (IOException | NumberFormatException e) {
            // Adapters of software, such as Soft-RoCE, have no such file.
            return -1;
        }
    }

    @Override
    public Context open(String device) {
        IbvLibrary lib = library();
        try (DeviceList list = new DeviceList(lib)) {
            long ibvDevice = list.device(device);
            if (ibvDevice == 0) {
                String known = String.join(", ", list.names());
                throw new VerbsException(
                        VerbsException.ENODEV,
                        "no RDMA device "
                                + device
                                + ": "
                                + (known.isEmpty() ? whyNone() : "there is " + known));
            }
            String file =
                    Libc.string(ibvDevice + Layout.DEVICE_UVERBS_NAME, Layout.DEVICE_NAME_BYTES);
            long context = lib.pointer(OPEN_DEVICE, ibvDevice);
            if (context < 0) {
                throw refusal(device, Path.of("/dev/infiniband", file), (int) -context);
            }
            return IbvContext.of(lib, clock, device, ibvDevice, context);
        }
    }

    /**
     * Returns the exception for a device that was not opened. The library reports ENOENT for a
     * device file without permission.
     */
    private static VerbsException refusal(String device, Path file, int errno) {
        boolean locked = Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file));
        int cause = locked ? VerbsException.EACCES : errno;
        String text = device + " cannot be opened: " + Libc.text(cause);
        return new VerbsException(
                cause, locked ? text + "; this user must be able to read and write " + file : text);
    }

    private synchronized IbvLibrary library() {
        if (library == null) {
            library = IbvLibrary.load(libraryName, architecture);
        }
        return library;
    }
}
