package dev.layeredsaga.contract;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.layeredsaga.contract", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule messages_know_only_java_and_each_other = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.contract..",
                    "java..",
                    "org.jspecify.annotations",
                    "com.fasterxml.jackson.annotation");

    @ArchTest
    static final ArchRule what_sagas_share_knows_no_saga = noClasses()
            .that()
            .resideInAPackage("dev.layeredsaga.contract.saga")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.contract.order..",
                    "dev.layeredsaga.contract.inventory..",
                    "dev.layeredsaga.contract.payment..");

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.layeredsaga.contract.(*)..").should().beFreeOfCycles();
}
