package dev.layeredsaga.order;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.layeredsaga.order", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final String[] FEATURES = {"dev.layeredsaga.order.product", "dev.layeredsaga.order.placement"};

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
