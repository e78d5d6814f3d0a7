package dev.layeredsaga.messaging;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.layeredsaga.messaging", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "dev.layeredsaga.messaging";

    @ArchTest
    static final ArchRule messaging_knows_no_web = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.layeredsaga.chassis..",
                    "jakarta.servlet..",
                    "org.springframework.web..",
                    "org.springframework.security..");

    @ArchTest
    static final ArchRule rooms_are_not_entered_in_circles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_inbox_and_the_envelope_know_nothing_of_the_outbox = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".inbox", ROOT + ".envelope")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".outbox");

    @ArchTest
    static final ArchRule nothing_knows_hibernate =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.hibernate..");

    @ArchTest
    static final ArchRule only_the_sender_and_the_wiring_of_the_outbox_know_spring_kafka = noClasses()
            .that()
            .resideInAPackage(ROOT + ".outbox")
            .and()
            .doNotHaveSimpleName("OutboxRelay")
            .and()
            .doNotHaveSimpleName("OutboxConfiguration")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.kafka..");
}
