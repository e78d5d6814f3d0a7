package dev.layeredsaga.messaging.topic;

import java.util.Collection;
import java.util.List;

/**
 * The topics that a part of a service reads or writes. Those of all such beans are there before the service works, each with one for its
 * dead letters, and have meters; without such a bean all of {@link dev.layeredsaga.contract.Topics}.
 */
public record UsedTopics(Collection<String> names) {

    public UsedTopics {
        names = List.copyOf(names);
    }

    /** Returns the topics of all parts, each once. */
    public static List<String> of(Collection<UsedTopics> parts) {
        return parts.stream().flatMap(part -> part.names().stream()).distinct().toList();
    }
}
