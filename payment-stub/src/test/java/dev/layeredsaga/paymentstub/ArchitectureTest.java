package dev.layeredsaga.paymentstub;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String HTTP = "dev.layeredsaga.paymentstub.http..";
    private static final String[] WIREMOCK = {"com.github.tomakehurst..", "wiremock.."};

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.layeredsaga.paymentstub");

    @Test
    void onlyTheHttpPackageKnowsWireMock() {
        knowNoWireMock(noClasses().that().resideOutsideOfPackage(HTTP)).check(CLASSES);
    }

    /** The rule can fail: applied to everything, it finds the HTTP package. */
    @Test
    void theRuleAboutWireMockSeesWireMockWhereItIs() {
        ArchRule everywhere = knowNoWireMock(noClasses().that().resideInAPackage("dev.layeredsaga.paymentstub.."));

        assertThat(everywhere.evaluate(CLASSES).hasViolation()).isTrue();
    }

    @Test
    void featuresKnowNoHttp() {
        noClasses()
                .that()
                .resideOutsideOfPackages(HTTP, "dev.layeredsaga.paymentstub")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HTTP, "tools.jackson..", "com.fasterxml.jackson..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.layeredsaga.paymentstub.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    private static ArchRule knowNoWireMock(GivenClassesConjunction classes) {
        return classes.should().dependOnClassesThat().resideInAnyPackage(WIREMOCK);
    }
}
