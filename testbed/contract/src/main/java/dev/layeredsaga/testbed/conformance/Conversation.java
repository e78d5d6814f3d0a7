package dev.layeredsaga.testbed.conformance;

import dev.layeredsaga.testbed.conformance.Bus.Message;
import dev.layeredsaga.testbed.conformance.Participant.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The commands and replies between one saga and a participant. */
final class Conversation {

    /** The parts that all conversations with a participant share. */
    record Line(Participant participant, Bus bus, Supplier<UUID> sagas, Duration timeout, List<Reply> replies) {}

    /** A command that has been sent. */
    record Sent(Command command, ObjectNode attempt, Message message) {

        @Override
        public String toString() {
            return "attempt " + attempt.path("attempt") + " of " + command.type();
        }
    }

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Line line;
    private final UUID saga;
    private final UUID data;

    private Conversation(Line line, UUID saga, UUID data) {
        this.line = line;
        this.saga = saga;
        this.data = data;
    }

    static Conversation on(Line line) {
        UUID saga = line.sagas().get();
        return new Conversation(line, saga, saga);
    }

    /** Returns that of another saga, which asks for the same. */
    Conversation ofARival() {
        return new Conversation(line, UUID.randomUUID(), data);
    }

    Participant participant() {
        return line.participant();
    }

    Sent step(int attempt) {
        return send(participant().action(), attempt, Map.of());
    }

    Sent compensation(int attempt) {
        return send(participant().compensation(), attempt, Map.of());
    }

    Sent send(Command command, int number, Map<String, String> unknown) {
        ObjectNode attempt = JSON.createObjectNode()
                .put("sagaId", saga.toString())
                .put("step", participant().step())
                .put("attempt", number)
                .put("proof", UUID.randomUUID().toString());
        ObjectNode value = JSON.createObjectNode().set("attempt", attempt);
        value.setAll(command.dataFor(data));
        unknown.forEach(value::put);
        unknown.forEach(attempt::put);
        Map<String, String> headers = headers(command.type());
        headers.putAll(unknown);
        return again(new Sent(command, attempt, new Message(saga.toString(), headers, value.toString())));
    }

    /** Delivers the same message once more. */
    Sent again(Sent sent) {
        line.bus().send(sent.message());
        return sent;
    }

    /** Sends what is no command. */
    void sendUnreadable(String type, String value) {
        line.bus().send(new Message(saga.toString(), headers(type), value));
    }

    private Map<String, String> headers(String type) {
        Map<String, String> headers = new HashMap<>(
                Map.of("ce_specversion", "1.0", "ce_source", "/conformance", "content-type", "application/json"));
        headers.put("ce_id", UUID.randomUUID().toString());
        headers.put("ce_type", type);
        headers.put("ce_subject", saga.toString());
        headers.put("ce_time", Instant.now().toString());
        return headers;
    }

    /** Returns the reply to this attempt, which says that it has been carried out. */
    Reply done(Sent sent) {
        Reply reply = reply(sent);
        expect(sent.command().isDoneBy(reply), sent + " was answered by " + reply.type());
        return reply;
    }

    Reply reply(Sent sent) {
        return await(
                sent,
                reply -> reply.attempt().path("proof").equals(sent.attempt().path("proof")));
    }

    /** Returns the first reply to this saga, whatever it answers. */
    Reply anyReply(Sent sent) {
        return await(sent, reply -> true);
    }

    private Reply await(Sent sent, Predicate<Reply> wanted) {
        long begin = System.nanoTime();
        do {
            for (Reply reply : replies()) {
                if (wanted.test(reply)) {
                    return reply;
                }
            }
        } while (System.nanoTime() - begin < line.timeout().toNanos());
        throw new BrokenDutyException(
                sent + " was not answered within " + line.timeout().toSeconds() + " s");
    }

    /** Returns the replies so far that say that the step is done, each message once. */
    List<Reply> doneSteps() {
        return replies().stream().filter(participant().action()::isDoneBy).toList();
    }

    private List<Reply> replies() {
        for (Message message : line.bus().replies()) {
            Reply reply = Reply.read(message);
            if (line.replies().stream().noneMatch(reply::repeats)) {
                line.replies().add(reply);
            }
        }
        return line.replies().stream().filter(reply -> reply.belongsTo(id())).toList();
    }

    /** Asserts that the replies so far report one effect, and that one compensation, the first of its kind, leaves nothing of it. */
    void expectOneEffect() {
        List<String> outcomes =
                replies().stream().map(Reply::outcome).distinct().toList();
        expect(outcomes.size() == 1, "the replies differ: " + String.join(" and ", outcomes));
        done(compensation(1));
        expectNothingHeld();
    }

    /** The next saga gets what this one wanted. */
    void expectNothingHeld() {
        if (participant().scarce()) {
            Conversation rival = ofARival();
            rival.done(rival.step(1));
            rival.done(rival.compensation(1));
        }
    }

    /** Only these replies have said that the step is done, even after what was sent last has been handled. */
    void expectNoMoreThan(List<Reply> before, int compensation) {
        done(compensation(compensation));
        List<Reply> late = new ArrayList<>(doneSteps());
        late.removeAll(before);
        expect(
                late.isEmpty(),
                "was answered by " + late.stream().map(Reply::type).toList());
        expectNothingHeld();
    }

    /** @throws BrokenDutyException unless it is so */
    static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new BrokenDutyException(otherwise);
        }
    }

    JsonNode wanted(Sent sent, String field) {
        return JSON.readTree(sent.message().value()).path(field);
    }

    String id() {
        return saga.toString();
    }
}
