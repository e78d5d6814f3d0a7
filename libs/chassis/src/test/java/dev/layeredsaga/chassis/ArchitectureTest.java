package dev.layeredsaga.chassis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.layeredsaga.chassis", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.layeredsaga.chassis.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_chassis_moves_no_messages = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.messaging.outbox..",
                    "dev.layeredsaga.messaging.inbox..",
                    "dev.layeredsaga.messaging.listener..",
                    "dev.layeredsaga.contract.order..",
                    "dev.layeredsaga.contract.inventory..",
                    "dev.layeredsaga.contract.payment..",
                    "dev.layeredsaga.contract.saga..");
}
