package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.program.AgentPort.Kind;

/** Options by which a JVM listens on a port. */
class AgentPortTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005 | 5005 |"
                        + " DEBUGGER",
                "-agentlib:jdwp=address=*:5005,server=y,transport=dt_socket | 5005 | DEBUGGER",
                "-Xrunjdwp:transport=dt_socket,server=y,address=localhost:8000 | 8000 | DEBUGGER",
                "-Dcom.sun.management.jmxremote.port=9010 | 9010 | JMX",
                "-javaagent:jmx_prometheus.jar=9404:config.yaml | 9404 | AGENT",
                "-javaagent:jmx_prometheus.jar=0.0.0.0:9404:config.yaml | 9404 | AGENT",
                "-javaagent:jolokia.jar=host=0.0.0.0,port=8778 | 8778 | AGENT",
                "-agentpath:/opt/libjprofilerti.so=port=8849,nowait | 8849 | AGENT",
            })
    void portsOfAgents(String option, int port, Kind kind) {
        assertThat(AgentPort.of(option)).contains(new AgentPort(port, option, kind));
    }

    /** Free ports, ports that depend on the rank, connections to a debugger, and other agents. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-agentlib:jdwp=transport=dt_socket,server=y,address=0",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=*:0",
                "-agentlib:jdwp=transport=dt_socket,server=y",
                "-agentlib:jdwp=transport=dt_socket,server=n,address=host:5005",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=500%r",
                "-Dcom.sun.management.jmxremote.port=0",
                "-Dcom.sun.management.jmxremote.port=901%r",
                "-javaagent:coverage.jar=destfile=x.exec",
                "-javaagent:agent.jar",
                "-agentlib:hprof=cpu=samples",
                "-Dserver.port=8080"
            })
    void noPortThatRanksShare(String option) {
        assertThat(AgentPort.of(option)).isEmpty();
    }
}
