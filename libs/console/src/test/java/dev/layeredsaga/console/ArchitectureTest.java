package dev.layeredsaga.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = {"dev.layeredsaga.console", "gg.jte.generated"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_console_knows_no_orders = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.contract",
                    "dev.layeredsaga.contract.order..",
                    "dev.layeredsaga.contract.inventory..",
                    "dev.layeredsaga.contract.payment..",
                    "dev.layeredsaga.orchestrator..");

    @ArchTest
    static final ArchRule controllers_are_the_consoles = classes()
            .that()
            .haveSimpleNameEndingWith("Controller")
            .and()
            .areNotAnnotations()
            .should()
            .beAnnotatedWith(ConsoleController.class)
            .andShould()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.layeredsaga.console.(*)..").should().beFreeOfCycles();
}
