package org.strata.pml.ob1.request;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.rcache.Registration;

import java.util.Arrays;

/** The registrations through which the receiver reads a message. Pooled with the request. */
public final class RegisteredData {
    private BtlLink[] links = new BtlLink[1];
    private Registration[] registrations = new Registration[1];
    private int count;

    /** Adds a registration. */
    public void add(BtlLink link, Registration registration) {
        if (count == links.length) {
            links = Arrays.copyOf(links, count * 2);
            registrations = Arrays.copyOf(registrations, count * 2);
        }
        links[count] = link;
        registrations[count++] = registration;
    }

    /** Returns the registration for a link, or null. */
    public Registration of(BtlLink link) {
        for (int i = 0; i < count; i++) {
            if (links[i] == link) {
                return registrations[i];
            }
        }
        return null;
    }

    /** Returns whether there is no registration. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Deregisters everything. */
    public void drop() {
        while (count > 0) {
            count--;
            links[count].rdma.deregister(registrations[count]);
            links[count] = null;
            registrations[count] = null;
        }
    }
}
