package dev.layeredsaga.orchestrator;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.engine.Sagas;
import dev.layeredsaga.engine.definition.LocalParticipant;
import dev.layeredsaga.engine.definition.SagaReplies;
import dev.layeredsaga.testbed.contract.TopLevelClass;

@AnalyzeClasses(packages = "dev.layeredsaga.orchestrator", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final String ROOT = "dev.layeredsaga.orchestrator.";
    private static final String[] FEATURES = {
        ROOT + "ordersaga", ROOT + "returnsaga", ROOT + "payment", ROOT + "deadletter"
    };

    @ArchTest
    static final ArchRule features_know_no_technology_of_the_edges = noClasses()
            .that()
            .resideInAnyPackage(FEATURES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.web..",
                    "org.springframework.http..",
                    "org.springframework.kafka..",
                    "org.apache.kafka..",
                    "jakarta.servlet..",
                    "java.net.http..",
                    "io.github.resilience4j..",
                    ROOT + "*.web..",
                    ROOT + "*.kafka..",
                    ROOT + "*.http..");

    @ArchTest
    static final ArchRule the_payment_participant_knows_no_saga_and_of_the_engine_only_its_two_ports = noClasses()
            .that()
            .resideInAPackage(ROOT + "payment..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "ordersaga..")
                    .or(resideInAPackage("dev.layeredsaga.engine..")
                            .and(not(type(LocalParticipant.class).or(type(SagaReplies.class))))));

    @ArchTest
    static final ArchRule the_return_saga_is_made_of_public_parts_alone = noClasses()
            .that()
            .resideInAPackage(ROOT + "returnsaga..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.layeredsaga.orchestrator..")
                    .and(not(resideInAPackage(ROOT + "returnsaga..")))
                    .or(resideInAPackage("dev.layeredsaga.engine..")
                            .and(not(type(Sagas.class).or(resideInAPackage("dev.layeredsaga.engine.definition"))))));

    @ArchTest
    static final ArchRule nothing_needs_the_console = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "console..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + "console..", "dev.layeredsaga.console..");

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching(ROOT + "(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule classes_have_no_cycles =
            slices().assignedFrom(new TopLevelClass()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule what_speaks_http_or_kafka_stays_in_its_room = classes()
            .that()
            .haveSimpleNameEndingWith("Controller")
            .or()
            .haveSimpleNameEndingWith("Listener")
            .should()
            .bePackagePrivate();

    @ArchTest
    static void the_rules_are_about_something(JavaClasses all) {
        for (String feature : FEATURES) {
            assertThat(all.stream().filter(type -> type.getPackageName().equals(feature)))
                    .as(feature)
                    .hasSizeGreaterThan(3);
        }
        assertThat(all.stream().map(JavaClass::getPackageName))
                .contains(
                        ROOT + "console.order",
                        ROOT + "deadletter.kafka",
                        ROOT + "deadletter.web",
                        ROOT + "ordersaga.kafka",
                        ROOT + "payment.http");
    }
}
