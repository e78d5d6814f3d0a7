package dev.layeredsaga.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.layeredsaga.engine", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_engine_knows_no_business_and_no_service = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.contract.inventory..",
                    "dev.layeredsaga.contract.payment..",
                    "dev.layeredsaga.contract.order..",
                    "dev.layeredsaga.chassis..",
                    "org.springframework.boot.autoconfigure..",
                    "org.springframework.web..",
                    "org.springframework.http..",
                    "jakarta.servlet..");

    @ArchTest
    static final ArchRule only_its_adapter_knows_kafka = noClasses()
            .that()
            .resideOutsideOfPackage("dev.layeredsaga.engine.kafka")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.springframework.kafka..", "dev.layeredsaga.engine.kafka..");

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.layeredsaga.(**)").should().beFreeOfCycles();
}
