package org.strata.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import java.util.Set;

/** The rooms of the house, by package, and who may know whom. */
final class Rooms {
    /**
     * Kinds whose every implementation is a room of its own: org.strata.btl.tcp, not
     * org.strata.btl.
     */
    private static final Set<String> KINDS = Set.of("pml", "bml", "btl");

    private static final Set<String> BASE = Set.of("mca", "opal");

    private Rooms() {}

    /** The room a package belongs to, such as "btl.tcp", or "" when it is not ours. */
    static String of(String packageName) {
        if (packageName.equals("mpi") || packageName.startsWith("mpi.")) {
            return "mpi";
        }
        if (!packageName.startsWith("org.strata.")) {
            return "";
        }
        String[] parts = packageName.substring("org.strata.".length()).split("\\.", -1);
        return KINDS.contains(parts[0]) && parts.length > 1 ? parts[0] + "." + parts[1] : parts[0];
    }

    /** True when classes of one room may name classes of the other. */
    static boolean mayKnow(String room, String other) {
        if (room.equals(other) || other.isEmpty()) {
            return true;
        }
        return switch (room) {
            case "opal" -> false;
            case "mca", "verbs" -> other.equals("opal");
            case "ess" -> BASE.contains(other) || other.equals("oob");
            case "launcher" -> BASE.contains(other) || Set.of("oob", "ess").contains(other);
            case "btl.fault", "btl.trace" -> BASE.contains(other) || other.equals("btl.wrap");
            case "btl.openib" -> BASE.contains(other) || other.equals("verbs");
            default ->
                    BASE.contains(other) || (room.startsWith("pml.") && other.equals("pml.base"));
        };
    }

    static ArchCondition<JavaClass> knowOnlyAllowedRooms() {
        return new ArchCondition<>("know only the rooms that docs/architecture.md allows") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                String room = of(item.getPackageName());
                for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    String other = of(target.getPackageName());
                    if (!mayKnow(room, other)) {
                        events.add(
                                SimpleConditionEvent.violated(
                                        item,
                                        room
                                                + " knows "
                                                + other
                                                + ": "
                                                + dependency.getDescription()));
                    }
                }
            }
        };
    }
}
