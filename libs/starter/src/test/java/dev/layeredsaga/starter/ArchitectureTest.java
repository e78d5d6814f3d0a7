package dev.layeredsaga.starter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.ComponentScan;

@AnalyzeClasses(packages = "dev.layeredsaga.starter", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_starter_knows_no_orders_and_no_service = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.contract.inventory..",
                    "dev.layeredsaga.contract.payment..",
                    "dev.layeredsaga.contract.order..",
                    "dev.layeredsaga.orchestrator..");

    /** So that a service without Spring Security and springdoc can have it. */
    @ArchTest
    static final ArchRule it_needs_none_of_the_optional_dependencies = noClasses()
            .that()
            .areNotAnnotatedWith(ConditionalOnClass.class)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.security..",
                    "org.springdoc..",
                    "org.springframework.boot.flyway..",
                    "dev.layeredsaga.chassis.security..",
                    "dev.layeredsaga.chassis.openapi..");

    @ArchTest
    static final ArchRule nothing_is_scanned = noClasses().should().beMetaAnnotatedWith(ComponentScan.class);

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.layeredsaga.starter.(**)").should().beFreeOfCycles();
}
