package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.layeredsaga.messaging.trace.TraceParent;
import io.cloudevents.CloudEventData;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.kafka.KafkaMessageFactory;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encodes and decodes CloudEvents 1.0 in Kafka's binary content mode: the attributes are {@code ce_*} headers, the value is plain
 * JSON. The trace is in the header {@code traceparent}, as in W3C Trace Context. Thread-safe.
 */
public final class CloudEventCodec {

    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
    private final URI source;
    private final JsonMapper json;
    private final Clock clock;

    /** @param source the CloudEvents source of all encoded messages, such as {@code /order-service} */
    public CloudEventCodec(URI source, JsonMapper json, Clock clock) {
        this.source = source;
        this.json = json;
        this.clock = clock;
    }

    /** Returns a record ready to send, with a new id unless the message has an identity. */
    public ProducerRecord<String, byte[]> encode(OutgoingMessage message) {
        OutgoingMessage.Identity identity = message.identity();
        CloudEventBuilder event = CloudEventBuilder.v1()
                .withId((identity == null ? ids.generate() : identity.id()).toString())
                .withSource(source)
                .withType(message.type())
                .withSubject(message.key())
                .withTime((identity == null ? clock.instant() : identity.time()).atOffset(ZoneOffset.UTC))
                .withData("application/json", json.writeValueAsBytes(message.payload()));
        message.extensions().forEach(event::withExtension);
        ProducerRecord<String, byte[]> record = KafkaMessageFactory.<String>createWriter(
                        message.topic(), null, null, message.key())
                .writeBinary(event.build());
        if (message.trace() != null) {
            record.headers().add(TraceParent.HEADER, message.trace().toString().getBytes(US_ASCII));
        }
        return record;
    }

    /** @throws MalformedMessageException if the record is no CloudEvent, its type is unknown, or its data does not match */
    public <M> IncomingMessage<M> decode(ConsumerRecord<String, byte[]> received, MessageTypes<M> types) {
        RecordBounds.check(received);
        ReceivedEvent event = read(received);
        Class<? extends M> type = types.find(event.type());
        if (type == null) {
            throw new MalformedMessageException("unknown message type " + event.type());
        }
        String key = received.key() == null ? "" : received.key();
        return new IncomingMessage<>(
                event.id(),
                key,
                sequence(event),
                event.attributes().get("time"),
                traceOf(received),
                payload(event, type),
                received.value());
    }

    /** Returns the trace parent of the record, even if it cannot be decoded; null if it has none. */
    public static @Nullable TraceParent traceOf(ConsumerRecord<?, ?> received) {
        Header header = received.headers().lastHeader(TraceParent.HEADER);
        return header == null ? null : TraceParent.parse(header.value());
    }

    private static ReceivedEvent read(ConsumerRecord<String, byte[]> received) {
        try {
            return ReceivedEvent.from(KafkaMessageFactory.createReader(received));
        } catch (RuntimeException e) {
            // the library throws many different exceptions
            throw new MalformedMessageException("not a CloudEvent: " + e.getMessage(), e);
        }
    }

    private <M> M payload(ReceivedEvent event, Class<M> type) {
        CloudEventData data = event.data();
        if (data == null) {
            throw new MalformedMessageException(event.type() + " without data");
        }
        try {
            M payload = json.readValue(data.toBytes(), type);
            if (payload == null) {
                throw new MalformedMessageException(event.type() + " is null");
            }
            RequiredComponents.check(payload);
            return payload;
        } catch (JacksonException e) {
            throw new MalformedMessageException(
                    "not a valid " + event.type() + place(e) + ": " + e.getOriginalMessage(), e);
        }
    }

    private static String place(JacksonException failure) {
        String path = failure.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName())
                .collect(Collectors.joining());
        return path.isEmpty() ? "" : " at " + path.substring(1);
    }

    private static @Nullable Long sequence(ReceivedEvent event) {
        String sequence = event.attributes().get("sequence");
        try {
            return sequence == null ? null : Long.valueOf(sequence);
        } catch (NumberFormatException e) {
            throw new MalformedMessageException("sequence is not a number: " + sequence, e);
        }
    }
}
