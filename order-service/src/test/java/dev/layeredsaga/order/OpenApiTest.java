package dev.layeredsaga.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.contract.ContractReport;
import dev.layeredsaga.testbed.contract.ContractRun;
import dev.layeredsaga.testbed.contract.PublishedSpecification;
import dev.layeredsaga.testbed.contract.Specification;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {

    private final Api api = OrderServiceInstance.shared().api();
    private final URI service = URI.create("http://127.0.0.1:" + api.port());
    private final JsonNode served = PublishedSpecification.served(service);

    @Test
    void isWhatIsCommitted() {
        PublishedSpecification published = new PublishedSpecification("order-service.yaml");
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
        assertThat(report.counts().get("POST /orders")).containsKeys(202, 400, 422);
    }

    /** Something that exists, so that not every answer is that there is no such thing. */
    private Map<String, List<String>> known() {
        api.put("/products/contract-1", "{\"name\": \"a\", \"unitPrice\": {\"amount\": 10, \"currency\": \"KRW\"}}");
        api.put("/products/contract-2", "{\"name\": \"b\", \"unitPrice\": {\"amount\": 9, \"currency\": \"EUR\"}}");
        UUID order = api.order(Samples.order("c-1", "contract-1", 1), "contract-known")
                .orderId();
        return Map.of(
                "sku", List.of("contract-1", "contract-1", "contract-1", "contract-1", "contract-2"),
                "id", List.of(order.toString()),
                "Prefer", List.of("wait=0", "wait=\"0\"", "respond-async, wait=0", "wait=-1"));
    }
}
