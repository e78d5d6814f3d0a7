package dev.layeredsaga.orchestrator.console.peer;

import dev.layeredsaga.messaging.envelope.MessageJson;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The result of a call to another service. */
public sealed interface PeerAnswer {

    /** A response, whatever its status. */
    record Answered(int status, String body, @Nullable String etag) implements PeerAnswer {

        private static final JsonMapper JSON = MessageJson.mapper();

        /** Returns true for a status of the 200s. */
        public boolean ok() {
            return status / 100 == 2;
        }

        /** Returns the body; a missing node if it is no JSON. */
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JacksonException e) {
                return JSON.missingNode();
            }
        }

        /** Returns what a problem says in its {@code detail} or else its {@code title}; empty if there is none. */
        public String problem() {
            JsonNode problem = json();
            return problem.path("detail").asString(problem.path("title").asString(""));
        }
    }

    /** The service did not answer, or answered that it cannot do so now, since this time at the latest. */
    record NotReachable(Instant since) implements PeerAnswer {}

    /** The console has no address of the service. */
    record NotConfigured() implements PeerAnswer {}
}
