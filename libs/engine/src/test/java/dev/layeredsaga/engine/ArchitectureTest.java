package dev.layeredsaga.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.contract.BoundedText;
import dev.layeredsaga.contract.IdempotentRequests;
import dev.layeredsaga.contract.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                    .and(not(resideInAPackage("dev.layeredsaga.contract.saga")
                            .or(belongToAnyOf(Topics.class, BoundedText.class, IdempotentRequests.class)))));

    @ParameterizedTest
    @ValueSource(strings = {"src/main", "../contract/src/main/java/dev/layeredsaga/contract/saga"})
    void itsSourceNamesNoOrderAndNoParticipant(Path source) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file))
                            .as("%s", file)
                            .doesNotContainPattern("\\bOrder[A-Z]|\\b[sS]ku\\b|nventory|\\bclaim|\\bPayment"));
        }
    }

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
