package dev.layeredsaga.testbed.failures.chaos.injection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.audit.seen.MessagesSeen.LateAction;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.fault.ForgedCommands;
import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.system.Service;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Sends the commands of compensated orders once more when all has ended: under a new id, so that it is not the inbox that
 * refuses them.
 */
public final class LateReplay {

    private static final int MOST = 40;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ChaosSystem system;
    private final Resending resending;
    private final Http gateway = Http.ofGateway();

    public LateReplay(ChaosSystem system, Resending resending) {
        this.system = system;
        this.resending = resending;
    }

    public List<LateAction> run() throws SQLException {
        List<LateAction> all = new ArrayList<>(send(releasedClaims(), Service.INVENTORY));
        all.addAll(send(voidedCharges(), Service.ORCHESTRATOR));
        return all;
    }

    private List<ProducerRecord<String, String>> releasedClaims() {
        return first(Topics.INVENTORY_COMMANDS, Set.of("ClaimStock", "AdoptClaim"), "ReleaseClaim").values().stream()
                .map(Messages::copyUnderNewId)
                .toList();
    }

    /** Charges are no messages in this system, but the participant takes them from Kafka, too. */
    private List<ProducerRecord<String, String>> voidedCharges() throws SQLException {
        return system.read(
                Service.ORCHESTRATOR,
                "SELECT saga_id, amount, currency FROM payment WHERE voided AND amount > 0 LIMIT ?",
                row -> ForgedCommands.charge(
                        row.getString("saga_id"), new Money(row.getLong("amount"), row.getString("currency")), "pm_ok"),
                MOST);
    }

    /** @param reader whose inbox knows whether it has read them */
    private List<LateAction> send(List<ProducerRecord<String, String>> late, Service reader) throws SQLException {
        Set<String> orders = late.stream().map(ProducerRecord::key).collect(Collectors.toSet());
        Map<String, String> before = states(orders);
        resending.send(late);
        boolean handled =
                awaitRead(late.stream().map(record -> header(record, "ce_id")).toList(), reader);
        Map<String, String> after = states(orders);
        return late.stream()
                .map(record -> new LateAction(
                        record.key(),
                        header(record, "ce_type"),
                        before.getOrDefault(record.key(), ""),
                        after.getOrDefault(record.key(), ""),
                        handled))
                .toList();
    }

    private static String header(ProducerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }

    /** Returns the first action of each of some orders that were compensated. */
    private Map<String, ConsumerRecord<String, String>> first(String topic, Set<String> actions, String end) {
        List<ConsumerRecord<String, String>> commands =
                new PublishedRecords(system.infrastructure().kafkaBootstrapServers(), topic).all();
        Set<String> orders = commands.stream()
                .filter(command -> type(command).equals(end))
                .map(ConsumerRecord::key)
                .limit(MOST)
                .collect(Collectors.toSet());
        Map<String, ConsumerRecord<String, String>> first = new LinkedHashMap<>();
        commands.stream()
                .filter(command -> orders.contains(command.key()) && actions.contains(type(command)))
                .forEach(command -> first.putIfAbsent(command.key(), command));
        return first;
    }

    private static String type(ConsumerRecord<String, String> command) {
        return PublishedRecords.header(command, "ce_type");
    }

    private boolean awaitRead(Iterable<String> ids, Service reader) {
        try {
            for (String id : ids) {
                Awaitility.await().atMost(TIMEOUT).until(() -> isRead(id, reader));
            }
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private boolean isRead(String id, Service reader) throws SQLException {
        return !texts(reader, "SELECT message_id FROM inbox WHERE message_id = ?", id)
                .isEmpty();
    }

    /** Everything that a late action could change. */
    private Map<String, String> states(Set<String> orders) throws SQLException {
        Map<String, String> states = new LinkedHashMap<>();
        for (String order : orders) {
            List<String> claims = texts(
                    Service.INVENTORY,
                    "SELECT state || ' v' || version FROM claim WHERE saga_id = ?::uuid ORDER BY id",
                    order);
            List<String> saga =
                    texts(Service.ORCHESTRATOR, "SELECT status || ' ' || sequence FROM saga WHERE id = ?::uuid", order);
            var ledger = gateway.get(system.addresses().paymentStub(), "/ledger?orderId=" + order)
                    .body()
                    .path("entries")
                    .valueStream()
                    .map(entry -> entry.path("type").asString(""))
                    .toList();
            states.put(order, "claims %s, ledger %s, saga %s".formatted(claims, ledger, saga));
        }
        return states;
    }

    private List<String> texts(Service service, String sql, String parameter) throws SQLException {
        return system.read(service, sql, row -> row.getString(1), parameter);
    }
}
