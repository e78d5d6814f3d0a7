package dev.layeredsaga.paymentstub.file;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.layeredsaga.paymentstub.fault.PaymentMethod;
import dev.layeredsaga.paymentstub.ledger.JournalRecord;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry;
import dev.layeredsaga.paymentstub.ledger.JournalRecord.LedgerEntry.Posting;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import dev.layeredsaga.paymentstub.vocabulary.Money;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of a journal record: one flat object. Every field but the requested amount of a refund is required. */
final class JournalFormat {

    private static final JsonMapper MAPPER = mapper();

    private JournalFormat() {}

    static String write(JournalRecord entry) {
        return MAPPER.writeValueAsString(entry);
    }

    /** @throws RuntimeException if the line is not a record */
    static JournalRecord read(String line) {
        return MAPPER.readValue(line, JournalRecord.class);
    }

    private static JsonMapper mapper() {
        var builder = JsonMapper.builder()
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .addMixIn(JournalRecord.class, Types.class)
                .addMixIn(Posting.class, Nested.class)
                .addMixIn(OrderId.class, Text.class)
                .addMixIn(IdempotencyKey.class, Text.class)
                .addMixIn(PaymentMethod.class, Method.class);
        Stream.of(LedgerEntry.class.getPermittedSubclasses()).forEach(entry -> builder.addMixIn(entry, Nested.class));
        return builder.build();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = LedgerEntry.Captured.class, name = "CAPTURED"),
        @JsonSubTypes.Type(value = LedgerEntry.Declined.class, name = "DECLINED"),
        @JsonSubTypes.Type(value = LedgerEntry.Refunded.class, name = "REFUNDED"),
        @JsonSubTypes.Type(value = LedgerEntry.RefundDeclined.class, name = "REFUND_DECLINED"),
        @JsonSubTypes.Type(value = LedgerEntry.Replayed.class, name = "REPLAYED"),
        @JsonSubTypes.Type(value = JournalRecord.ClientNotified.class, name = "CLIENT_TOLD")
    })
    private interface Types {}

    @SuppressWarnings("unused") // mix-ins: Jackson reads their annotations
    private interface Nested {

        @JsonUnwrapped
        Posting posting();

        @JsonUnwrapped
        Money money();

        @JsonProperty("askedAmount")
        OptionalLong requestedAmount();
    }

    @SuppressWarnings("unused")
    private abstract static class Text {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Text(String value) {}

        @JsonValue
        abstract String value();
    }

    @SuppressWarnings({"unused", "DoNotCallSuggester"})
    private abstract static class Method {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static PaymentMethod named(String name) {
            throw new UnsupportedOperationException();
        }

        @JsonValue
        abstract String name();
    }
}
