package dev.layeredsaga.testbed.infrastructure;

/**
 * One server of the infrastructure. It keeps its port and, Redis apart, its data from a {@link #stop()} to the next
 * {@link #start()}, so that a test can take it away and give it back. Thread-safe.
 */
public interface Server {

    /** What people call it: PostgreSQL, Redis or Kafka. */
    String name();

    /** The port it listens on, on {@link #host()} only; the same for as long as this object lives. */
    int port();

    /** The loopback address unless the Docker engine says otherwise. */
    default String host() {
        return Loopback.HOST;
    }

    /**
     * Returns once the server answers; does nothing if it is running.
     *
     * @throws ServerStartException if it does not come up
     */
    void start();

    /** Returns once the server is gone and its port is free; does nothing if it is stopped. */
    void stop();
}
