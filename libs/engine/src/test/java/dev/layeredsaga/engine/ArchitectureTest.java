package dev.layeredsaga.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaCommand;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;

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

    /** So that it cannot make or read an event of orders. */
    @ArchTest
    static final ArchRule of_the_contract_it_knows_what_every_saga_has = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("dev.layeredsaga.contract..")
                    .and(not(belongToAnyOf(Topics.class, Reason.class, ReasonCode.class, SagaCommand.class)
                            .or(belongToAnyOf(SagaReply.class, StepAttempt.class))
                            .or(type(SagaEvent.class))
                            .or(type(SagaEvent[].class))
                            .or(type(SagaEvent.CompensationStarted.class))
                            .or(type(SagaEvent.SagaStuck.class)))));

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
