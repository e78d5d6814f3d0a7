package dev.layeredsaga.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.RunningInventory;
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

    private final InventoryClient client = RunningInventory.shared().client();
    private final URI service = client.address();
    private final JsonNode served = PublishedSpecification.served(service);

    @Test
    void isWhatIsCommitted() {
        PublishedSpecification published = new PublishedSpecification("inventory-service.yaml");
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
        assertThat(report.counts().get("POST /claims")).containsKeys(201, 400, 409);
    }

    /** Something that exists, so that not every answer is that there is no such thing. */
    private Map<String, List<String>> known() {
        client.putItem("contract-seat", 1, "EXCLUSIVE");
        client.putItem("contract-stock", 1_000_000_000, "COUNTED");
        Answer seat = client.claim("mina", "contract-seat");
        Answer stock = client.claim("mina", "contract-stock");
        return Map.of(
                "sku", List.of("contract-seat", "contract-stock", "contract-stock", "contract-stock"),
                "owner", List.of("mina"),
                "id", List.of(seat.text("claimId"), stock.text("claimId")),
                "Claim-Token", List.of(seat.text("token"), stock.text("token")));
    }
}
