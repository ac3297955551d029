package org.strata.mca.btl;

import org.strata.mca.base.Component;

import java.util.List;

/**
 * Factory of a kind of BTL. The injector constructs it with what it needs: its configuration
 * record, {@code ProgressEngine}, {@code ProcessEnvironment}, {@code Oob}, {@link ActiveMessages}.
 */
public interface BtlComponent extends Component {
    @Override
    default String framework() {
        return "btl";
    }

    /**
     * Opens one Btl per usable link and publishes its addresses through the Oob. Peers may contact
     * them from now on.
     *
     * @param errors called when a link breaks
     * @param refusal where this method appends the reason, if it opens no link
     * @return none when this machine has no usable link
     */
    List<Btl> open(BtlErrorHandler errors, StringBuilder refusal);
}
