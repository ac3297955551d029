package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.NameAction;

/** Published ports: who gets which, and when they end. */
class ServicesTest {
    private static final int OWNER = 5;

    private final Services services = new Services();

    private String publish(String service, String port, int owner) {
        return services.apply(NameAction.PUBLISH, service, port, owner);
    }

    private String lookUp(String service) {
        return services.apply(NameAction.LOOK_UP, service, "", 1);
    }

    @Test
    void aNameHasOnePort() {
        assertThat(lookUp("a")).isNull();
        assertThat(publish("a", "port 1", OWNER)).isEqualTo("port 1");
        assertThat(publish("a", "port 2", OWNER)).as("published already").isNull();
        assertThat(publish("b", "port 2", OWNER)).isEqualTo("port 2");
        assertThat(lookUp("a")).isEqualTo("port 1");
        assertThat(lookUp("b")).isEqualTo("port 2");
    }

    @Test
    void aPortIsUnpublishedByWhoKnowsIt() {
        publish("a", "port 1", OWNER);
        assertThat(services.apply(NameAction.UNPUBLISH, "a", "port 2", OWNER)).isNull();
        assertThat(services.apply(NameAction.UNPUBLISH, "b", "port 1", OWNER)).isNull();
        assertThat(lookUp("a")).isEqualTo("port 1");
        assertThat(services.apply(NameAction.UNPUBLISH, "a", "port 1", OWNER)).isEqualTo("port 1");
        assertThat(lookUp("a")).isNull();
        assertThat(publish("a", "port 3", OWNER)).as("once more").isEqualTo("port 3");
    }

    @Test
    void theEndOfAJobEndsItsServicesAlone() {
        int[] owners = {9, 10, 19, 20};
        for (int owner : owners) {
            publish("of " + owner, "port", owner);
        }
        services.retire(10, 20);
        assertThat(lookUp("of 9")).isEqualTo("port");
        assertThat(lookUp("of 10")).isNull();
        assertThat(lookUp("of 19")).isNull();
        assertThat(lookUp("of 20")).isEqualTo("port");
    }

    @Test
    void anActionThatThereIsNotIsDamage() {
        for (int action : new int[] {-1, 3, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> services.apply(action, "a", "port", OWNER))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }
}
