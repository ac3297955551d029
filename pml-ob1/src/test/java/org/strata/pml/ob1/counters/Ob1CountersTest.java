package org.strata.pml.ob1.counters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.opal.counters.Counters;
import org.strata.pml.ob1.protocol.Protocol;

import java.util.Map;
import java.util.TreeMap;

/** What tools read of the messages that were sent. */
class Ob1CountersTest {
    @ParameterizedTest
    @EnumSource(Protocol.class)
    void everyMessageCountsUnderItsProtocol(Protocol protocol) {
        Counters registry = new Counters();
        Ob1Counters counters = new Ob1Counters();
        counters.publish(registry, () -> Traffic.NONE);
        counters.countSent(protocol, 100);
        counters.countSent(protocol, 23);
        String name =
                switch (protocol) {
                    case EAGER, EAGER_SYNCHRONOUS -> "eager";
                    case RENDEZVOUS, RENDEZVOUS_EMPTY -> "rendezvous";
                    case RGET -> "rget";
                    case RPUT -> "rput";
                    case LEAVE_PINNED -> "leave_pinned";
                    case PIPELINE -> "pipeline";
                    case PIPELINE_LEAVE_PINNED -> "pipeline_leave_pinned";
                };
        Map<String, Long> expected = new TreeMap<>();
        expected.put("pml_ob1_" + name + "_sent", 2L);
        expected.put("pml_ob1_" + name + "_bytes", 123L);
        if (protocol == Protocol.RENDEZVOUS_EMPTY) {
            expected.put("pml_ob1_held_sent", 2L);
        }
        Map<String, Long> read = new TreeMap<>();
        registry.all().forEach(one -> read.put(one.name(), one.value().getAsLong()));
        read.values().removeIf(value -> value == 0);
        assertThat(read).isEqualTo(expected);
    }
}
