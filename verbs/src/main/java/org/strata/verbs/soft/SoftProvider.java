package org.strata.verbs.soft;

import org.strata.verbs.Provider;
import org.strata.verbs.VerbsException;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Software HCAs of one process or one simulated rank, on one fabric. Thread-safe. */
public final class SoftProvider implements Provider {
    private static final String PREFIX = "soft";

    private final SoftConfig config;
    private final SoftFabric fabric;
    private final Consumer<String> notices;

    /**
     * @param config parameters
     * @param fabric of its devices
     * @param notices receives one-time warnings for the user: pages cannot be locked
     */
    public SoftProvider(SoftConfig config, SoftFabric fabric, Consumer<String> notices) {
        this.config = config;
        this.fabric = fabric;
        this.notices = notices;
    }

    @Override
    public String name() {
        return "soft";
    }

    @Override
    public List<String> devices() {
        return IntStream.range(0, config.adapters().devices()).mapToObj(i -> PREFIX + i).toList();
    }

    @Override
    public String absence() {
        return config.adapters().devices() > 0 ? "" : "verbs_soft_devices is 0";
    }

    @Override
    public int memoryNode(String device) {
        List<Integer> nodes = config.adapters().memoryNodes();
        int number = devices().indexOf(device);
        return number >= 0 && number < nodes.size() ? nodes.get(number) : -1;
    }

    @Override
    public SoftContext open(String device) {
        if (!devices().contains(device)) {
            throw new VerbsException(
                    VerbsException.ENODEV, "there is no software device called " + device);
        }
        return SoftContext.open(device, config, fabric, notices);
    }
}
