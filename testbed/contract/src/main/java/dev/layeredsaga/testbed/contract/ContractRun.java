package dev.layeredsaga.testbed.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Sends a running service many requests generated from its own specification, and checks every response against it: it is documented,
 * has the documented shape, is not a server error, and no request that violates the specification is accepted. The same seed generates
 * the same requests; the system property {@code contract.seed} sets it.
 */
public final class ContractRun {

    private final URI service;
    private final Specification specification;
    private final Map<String, List<String>> known;
    private final String token;

    /**
     * @param token the bearer token of a caller with full access
     * @param known values that exist in the service, by the name of the parameter or member
     */
    public ContractRun(URI service, String token, Specification specification, Map<String, List<String>> known) {
        this.token = token;
        this.service = service;
        this.specification = specification.closed();
        this.known = known;
    }

    /** Sends the given number of requests for each operation, and prints the number of responses by status. */
    public ContractReport send(int requestsPerOperation) {
        long seed = Long.getLong("contract.seed", 20261121);
        Random random = new Random(seed);
        Requests requests = new Requests(specification, random, known);
        ContractReport report = new ContractReport();
        long start = System.nanoTime();
        for (int i = 0; i < requestsPerOperation; i++) {
            for (Operation operation : specification.operations()) {
                send(requests.next(operation), report);
            }
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.printf(
                "%d requests with -Dcontract.seed=%d in %d ms%n%s%n", report.requests(), seed, millis, report);
        return report;
    }

    private void send(Draft draft, ContractReport report) {
        try {
            Answer answer = Answer.to(draft.toRequest(service, token));
            report.add(draft, answer, new AnswerCheck(specification).objections(draft, answer));
        } catch (IOException e) {
            throw new UncheckedIOException("no answer to " + draft, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
