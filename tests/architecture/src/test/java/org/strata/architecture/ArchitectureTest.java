package org.strata.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.Test;

import java.util.Set;

/** The dependency rules of the house (architecture, section 2), checked on the compiled classes. */
class ArchitectureTest {
    private static final Set<String> NOT_THE_STACK = Set.of("", "mpi", "launcher", "testkit");
    private static final Set<String> ENVIRONMENT = Set.of("getProperty", "getProperties", "getenv");
    private static final Set<String> PROPERTY_READERS =
            Set.of(
                    "java.lang.Integer.getInteger",
                    "java.lang.Long.getLong",
                    "java.lang.Boolean.getBoolean");

    private static final JavaClasses HOUSE = House.CLASSES;

    @Test
    void everyRoomKnowsOnlyTheRoomsBelowIt() {
        check(classes().should(Rooms.knowOnlyAllowedRooms()));
    }

    /** Comm and its subclasses delegate to {@code *Calls}, which work on Communicator. */
    @Test
    void nothingBelowKnowsTheHandlesOfCommunicators() {
        check(
                noClasses()
                        .that()
                        .resideInAPackage("mpi")
                        .and()
                        .areNotPublic()
                        .should()
                        .dependOnClassesThat()
                        .areAssignableTo("mpi.Comm"));
        check(
                noClasses()
                        .that()
                        .resideInAPackage("mpi")
                        .and()
                        .areNotPublic()
                        .and()
                        .haveSimpleNameNotEndingWith("Calls")
                        .should()
                        .dependOnClassesThat()
                        .haveNameMatching("mpi\\.\\w+Calls"));
    }

    @Test
    void opalNeedsTheJdkOnly() {
        check(
                classes()
                        .that()
                        .resideInAPackage("org.strata.opal..")
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage("java..", "jdk..", "org.strata.opal.."));
    }

    /**
     * mca.base wires all of them, and they use what it declares; among each other there is order.
     */
    @Test
    void frameworksDoNotKnowEachOtherInCircles() {
        check(
                slices().matching("org.strata.mca.(*)")
                        .should()
                        .beFreeOfCycles()
                        .ignoreDependency(resideInAPackage("org.strata.mca.base"), alwaysTrue())
                        .ignoreDependency(alwaysTrue(), resideInAPackage("org.strata.mca.base")));
    }

    @Test
    void guiceStaysInMcaBaseAndModules() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.strata.mca.base..")
                        .and(outermostNameDoesNotEndWith("Module"))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("com.google.inject..", "jakarta.inject.."));
    }

    @Test
    void typesafeConfigStaysInMcaBaseAndConfigs() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.strata.mca.base..")
                        .and(outermostNameDoesNotEndWith("Config"))
                        // JSON is a part of the library's notation: it reads kept reports.
                        .and()
                        .doNotHaveFullyQualifiedName("org.strata.launcher.report.StoredReport")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("com.typesafe.config.."));
    }

    @Test
    void nettyStaysInOob() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.strata.oob..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.netty.."));
    }

    /** A rank has no thread of Netty, and need not load it. */
    @Test
    void aRanksEndOfTheControlChannelDoesWithoutNetty() {
        check(
                noClasses()
                        .that()
                        .resideInAnyPackage("org.strata.oob.frame", "org.strata.oob.client")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.netty.."));
    }

    @Test
    void picocliStaysInTheLauncher() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.strata.launcher..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("picocli.."));
    }

    @Test
    void noGuavaAndNoUnsafe() {
        check(noClasses().should().dependOnClassesThat().resideInAPackage("com.google.common.."));
        // One class has two implementations of memory accesses, of which one needs this.
        check(
                noClasses()
                        .that()
                        .doNotHaveFullyQualifiedName("org.strata.opal.memory.Memory")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("jdk.internal.."));
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackage("org.strata.launcher..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("sun.."));
        check(noClasses().should().dependOnClassesThat().haveFullyQualifiedName("sun.misc.Unsafe"));
    }

    @Test
    void noStaticMutableFieldsBelowTheApi() {
        check(
                noFields()
                        .that()
                        .areDeclaredInClassesThat(
                                describe(
                                        "belong to the stack below mpi",
                                        c -> !NOT_THE_STACK.contains(Rooms.of(c.getPackageName()))))
                        .and()
                        .areStatic()
                        .and()
                        .doNotHaveModifier(JavaModifier.SYNTHETIC)
                        .should()
                        .notBeFinal());
    }

    @Test
    void propertiesAndEnvironmentAreReadInMcaBaseEssAndLauncherOnly() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(
                                "org.strata.mca.base..",
                                "org.strata.ess..",
                                "org.strata.launcher..",
                                "org.strata.opal.platform..",
                                "org.strata.opal.sys..")
                        .should()
                        .callMethodWhere(
                                describe(
                                        "reads a property or the environment",
                                        ArchitectureTest::readsEnvironment)));
    }

    /** An environment ends its process when the job is lost, or aborts. */
    @Test
    void onlyLauncherAndEnvironmentsEndTheProcess() {
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("org.strata.launcher..", "org.strata.ess..")
                        .should()
                        .callMethodWhere(
                                describe("ends the process", ArchitectureTest::endsProcess)));
    }

    @Test
    void environmentsKnowWhatTheyShareAndNotEachOther() {
        check(
                slices().matching("org.strata.ess.(*)..")
                        .should()
                        .notDependOnEachOther()
                        .ignoreDependency(
                                resideInAPackage("org.strata.ess.."),
                                resideInAPackage("org.strata.ess.base..")));
    }

    @Test
    void roomsAreTellable() {
        assertThat(Rooms.of("org.strata.btl.tcp.connect")).isEqualTo("btl.tcp");
        assertThat(Rooms.of("org.strata.mca.btl")).isEqualTo("mca");
        assertThat(Rooms.of("mpi")).isEqualTo("mpi");
        assertThat(Rooms.of("java.util")).isEmpty();
        assertThat(Rooms.mayKnow("btl.tcp", "btl.shm")).isFalse();
        assertThat(Rooms.mayKnow("btl.openib", "verbs")).isTrue();
        assertThat(Rooms.mayKnow("btl.trace", "btl.wrap")).isTrue();
        assertThat(Rooms.mayKnow("mca", "btl.wrap")).isFalse();
        assertThat(Rooms.mayKnow("btl.shm", "btl.wrap")).isFalse();
        assertThat(Rooms.mayKnow("launcher", "mpi")).isFalse();
        assertThat(Rooms.mayKnow("launcher", "ess")).isTrue();
        assertThat(Rooms.mayKnow("ess", "launcher")).isFalse();
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(HOUSE);
    }

    private static DescribedPredicate<JavaClass> outermostNameDoesNotEndWith(String suffix) {
        return describe(
                "are not *" + suffix, c -> !c.getName().replaceFirst("\\$.*", "").endsWith(suffix));
    }

    private static boolean readsEnvironment(JavaCall<?> call) {
        String owner = call.getTargetOwner().getName();
        return (owner.equals("java.lang.System") && ENVIRONMENT.contains(call.getName()))
                || PROPERTY_READERS.contains(owner + "." + call.getName());
    }

    private static boolean endsProcess(JavaCall<?> call) {
        String target = call.getTargetOwner().getName() + "." + call.getName();
        return target.equals("java.lang.System.exit")
                || target.equals("java.lang.Runtime.exit")
                || target.equals("java.lang.Runtime.halt");
    }

    /** Imported once, when the first rule asks. */
    private static final class House {
        static final JavaClasses CLASSES =
                new ClassFileImporter()
                        .withImportOption(location ->
                                !location.contains("/org/strata/architecture/")
                                        && !location.contains("/org/strata/testkit/"))
                        .importPackages("org.strata", "mpi");
    }
}
