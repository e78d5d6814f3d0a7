package dev.layeredsaga.testbed.conformance;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A participant and one of its steps, as its file describes them.
 *
 * @param commands the topic of its commands
 * @param replies the topic of its replies; {@code saga.replies} if missing
 * @param step the name of the step; the type of its command if missing
 * @param compensation compensates the step
 * @param repeats the fields of the command that the reply of a done step repeats
 * @param scarce true if a second saga is refused what the first has: then the effect itself is checked, and not the replies alone
 */
public record Participant(
        String commands,
        String replies,
        String step,
        Command action,
        Command compensation,
        List<String> repeats,
        boolean scarce) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** @throws NullPointerException if the topic of commands or one of the two is missing */
    public Participant {
        Objects.requireNonNull(commands, "commands");
        Objects.requireNonNull(compensation, "compensation");
        replies = Objects.requireNonNullElse(replies, "saga.replies");
        step = Objects.requireNonNullElse(step, action.type());
        repeats = Objects.requireNonNullElse(repeats, List.of());
    }

    /** @throws JacksonException if the text describes no participant */
    public static Participant read(String description) {
        return JSON.readValue(description, Participant.class);
    }

    /**
     * A command and its replies.
     *
     * @param data its fields without {@code attempt}; <code>${saga}</code> in a text stands for the saga's id
     * @param done the replies that say that it has been carried out
     * @param others those that say that it has not
     */
    public record Command(String type, ObjectNode data, List<String> done, List<String> others) {

        /** @throws NullPointerException if the type or what says that it is done is missing */
        public Command {
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(done, "done");
            data = Objects.requireNonNullElseGet(data, JSON::createObjectNode);
            others = Objects.requireNonNullElse(others, List.of());
        }

        boolean isDoneBy(Reply reply) {
            return done.contains(reply.type());
        }

        boolean isAnsweredBy(Reply reply) {
            return isDoneBy(reply) || others.contains(reply.type());
        }

        ObjectNode dataFor(UUID saga) {
            return (ObjectNode) JSON.readTree(data.toString().replace("${saga}", saga.toString()));
        }
    }
}
