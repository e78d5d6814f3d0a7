package dev.layeredsaga.messaging.topic;

import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.settings.MessagingProperties.TopicSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.kafka.config.TopicBuilder;

/**
 * Creates missing topics before anything is sent or read. Existing topics are never changed, whatever the settings: another number
 * of partitions would move keys between partitions, and the messages of a key would lose their order.
 */
public final class TopicCreation implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(TopicCreation.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Map<String, Object> settings;
    private final List<NewTopic> wanted;

    /** @param adminSettings the settings for the connection to the broker */
    public TopicCreation(Map<String, Object> adminSettings, Collection<NewTopic> wanted) {
        this.settings = new HashMap<>(adminSettings);
        this.settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(TIMEOUT.toMillis()));
        this.settings.putIfAbsent(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                Math.toIntExact(TIMEOUT.dividedBy(2).toMillis()));
        this.wanted = List.copyOf(wanted);
    }

    /** Returns a topic with these settings; the broker's defaults apply to the rest. */
    public static NewTopic topic(String name, TopicSettings settings, Duration retention) {
        TopicBuilder topic = TopicBuilder.name(name)
                .partitions(settings.partitions())
                .config(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
        if (settings.replicationFactor() != null) {
            topic.replicas(settings.replicationFactor());
        }
        if (settings.minInSyncReplicas() != null) {
            topic.config(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(settings.minInSyncReplicas()));
        }
        return topic.build();
    }

    /** @throws StartupException if topics are missing and the service is not authorized to create them */
    @Override
    public void afterSingletonsInstantiated() {
        try (Admin admin = Admin.create(settings)) {
            Set<String> existing = get(admin.listTopics().names());
            create(
                    admin,
                    wanted.stream()
                            .filter(topic -> !existing.contains(topic.name()))
                            .toList());
            compare(
                    admin,
                    wanted.stream()
                            .filter(topic -> existing.contains(topic.name()))
                            .toList());
        } catch (ExecutionException | TimeoutException e) {
            log.warn("topics could not be listed, those that are missing are not created: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Creates another topic, like the first of these, if it is missing. Returns false if it is not there then, and logs why. */
    public boolean create(String name) {
        NewTopic like = wanted.getFirst();
        NewTopic topic = new NewTopic(name, like.numPartitions(), like.replicationFactor()).configs(like.configs());
        try (Admin admin = Admin.create(settings)) {
            if (!get(admin.listTopics().names()).contains(name)) {
                create(admin, List.of(topic));
            }
            return true;
        } catch (ExecutionException | TimeoutException | StartupException e) {
            log.warn("topic {} could not be created: {}", name, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private static void create(Admin admin, List<NewTopic> missing)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (Map.Entry<String, KafkaFuture<Void>> created :
                admin.createTopics(missing).values().entrySet()) {
            try {
                get(created.getValue());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AuthorizationException) {
                    throw new StartupException("the topics %s are missing, and this service may not create them: %s"
                            .formatted(
                                    new TreeSet<>(
                                            missing.stream().map(NewTopic::name).toList()),
                                    e.getCause().getMessage()));
                }
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                } // another instance has created it
            }
        }
    }

    private static void compare(Admin admin, List<NewTopic> existing)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Integer> wanted =
                existing.stream().collect(Collectors.toMap(NewTopic::name, NewTopic::numPartitions));
        for (TopicDescription topic :
                get(admin.describeTopics(wanted.keySet()).allTopicNames()).values()) {
            int partitions = topic.partitions().size();
            if (partitions != wanted.getOrDefault(topic.name(), partitions)) {
                log.warn(
                        "topic {} has {} partitions and keeps them; messaging.topics.partitions is {}",
                        topic.name(),
                        partitions,
                        wanted.getOrDefault(topic.name(), partitions));
            }
        }
    }

    private static <T> T get(KafkaFuture<T> answer) throws ExecutionException, InterruptedException, TimeoutException {
        return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
