package org.strata.mca.btl;

import org.strata.mca.base.Component;

import java.util.List;

/**
 * Factory of a kind of BTL. Constructed by the injector with what it needs: its configuration
 * record, {@code ProgressEngine}, {@code ProcessEnvironment}, {@code Oob}, {@link ActiveMessages}.
 */
public interface BtlComponent extends Component {
    /**
     * Opens one Btl per usable link and publishes its addresses through the Oob. Peers may contact
     * them from now on.
     *
     * @param errors told of broken links
     * @return none when this machine has no usable link; a reason then goes to {@code refusal}
     */
    List<Btl> open(BtlErrorHandler errors, StringBuilder refusal);
}
