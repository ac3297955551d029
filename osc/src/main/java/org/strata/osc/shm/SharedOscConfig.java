package org.strata.osc.shm;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.osc.shm}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 */
record SharedOscConfig(int priority) {
    static SharedOscConfig from(Section section) {
        return new SharedOscConfig(section.integer("priority"));
    }
}
