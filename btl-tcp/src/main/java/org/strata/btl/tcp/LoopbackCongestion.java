package org.strata.btl.tcp;

import org.strata.opal.sys.CongestionControl;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.NetworkChannel;
import java.util.function.Consumer;

/**
 * Keeps the kernel from pacing connections between loopback addresses. BBR sends by a timer, at the
 * rate that it has estimated; over the loopback interface the estimate is often half of what the
 * cores could move, and every timer is an interrupt. Tier 3.
 */
final class LoopbackCongestion {
    /** BBR and its later versions: bbr, bbr2, bbr3. */
    private static final String PACED = "bbr";

    private final String wanted;
    private final boolean applies;
    private final Consumer<String> verbose;

    /**
     * @param wanted the algorithm instead of one that paces; empty for no change
     * @param systemDefault the kernel's
     */
    LoopbackCongestion(String wanted, String systemDefault, Consumer<String> verbose) {
        this.wanted = wanted;
        this.applies = !wanted.isEmpty() && systemDefault.startsWith(PACED);
        this.verbose = verbose;
    }

    /** Sets the algorithm of a socket that is bound, and neither connected nor accepting. */
    void apply(NetworkChannel bound) throws IOException {
        if (applies
                && bound.getLocalAddress() instanceof InetSocketAddress local
                && local.getAddress().isLoopbackAddress()
                && !CongestionControl.set(local, wanted)) {
            verbose.accept(local + ": the kernel refuses congestion control " + wanted);
        }
    }
}
