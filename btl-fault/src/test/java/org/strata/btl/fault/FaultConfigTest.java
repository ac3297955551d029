package org.strata.btl.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.ParameterException;
import org.strata.mca.base.Section;
import org.strata.testkit.ConfigContract;

import java.util.List;

final class FaultConfigTest extends ConfigContract<FaultConfig> {
    FaultConfigTest() {
        super("btl", "fault");
    }

    @Override
    protected FaultConfig read(Section section) {
        return FaultConfig.from(section);
    }

    @Override
    protected FaultConfig defaults() {
        return new FaultConfig(List.of(), 0, 0, 0, 0, 1_000_000, 0, 0);
    }

    @Override
    protected String otherValue(Declaration declaration) {
        return switch (declaration.key()) {
            case "wrap" -> "self";
            case "no-resource" -> "0.5";
            default -> super.otherValue(declaration);
        };
    }

    @Test
    void unknownComponentsAreRefused() {
        assertThatThrownBy(() -> with("btl_fault_wrap", "shmm"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("\"shmm\" is no component of framework btl");
    }

    @Test
    void isNotSelectedAsIfItWereALink() {
        assertThatThrownBy(() -> with("btl", "self,fault"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("btl_fault_wrap");
    }

    @Test
    void ratesAreShares() {
        assertThatThrownBy(() -> with("btl_fault_no_resource", "1"))
                .hasMessageContaining("is more than 0.99, the most that works");
        assertThat(with("btl_fault_no_resource", "0.3").noResource()).isEqualTo(0.3);
    }
}
