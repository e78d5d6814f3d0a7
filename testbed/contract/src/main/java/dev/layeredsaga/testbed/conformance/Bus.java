package dev.layeredsaga.testbed.conformance;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way to a participant and back. */
public interface Bus {

    /**
     * A record without its topic.
     *
     * @param headers as UTF-8 text
     */
    record Message(@Nullable String key, Map<String, String> headers, String value) {}

    /** Sends a command; those of one key arrive in the order in which they were sent. */
    void send(Message command);

    /** Returns the replies since the last call; waits a moment if there are none. */
    List<Message> replies();
}
