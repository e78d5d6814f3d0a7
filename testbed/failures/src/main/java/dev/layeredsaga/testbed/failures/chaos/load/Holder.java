package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.client.Http.Reply;
import dev.layeredsaga.testbed.failures.audit.seen.CustomersSeen.StaleCall;
import dev.layeredsaga.testbed.failures.chaos.load.ShopRequest.HoldEnd;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Holds things, does with the hold what may be done, and tries what may not. */
record Holder(int number, Calls inventory, ClientLog clientLog) {

    private static final int LONG_SECONDS = 15;
    private static final int SHORT_SECONDS = 2;
    /** The claim's time is the database's; a little more than that has passed here. */
    private static final Duration UNTIL_SURELY_OVER = Duration.ofMillis(SHORT_SECONDS * 1_000 + 700);

    private static final Set<String> LOST = Set.of("CLAIM_LOST");

    static List<Map<String, Object>> lines(Map<String, Integer> quantities) {
        return quantities.entrySet().stream()
                .map(line -> Map.<String, Object>of("sku", line.getKey(), "quantity", line.getValue()))
                .toList();
    }

    /** Tries once: who gets no answer may hold it all the same, for so long. */
    Optional<JsonNode> hold(Map<String, Integer> quantities, int seconds) throws InterruptedException {
        Map<String, Object> request =
                Map.of("owner", "holder-" + number, "lines", lines(quantities), "ttlSeconds", seconds);
        Optional<Reply> reply = inventory.once(number, (http, url) -> http.post(url, "/claims", request, Map.of()));
        if (reply.isEmpty() || reply.get().status() != 201) {
            clientLog.turnedAway("hold: " + reply.map(Calls::inWords).orElse("no answer"));
            return Optional.empty();
        }
        return reply.map(Reply::body);
    }

    void run(ShopRequest.Hold wanted) throws InterruptedException {
        int seconds = wanted.end() == HoldEnd.LEFT_TO_EXPIRE ? SHORT_SECONDS : LONG_SECONDS;
        Optional<JsonNode> held = hold(wanted.lines(), seconds);
        if (held.isPresent()) {
            JsonNode claim = held.get();
            String token = claim.path("token").asString();
            tryWrongToken(claim);
            switch (wanted.end()) {
                case CONFIRMED -> confirm(claim, token);
                case EXTENDED_AND_CONFIRMED -> {
                    extend(claim, token);
                    confirm(claim, token);
                }
                case RELEASED -> release(claim, token);
                case LEFT_TO_EXPIRE -> confirmTooLate(claim, token);
            }
        }
    }

    /** The order has taken the claim over. */
    void tryOldToken(JsonNode claim) throws InterruptedException {
        String token = claim.path("token").asString();
        stale("confirm with a token taken over", claim, LOST, confirmation(claim, token));
        stale("release with a token taken over", claim, LOST, giveBack(claim, token));
    }

    private void tryWrongToken(JsonNode claim) throws InterruptedException {
        String wrong = UUID.randomUUID().toString();
        stale("confirm with a wrong token", claim, LOST, confirmation(claim, wrong));
        stale("extend with a wrong token", claim, LOST, extend(claim, wrong));
        stale("release with a wrong token", claim, LOST, giveBack(claim, wrong));
    }

    private void confirm(JsonNode claim, String token) throws InterruptedException {
        Optional<Reply> reply = confirmation(claim, token);
        if (reply.isPresent() && reply.get().status() == 200) {
            clientLog.sold(id(claim));
            stale("release what is sold", claim, Set.of("CLAIM_CONFIRMED"), giveBack(claim, token));
        }
    }

    private void release(JsonNode claim, String token) throws InterruptedException {
        Optional<Reply> reply = giveBack(claim, token);
        if (reply.isPresent() && reply.get().status() == 204) {
            stale("confirm what was released", claim, LOST, confirmation(claim, token));
            stale("extend what was released", claim, LOST, extend(claim, token));
        }
    }

    private void confirmTooLate(JsonNode claim, String token) throws InterruptedException {
        Thread.sleep(UNTIL_SURELY_OVER);
        Set<String> over = Set.of("CLAIM_EXPIRED", "CLAIM_LOST");
        stale("confirm too late", claim, over, confirmation(claim, token));
        stale("extend too late", claim, over, extend(claim, token));
        stale("release too late", claim, over, giveBack(claim, token));
    }

    private Optional<Reply> confirmation(JsonNode claim, String token) throws InterruptedException {
        return inventory.untilAnswered(
                number, (http, url) -> http.post(url, path(claim) + "/confirmation", Map.of(), header(token)));
    }

    private Optional<Reply> extend(JsonNode claim, String token) throws InterruptedException {
        Map<String, Object> body = Map.of("ttlSeconds", LONG_SECONDS);
        return inventory.untilAnswered(
                number, (http, url) -> http.post(url, path(claim) + "/extension", body, header(token)));
    }

    private Optional<Reply> giveBack(JsonNode claim, String token) throws InterruptedException {
        return inventory.untilAnswered(number, (http, url) -> http.delete(url, path(claim), header(token)));
    }

    private void stale(String call, JsonNode claim, Set<String> expected, Optional<Reply> reply) {
        clientLog.stale(new StaleCall(
                id(claim),
                call,
                expected,
                reply.map(Reply::status).orElse(0),
                reply.map(answer -> answer.body().path("code").asString("")).orElse("")));
    }

    private static Map<String, String> header(String token) {
        return Map.of("Claim-Token", token);
    }

    private static String path(JsonNode claim) {
        return "/claims/" + id(claim);
    }

    private static String id(JsonNode claim) {
        return claim.path("claimId").asString();
    }
}
