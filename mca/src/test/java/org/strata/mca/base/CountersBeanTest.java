package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.counters.Counters;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;

import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Counters as a monitoring tool sees them. */
class CountersBeanTest {
    private static final ObjectName RANK_0 = name(0);

    @TempDir private Path directory;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static ObjectName name(int rank) {
        try {
            return new ObjectName("org.strata:type=Counters,rank=" + rank);
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void forget() throws Exception {
        for (ObjectName one : server.queryNames(new ObjectName("org.strata:*"), null)) {
            server.unregisterMBean(one);
        }
    }

    @Test
    void eachCounterIsAnAttributeWithItsHelp() throws Exception {
        long[] sent = {5};
        Counters counters = new Counters();
        counters.add("pml_sent", "messages sent", () -> sent[0]);
        counters.add("pml_bytes", "bytes sent", () -> 1L << 40);
        CountersBean.register(counters, 3);
        ObjectName bean = name(3);
        assertThat(Arrays.stream(server.getMBeanInfo(bean).getAttributes()))
                .extracting(MBeanAttributeInfo::getName, MBeanAttributeInfo::getDescription)
                .containsExactlyInAnyOrder(
                        tuple("pml_sent", "messages sent"), tuple("pml_bytes", "bytes sent"));
        assertThat(server.getAttribute(bean, "pml_sent")).isEqualTo(5L);
        sent[0] = 6;
        assertThat(server.getAttributes(bean, new String[] {"pml_bytes", "none", "pml_sent"}))
                .containsExactlyInAnyOrder(
                        new Attribute("pml_bytes", 1L << 40), new Attribute("pml_sent", 6L));
    }

    @Test
    void countersCannotBeSet() {
        Counters counters = new Counters();
        counters.add("pml_sent", "messages sent", () -> 1);
        CountersBean.register(counters, 3);
        assertThatThrownBy(() -> server.setAttribute(name(3), new Attribute("pml_sent", 0L)))
                .isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> server.getAttribute(name(3), "none"))
                .isInstanceOf(AttributeNotFoundException.class);
    }

    @Test
    void aStackOffersThemWhenAsked() {
        open(new ParameterFixture(directory));
        assertThat(server.isRegistered(RANK_0)).isFalse();
        open(new ParameterFixture(directory).mca("mpi_spc_jmx", "1"));
        assertThat(server.isRegistered(RANK_0)).isTrue();
        // Another stack of this JVM takes the name over.
        open(new ParameterFixture(directory).mca("mpi_spc_jmx", "1"));
        assertThat(server.isRegistered(RANK_0)).isTrue();
    }

    private static void open(ParameterFixture fixture) {
        Parameters parameters = fixture.resolve().orThrow();
        Stack.open(parameters, new ConsoleOutput(System.err, "host", 1, parameters)).close();
    }
}
