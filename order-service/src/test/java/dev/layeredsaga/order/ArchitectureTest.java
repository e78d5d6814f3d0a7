package dev.layeredsaga.order;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.testbed.contract.TopLevelClass;

@AnalyzeClasses(packages = "dev.layeredsaga.order", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final String ROOT = "dev.layeredsaga.order";
    private static final String[] FEATURES = {
        ROOT + ".product",
        ROOT + ".placement",
        ROOT + ".placement.price",
        ROOT + ".placement.follow",
        ROOT + ".placement.end",
        ROOT + ".placement.reconcile",
        ROOT + ".placement.retention"
    };

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule classes_have_no_cycles =
            slices().assignedFrom(new TopLevelClass()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule features_know_neither_http_nor_kafka = noClasses()
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
                    "tools.jackson..",
                    "dev.layeredsaga.order..web..",
                    "dev.layeredsaga.order..kafka..");

    @ArchTest
    static final ArchRule products_know_nothing_of_orders = noClasses()
            .that()
            .resideInAPackage("dev.layeredsaga.order.product..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.layeredsaga.order.placement..");

    @ArchTest
    static final ArchRule what_all_requests_share_knows_no_feature = noClasses()
            .that()
            .resideInAPackage("dev.layeredsaga.order.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.layeredsaga.order.product..", "dev.layeredsaga.order.placement..");

    @ArchTest
    static final ArchRule what_speaks_http_or_kafka_stays_in_its_room = classes()
            .that()
            .haveSimpleNameEndingWith("Controller")
            .or()
            .haveSimpleNameEndingWith("Listener")
            .should()
            .bePackagePrivate();
}
