package dev.layeredsaga.orchestrator.deadletter;

/** The topics that dead letters came from. Thread-safe. */
public interface OriginTopics {

    /**
     * Reads what is behind the message in its partition, within bounds of records and time.
     *
     * @throws OriginUnavailableException if the broker does not answer
     */
    Overtaking behind(Letter letter);

    /**
     * Writes the message as it was to the partition that it came from, and returns its new offset once the broker has it.
     *
     * @throws OriginUnavailableException if the broker has not confirmed in time; it may have the message all the same
     */
    long send(Letter letter);

    /** The broker does not answer. */
    final class OriginUnavailableException extends RuntimeException {

        public OriginUnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
