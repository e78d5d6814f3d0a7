package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What holds for the specification that every service publishes; the test of each extends this. */
public abstract class SpecificationContract {

    private static final int REQUESTS_PER_OPERATION = 60;

    private final PublishedSpecification published;
    private final URI service;
    private final String token;
    private final JsonNode served;

    /**
     * @param file its name below {@code docs/openapi}
     * @param service where it runs
     * @param token the bearer token of one who may do everything
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

    /** Something that exists, so that not every answer is that there is no such thing. */
    protected abstract Map<String, List<String>> known();

    /** Statuses that random requests must have met, by operation, or else they say too little. */
    protected abstract Map<String, List<Integer>> expectedAnswers();
}
