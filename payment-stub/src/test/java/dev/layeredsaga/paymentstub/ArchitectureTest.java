package dev.layeredsaga.paymentstub;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.testbed.contract.TopLevelClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ArchitectureTest {

    private static final String ROOT = "dev.layeredsaga.paymentstub";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    static final List<Dependency> DEPENDENCIES = List.of(
            new Dependency("WireMock", List.of("com.github.tomakehurst..", "wiremock.."), List.of(in("http"))),
            new Dependency("JSON mappers", List.of("tools.jackson.."), List.of(in("http"), in("file"))),
            new Dependency("files", List.of("java.nio.file..", "java.nio.channels.."), List.of(in("file"), ROOT)),
            new Dependency("JUnit and AssertJ", List.of("org.junit..", "org.assertj.."), List.of(in("junit"))),
            new Dependency("the HTTP package", List.of(in("http")), List.of(in("http"), ROOT)),
            new Dependency("the file package", List.of(in("file")), List.of(in("file"), ROOT)),
            new Dependency("the server", List.of(ROOT), List.of(in("junit"), ROOT)));

    @ParameterizedTest
    @FieldSource("DEPENDENCIES")
    void isKnownOnlyToItsPackages(Dependency dependency) {
        dependency.isKeptOutside(dependency.allowed()).check(CLASSES);
    }

    /** Proves that each rule can fail: without exempt packages it finds violations. */
    @ParameterizedTest
    @FieldSource("DEPENDENCIES")
    void isFoundWithoutExemptions(Dependency dependency) {
        assertThat(dependency.isKeptOutside(List.of()).evaluate(CLASSES).hasViolation())
                .isTrue();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesBelowHttpHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void classesHaveNoCycles() {
        slices().assignedFrom(new TopLevelClass()).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theExampleUsesOnlyTheTestApi() {
        classes()
                .that()
                .resideInAPackage(in("example"))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        in("example"),
                        in("junit"),
                        in("fault"),
                        "java..",
                        "org.junit..",
                        "org.assertj..",
                        "org.jspecify..",
                        "tools.jackson.."))
                .check(new ClassFileImporter().importPackages(in("example").replace("..", "")));
    }

    private static String in(String name) {
        return ROOT + "." + name + "..";
    }

    /** A dependency that only some packages may have. */
    record Dependency(String name, List<String> packages, List<String> allowed) {

        ArchRule isKeptOutside(List<String> insiders) {
            return noClasses()
                    .that()
                    .resideOutsideOfPackages(insiders.toArray(String[]::new))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages.toArray(String[]::new))
                    .as(name + " is known only in " + insiders);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
