package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.bench.measure.DatabaseCost;
import dev.layeredsaga.testbed.bench.measure.Machine;
import dev.layeredsaga.testbed.bench.service.SeparateServers;
import dev.layeredsaga.testbed.process.ServiceProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Measures what each part of the machine costs. */
final class Parts implements AutoCloseable {

    static final List<String> SERVICES = List.of("order service", "inventory service", "orchestrator, payments");

    private final SeparateServers servers;
    private final List<Peer> peers;
    private final Connection database;
    private final Admin kafka;

    Parts(SeparateServers servers, List<Peer> peers) throws SQLException {
        this.servers = servers;
        this.peers = peers;
        this.database = servers.postgres().connect("postgres");
        this.kafka = Admin.create(servers.kafka().adminSettings());
    }

    /**
     * The cost since the start, or between two readings.
     *
     * @param system CPU time of the parts that make up the system: services and servers
     * @param others CPU time of the load, the payment stub and systems that are not under load
     * @param machine CPU time of the whole machine
     * @param records written to the system's topics
     */
    record Cost(
            Map<String, Duration> system,
            Map<String, Duration> others,
            Duration machine,
            DatabaseCost database,
            long records) {

        Cost since(Cost earlier) {
            return new Cost(
                    minus(system, earlier.system),
                    minus(others, earlier.others),
                    machine.minus(earlier.machine),
                    database.since(earlier.database),
                    records - earlier.records);
        }

        private static Map<String, Duration> minus(Map<String, Duration> now, Map<String, Duration> earlier) {
            Map<String, Duration> between = new LinkedHashMap<>();
            now.forEach((part, time) -> between.put(part, time.minus(earlier.getOrDefault(part, Duration.ZERO))));
            return between;
        }

        /** Returns the CPU time of one part. */
        Duration of(String part) {
            return system.getOrDefault(part, others.getOrDefault(part, Duration.ZERO));
        }

        /** Returns the CPU time of services and servers, without the load and the payment stub. */
        Duration serversOnly() {
            return sum(system.values());
        }

        /** Returns the CPU time that is in no part: kernel threads and other programs. */
        Duration unaccounted() {
            return machine.minus(serversOnly()).minus(sum(others.values()));
        }
    }

    private static Duration sum(Collection<Duration> times) {
        return times.stream().reduce(Duration.ZERO, Duration::plus);
    }

    /** Reads the cost so far of the system under load. */
    Cost soFar(Peer underLoad) throws SQLException, IOException, InterruptedException, ExecutionException {
        DatabaseCost cost = DatabaseCost.soFar(database);
        Map<String, Duration> system = new LinkedHashMap<>();
        for (int i = 0; i < SERVICES.size(); i++) {
            system.put(SERVICES.get(i), cpu(underLoad.services().get(i).stream()));
        }
        system.put("PostgreSQL", cost.cpu());
        system.put("Redis", Machine.of(servers.redisProcess()));
        system.put("Kafka", Machine.of(servers.broker()));
        Map<String, Duration> others = new LinkedHashMap<>();
        others.put("payment stub", cpu(Stream.of(underLoad.stub())));
        others.put("load", Machine.self());
        others.put(
                "other system, idle",
                cpu(peers.stream().filter(peer -> !peer.equals(underLoad)).flatMap(Parts::processes)));
        return new Cost(system, others, Machine.total(), cost, records(underLoad));
    }

    private static Stream<ServiceProcess> processes(Peer peer) {
        return Stream.concat(peer.services().stream().flatMap(List::stream), Stream.of(peer.stub()));
    }

    private static Duration cpu(Stream<ServiceProcess> processes) {
        return processes.map(ServiceProcess::handle).map(Machine::tree).reduce(Duration.ZERO, Duration::plus);
    }

    private long records(Peer peer) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
        Set<String> topics = new HashSet<>(peer.topics());
        // another commit's services may have fewer
        topics.retainAll(kafka.listTopics().names().get());
        kafka.describeTopics(topics)
                .allTopicNames()
                .get()
                .forEach((topic, description) -> description
                        .partitions()
                        .forEach(partition ->
                                partitions.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
        return kafka.listOffsets(partitions).all().get().values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    @Override
    public void close() throws SQLException {
        kafka.close();
        database.close();
    }
}
