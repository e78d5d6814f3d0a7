package dev.layeredsaga.testbed.infrastructure.server;

/**
 * A server of the infrastructure. It keeps its port and, except for Redis, its data from a {@link #stop()} to the next
 * {@link #start()}, so that tests can simulate an outage. Thread-safe.
 */
public interface Server {

    /** Returns the product's name: PostgreSQL, Redis or Kafka. */
    String name();

    /** Returns the port, on {@link #host()} only; it never changes during this object's lifetime. */
    int port();

    /** Returns the loopback address, or the host reported by the Docker engine. */
    default String host() {
        return Loopback.HOST;
    }

    /**
     * Returns once the server answers; does nothing if it is running.
     *
     * @throws ServerStartException if it fails to start
     */
    void start();

    /** Returns true if the server answers in its own protocol. */
    boolean isReady();

    /** Returns once the server has ended and its port is free; does nothing if it is stopped. */
    void stop();
}
