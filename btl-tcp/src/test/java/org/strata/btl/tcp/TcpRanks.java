package org.strata.btl.tcp;

import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.BtlAttributes;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes tcp components for tests, their parameters resolved as users' are. */
final class TcpRanks {
    /** What every link advertises. */
    static final int FLAGS = BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_SEND_IN_PLACE;

    private TcpRanks() {}

    /**
     * @param settings keys and values in turn: {@code "links", "2"}
     */
    static TcpConfig config(String... settings) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            commandLine.put("btl_tcp_" + settings[i].replace('-', '_'), settings[i + 1]);
        }
        ParameterSources sources =
                new ParameterSources(
                        commandLine,
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        TcpRanks.class.getClassLoader());
        return TcpConfig.from(Parameters.resolve(sources).orThrow().section("btl", "tcp"));
    }

    static TcpComponent component(FakeRank rank, String... settings) {
        return component(rank, Clock.SYSTEM, new RecordingOutput(), config(settings));
    }

    static TcpComponent component(FakeRank rank, Clock clock, Output output, TcpConfig config) {
        Random random = new Random(rank.rank());
        TcpComponent.Machine machine =
                new TcpComponent.Machine(
                        HostInterface::scan,
                        count -> {
                            byte[] bytes = new byte[count];
                            random.nextBytes(bytes);
                            return bytes;
                        },
                        clock);
        return new TcpComponent(
                config,
                rank.environment(),
                rank.oob(),
                rank.activeMessages(),
                rank.engine(),
                rank.sleeper(),
                machine,
                output);
    }
}
