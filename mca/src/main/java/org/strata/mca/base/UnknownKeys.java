package org.strata.mca.base;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Explains why a parameter name is unknown. */
final class UnknownKeys {
    /** Open MPI's frameworks that have no counterpart here. */
    private static final Set<String> ABSENT_FRAMEWORKS =
            Set.copyOf(
                    Arrays.asList(
                            ("osc io fbtl fcoll fs sharedfp mtl topo vprotocol crcp op part hook"
                                 + " smsc accelerator allocator backtrace compress crs dl event"
                                 + " hwloc if installdirs memchecker memcpy memory patcher pmix"
                                 + " pstat reachable sec shmem timer threads orte opal ompi plm ras"
                                 + " rmaps routed oob rml iof odls state errmgr grpcomm filem dfs"
                                 + " rtc schizo snapc sstore prte mpool rcache coll pml bml btl"
                                 + " ess")
                                    .split(" ")));

    /** Open MPI's components, by framework, that are not installed here. */
    private static final Set<String> ABSENT_COMPONENTS =
            Set.of(
                    "btl_openib",
                    "btl_ugni",
                    "btl_usnic",
                    "btl_ofi",
                    "btl_uct",
                    "btl_portals4",
                    "btl_smcuda",
                    "btl_scif",
                    "btl_sctp",
                    "pml_cm",
                    "pml_ucx",
                    "pml_yalla",
                    "pml_monitoring",
                    "pml_v",
                    "coll_tuned",
                    "coll_basic",
                    "coll_libnbc",
                    "coll_hcoll",
                    "coll_han",
                    "coll_adapt",
                    "coll_sm",
                    "coll_sync",
                    "coll_inter",
                    "coll_self",
                    "coll_ucc",
                    "coll_xhc",
                    "rcache_grdma",
                    "rcache_udreg",
                    "rcache_gpusm",
                    "rcache_rgpusm",
                    "mpool_hugepage",
                    "mpool_memkind");

    private final ParameterIndex index;
    private final Components components;

    UnknownKeys(ParameterIndex index, Components components) {
        this.index = index;
        this.components = components;
    }

    /** Returns one or more sentences about an unknown name. */
    String explain(String flat) {
        String[] words = flat.split("_");
        String framework = words[0];
        String pair = words.length > 1 ? framework + "_" + words[1] : "";
        boolean installed = words.length > 1 && components.names(framework).contains(words[1]);
        if (ABSENT_COMPONENTS.contains(pair) && !installed) {
            return "Component "
                    + words[1]
                    + " of Open MPI's framework "
                    + framework
                    + " is not part of this build.";
        }
        if (ABSENT_FRAMEWORKS.contains(framework) && !knownFrameworks().contains(framework)) {
            return "Open MPI's parameters of \""
                    + framework
                    + "\" are not part of this build."
                    + Suggestions.didYouMean(flat, index.names());
        }
        String absent = installed ? whyAbsent(framework, words[1], flat) : "";
        if (!absent.isEmpty()) {
            return absent;
        }
        return "There is no such parameter." + Suggestions.didYouMean(flat, candidates(flat));
    }

    private String whyAbsent(String framework, String component, String flat) {
        String prefix = framework + "_" + component + "_";
        if (!flat.startsWith(prefix)) {
            return "";
        }
        String key = flat.substring(prefix.length());
        return components.modules().stream()
                .filter(m -> m.framework().equals(framework) && m.name().equals(component))
                .map(m -> m.whyAbsent(key))
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the names of the same framework if one is near, since typos are most common in the
     * last word; else all.
     */
    private List<String> candidates(String flat) {
        String framework = flat.split("_")[0] + "_";
        List<String> same = index.names().stream().filter(n -> n.startsWith(framework)).toList();
        return Suggestions.nearest(flat, same).isEmpty() ? index.names() : same;
    }

    private Set<String> knownFrameworks() {
        Set<String> known = new HashSet<>();
        index.declarations().forEach(d -> known.add(d.framework()));
        return known;
    }
}
