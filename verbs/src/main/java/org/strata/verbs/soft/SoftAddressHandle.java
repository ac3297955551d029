package org.strata.verbs.soft;

import org.strata.verbs.AddressHandle;

/**
 * Where datagrams go.
 *
 * @param handle the target's device and port, as the second half of its GID
 */
record SoftAddressHandle(long handle) implements AddressHandle {
    @Override
    public void close() {}
}
