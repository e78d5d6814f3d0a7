package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Contract of the specification that every service publishes; each service's test extends this class. */
public abstract class SpecificationContract {

    private static final int REQUESTS_PER_OPERATION = 60;

    private final PublishedSpecification published;
    private final URI service;
    private final String token;
    private final JsonNode served;

    /**
     * @param file the name of the specification below {@code docs/openapi}
     * @param service the address of the running service
     * @param token the bearer token of a caller with full access
     */
    protected SpecificationContract(String file, URI service, String token) {
        this.published = new PublishedSpecification(file);
        this.service = service;
        this.token = token;
        this.served = PublishedSpecification.served(service);
    }

    @Test
    void isWhatIsCommitted() {
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
        ContractReport report =
                new ContractRun(service, token, new Specification(served), known()).send(REQUESTS_PER_OPERATION);

        assertThat(report.violations()).isEmpty();
        expectedAnswers()
                .forEach((operation, statuses) -> assertThat(report.counts().get(operation))
                        .as(operation)
                        .containsKeys(statuses.toArray(Integer[]::new)));
    }

    /** Returns values that exist in the service, so that not every response is a 404. */
    protected abstract Map<String, List<String>> known();

    /** Returns, by operation, the statuses that random requests must reach; without them the run proves too little. */
    protected abstract Map<String, List<Integer>> expectedAnswers();
}
