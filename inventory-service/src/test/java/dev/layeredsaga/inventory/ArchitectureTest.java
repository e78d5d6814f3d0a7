package dev.layeredsaga.inventory;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.layeredsaga.testbed.contract.TopLevelClass;

/** The allowed dependencies of each package. A rule that finds no class to check fails. */
@AnalyzeClasses(packages = "dev.layeredsaga.inventory", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "dev.layeredsaga.inventory";
    private static final String ITEM = ROOT + ".item";
    private static final String CLAIM = ROOT + ".claim";
    private static final String LOCK = ROOT + ".lock";
    private static final String SECTION = ROOT + ".section";
    private static final String QUEUE = ROOT + ".queue";
    private static final String[] FEATURES = {
        ITEM, CLAIM, CLAIM + ".command", CLAIM + ".request", CLAIM + ".sweep", LOCK, SECTION, QUEUE, ROOT + ".request"
    };

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(ROOT + ".(**)").should().beFreeOfCycles().allowEmptyShould(false);

    @ArchTest
    static final ArchRule classesHaveNoCycles =
            slices().assignedFrom(new TopLevelClass()).should().beFreeOfCycles().allowEmptyShould(false);

    @ArchTest
    static final ArchRule featureRootsKnowNoWebKafkaOrRedisson = noClasses()
            .that()
            .resideInAnyPackage(FEATURES)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "org.springframework.web..",
                            "org.springframework.http..",
                            "jakarta.servlet..",
                            "org.springframework.kafka..",
                            "org.apache.kafka..",
                            "dev.layeredsaga.messaging..",
                            "org.redisson..",
                            "io.github.resilience4j..")
                    // the shared clock, the end of a transaction and periodic work are no messaging technology
                    .and(resideOutsideOfPackages(
                            "dev.layeredsaga.messaging.time",
                            "dev.layeredsaga.messaging.commit",
                            "dev.layeredsaga.messaging.sweep",
                            "dev.layeredsaga.messaging.heartbeat")))
            .allowEmptyShould(false);

    @ArchTest
    static final ArchRule featureRootsDoNotKnowTheirTechnology = noClasses()
            .that()
            .resideInAnyPackage(FEATURES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + ".web..", ROOT + "..web..", ROOT + "..kafka..", ROOT + "..redis..", ROOT + "..actor..")
            .allowEmptyShould(false);

    @ArchTest
    static final ArchRule itemsDoNotKnowClaims = noClasses()
            .that()
            .resideInAPackage(ITEM + "..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLAIM + "..")
            .allowEmptyShould(false);

    @ArchTest
    static final ArchRule sectionsAndLocksKnowNoFeature = noClasses()
            .that()
            .resideInAnyPackage(LOCK + "..", SECTION + "..", QUEUE + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ITEM + "..", CLAIM + "..")
            .allowEmptyShould(false);

    @ArchTest
    static final ArchRule onlySectionsLock = classes()
            .that()
            .haveFullyQualifiedName(LOCK + ".LockManager")
            .should()
            .onlyHaveDependentClassesThat()
            .resideInAnyPackage(LOCK + "..", SECTION)
            .allowEmptyShould(false);
}
