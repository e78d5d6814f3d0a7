package dev.layeredsaga.testbed.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A participant that gives seats to sagas, at once and in memory, and may have one duty taken out. */
final class SeatDesk implements Bus {

    static final String DESCRIPTION = """
        {
          "commands": "seats.commands",
          "step": "seat",
          "action": {
            "type": "BookSeat", "data": {"seat": "seat-${saga}"}, "done": ["SeatBooked"], "others": ["SeatRefused"]
          },
          "compensation": {"type": "FreeSeat", "done": ["SeatFreed"]},
          "repeats": ["seat"],
          "scarce": true
        }\
        """;

    private final JsonMapper json = JsonMapper.shared();
    private final @Nullable Duty without;
    private final Map<String, String> seats = new HashMap<>();
    private final Map<String, ObjectNode> booked = new HashMap<>();
    private final Map<String, Integer> latest = new HashMap<>();
    private final Set<String> freed = new HashSet<>();
    private final Set<String> handled = new HashSet<>();
    private final List<Message> replies = new ArrayList<>();
    private boolean stopped;

    SeatDesk(@Nullable Duty without) {
        this.without = without;
    }

    @Override
    public void send(Message command) {
        if (stopped) {
            return;
        }
        try {
            JsonNode value = json.readTree(command.value());
            boolean repeated = !handled.add(command.headers().getOrDefault("ce_id", ""));
            switch (command.headers().getOrDefault("ce_type", "")) {
                case "BookSeat" -> book(value, repeated);
                case "FreeSeat" -> free(value);
                default -> {}
            }
        } catch (JacksonException | IllegalArgumentException e) {
            stopped = without == Duty.GOES_ON;
        }
    }

    private void book(JsonNode command, boolean repeated) {
        String saga = command.path("attempt").path("sagaId").asString("");
        String seat = command.path("seat").asString("");
        int attempt = command.path("attempt").path("attempt").asInt(0);
        if (saga.isEmpty() || seat.isEmpty()) {
            throw new IllegalArgumentException("no command");
        }
        boolean old = attempt < latest.getOrDefault(saga, 0);
        latest.merge(saga, attempt, Math::max);
        boolean first = !booked.containsKey(saga);
        if ((without == Duty.IGNORES_UNKNOWN_FIELDS && command.has("unknownfield"))
                || (without == (first ? Duty.LOST : Duty.RESENT) && attempt > 1)) {
            return;
        }
        if (freed.contains(saga)) {
            reply("SeatRefused", command, json.createObjectNode());
            return;
        }
        if (first || (without == Duty.REPETITION && repeated) || (without == Duty.REORDERED && old)) {
            String owner = seats.putIfAbsent(seat, saga);
            if (owner != null && !owner.equals(saga)) {
                reply("SeatRefused", command, json.createObjectNode());
                return;
            }
            ObjectNode booking = json.createObjectNode()
                    .put("seat", without == Duty.REPEATS_WHAT_WAS_ASKED ? "another" : seat)
                    .put("booking", UUID.randomUUID().toString());
            booked.put(saga, booking);
        }
        reply("SeatBooked", command, booked.getOrDefault(saga, json.createObjectNode()));
    }

    private void free(JsonNode command) {
        String saga = command.path("attempt").path("sagaId").asString("");
        boolean had = booked.remove(saga) != null;
        if (without != Duty.COMPENSATES) {
            seats.values().remove(saga);
        }
        if (without != (had ? Duty.STAYS_COMPENSATED : Duty.TOMBSTONE)) {
            freed.add(saga);
        }
        reply("SeatFreed", command, json.createObjectNode());
    }

    private void reply(String type, JsonNode command, ObjectNode outcome) {
        ObjectNode attempt = command.path("attempt").deepCopy().asObject();
        String saga = attempt.path("sagaId").asString("");
        if (without == Duty.RETURNS_THE_ATTEMPT) {
            attempt.put("step", type);
        }
        if (without == Duty.RETURNS_UNKNOWN_FIELDS) {
            attempt.retain("sagaId", "step", "attempt", "proof");
        }
        ObjectNode value = outcome.deepCopy().set("attempt", attempt);
        Map<String, String> headers = Map.of(
                "ce_specversion", "1.0", "ce_id", UUID.randomUUID().toString(), "ce_source", "/seats", "ce_type", type);
        replies.add(new Message(without == Duty.ANSWERS ? null : saga, headers, value.toString()));
    }

    @Override
    public List<Message> replies() {
        List<Message> news = List.copyOf(replies);
        replies.clear();
        return news;
    }
}
