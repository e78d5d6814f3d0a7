package dev.layeredsaga.testbed.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.layeredsaga.testbed.contract.WireConnection.WireAnswer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * Sends running services random requests generated from their specifications: valid ones, ones that violate the specification, and ones
 * that violate HTTP itself. Every request must be answered within {@link #TIMEOUT}, none with a server error, and refusals with a
 * problem document. The same seed generates the same requests.
 */
public final class FuzzRun {

    /** The time limit for a request's complete response. */
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int CLIENTS = 8;

    private static final Pattern LIMITS = Pattern.compile("\"code\"\\s*:\\s*\"(OVERLOADED|TOO_MANY_\\w+|CONTENTION)\"");

    private final List<FuzzTarget> targets;
    private final long seed;
    private final boolean spoilsHttp;

    public FuzzRun(List<FuzzTarget> targets, long seed) {
        this(targets, seed, true);
    }

    private FuzzRun(List<FuzzTarget> targets, long seed, boolean spoilsHttp) {
        this.targets = List.copyOf(targets);
        this.seed = seed;
        this.spoilsHttp = spoilsHttp;
    }

    /** Returns a run without violations of HTTP itself. */
    FuzzRun withoutWireMischief() {
        return new FuzzRun(targets, seed, false);
    }

    /** Sends the given number of requests to all services together, and prints the statuses and latencies. */
    public FuzzReport send(int requests) {
        FuzzReport report = new FuzzReport();
        long start = System.nanoTime();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                FuzzTarget target = targets.get(client % targets.size());
                Random random = new Random(seed + client);
                all.add(clients.submit(() -> send(target, random, requests / CLIENTS, report)));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        System.out.printf(
                "%d random requests with -Dfuzz.seed=%d in %d s: %s%n",
                report.requests(), seed, (System.nanoTime() - start) / 1_000_000_000, report);
        return report;
    }

    private void send(FuzzTarget target, Random random, int count, FuzzReport report) {
        Specification specification = target.specification();
        List<Operation> operations = specification.operations();
        Requests requests = new Requests(specification, random, target.known());
        WireMischief mischief = new WireMischief(random);
        try (WireConnection connection = new WireConnection(target.service(), TIMEOUT)) {
            for (int i = 0; i < count; i++) {
                Draft draft = requests.next(operations.get(random.nextInt(operations.size())));
                WireRequest request = WireRequest.of(draft, target.service(), target.token());
                DeliberateBehaviour.leaveOut(draft, request);
                if (spoilsHttp && random.nextInt(3) == 0) {
                    mischief.spoil(request);
                }
                send(connection, request, target.service(), report);
            }
        }
    }

    private static void send(WireConnection connection, WireRequest request, URI service, FuzzReport report) {
        try {
            WireAnswer answer = connection.send(request);
            report.add(answer);
            String objection = objectionTo(request, answer);
            if (!objection.isEmpty()) {
                report.violation("%s: %d %s%n    %s"
                        .formatted(objection, answer.status(), answer.body(), request.asCommand(service)));
            }
        } catch (IOException | NumberFormatException e) {
            report.violation("no answer: %s%n    %s".formatted(e, request.asCommand(service)));
        }
    }

    /**
     * Returns a violation, or an empty text. Accepts a 503 that names one of the service's own limits with a {@code Retry-After}, and
     * HTTP's 501 and 505 for an unknown transfer coding or version.
     */
    private static String objectionTo(WireRequest request, WireAnswer answer) {
        boolean isForHttp = (answer.status() == 501 && request.hasUnknownCoding())
                || (answer.status() == 505 && !request.version().equals("HTTP/1.1"));
        boolean isLimit = answer.status() == 503
                && LIMITS.matcher(answer.body()).find()
                && answer.headers().containsKey("retry-after");
        if (answer.status() >= 500 && !isLimit && !isForHttp) {
            return "a failure of the service";
        }
        boolean isProblem = answer.headers().getOrDefault("content-type", "").startsWith("application/problem+json");
        if (answer.status() >= 400 && !isProblem && !request.method().equals("HEAD")) {
            return "no problem document";
        }
        return answer.took().compareTo(TIMEOUT) > 0 ? "answered after " + answer.took() : "";
    }

    /** Behaviour that requests ask for and that would count as a violation: waiting for an order's end, failing as a gateway does. */
    private static final class DeliberateBehaviour {

        private static final Pattern WAIT = Pattern.compile("wait(\\s*)=(\\s*)\"?\\d+\"?");
        private static final Pattern METHOD = Pattern.compile("pm_(?!ok|declined)\\w+");

        private DeliberateBehaviour() {}

        /** Removes the requests for such behaviour from a request. */
        static void leaveOut(Draft draft, WireRequest request) {
            request.replaceHeaders(line -> WAIT.matcher(line).replaceAll("wait$1=$20"));
            String body = new String(request.body(), ISO_8859_1);
            String name = draft.operation().name().toUpperCase(Locale.ROOT);
            if (name.equals("PUT /FAULTS")) {
                request.replaceBody(body.replace("scenario", "scenari_"));
            } else if (name.equals("PUT /WEBHOOKS")) {
                request.replaceBody(body.replace("url", "ur_"));
            } else if (name.equals("POST /V1/PAYMENTS")) {
                // replaced by a text of the same length, so that Content-Length stays correct
                request.replaceBody(METHOD.matcher(body)
                        .replaceAll(
                                match -> "pm_ok".concat(" ".repeat(match.group().length() - 5))));
            }
        }
    }
}
