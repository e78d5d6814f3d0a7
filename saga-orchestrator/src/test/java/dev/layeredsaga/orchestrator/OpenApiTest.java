package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.contract.ContractReport;
import dev.layeredsaga.testbed.contract.ContractRun;
import dev.layeredsaga.testbed.contract.PublishedSpecification;
import dev.layeredsaga.testbed.contract.Specification;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {

    private final URI service =
            URI.create("http://127.0.0.1:" + OrchestratorInstance.shared().api().port());
    private final JsonNode served = PublishedSpecification.served(service);

    @Test
    void isWhatIsCommitted() {
        PublishedSpecification published = new PublishedSpecification("saga-orchestrator.yaml");
        String expected = published.expected(served);

        assertThat(published.committed()).as(published.howToUpdate()).isEqualTo(expected);
    }

    @Test
    void hasWordsForEverything() {
        assertThat(PublishedSpecification.withoutWords(served)).isEmpty();
    }

    @Test
    void canBeBrowsedWithoutTheInternet() {
        assertThat(PublishedSpecification.page(service)).contains("swagger-ui").doesNotContain("//");
    }

    @Test
    void saysHowTheServiceAnswersWhateverItIsAsked() {
        ContractReport report = new ContractRun(
                        service, LocalIssuer.get().operator("contract"), new Specification(served), known())
                .send(60);

        assertThat(report.violations()).isEmpty();
        assertThat(report.counts().get("POST /sagas/actions")).containsKeys(202, 400);
        assertThat(report.counts().get("POST /sagas/{id}/retry")).containsKeys(400, 404, 409);
    }

    /** Something that exists, so that not every answer is that there is no such thing. */
    private static Map<String, List<String>> known() {
        PlacedOrder reserving = PlacedOrder.payingWith("pm_ok");
        PlacedOrder confirming = PlacedOrder.payingWith("pm_ok");
        confirming.stockIsClaimed();
        confirming.awaitStep("confirm");
        return Map.of(
                "id", List.of(reserving.id().toString(), confirming.id().toString()),
                "revision", List.of("1", "2", "3", "4", "5", "6"),
                "step", List.of("reserve", "pay", "nowhere"),
                "definition", List.of("order"));
    }
}
