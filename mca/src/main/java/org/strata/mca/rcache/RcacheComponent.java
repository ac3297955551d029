package org.strata.mca.rcache;

import org.strata.mca.base.Component;

/** Factory of registration caches. */
public interface RcacheComponent extends Component {
    @Override
    default String framework() {
        return "rcache";
    }

    /** Makes a cache over one BTL's registrar. */
    RegistrationCache create(RegistrationCache.Registrar registrar);
}
