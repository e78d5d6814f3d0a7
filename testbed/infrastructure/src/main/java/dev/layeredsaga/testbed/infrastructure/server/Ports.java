package dev.layeredsaga.testbed.infrastructure.server;

import java.util.stream.IntStream;

/** The port of each server, all different; 0 means any free port. */
public record Ports(int postgres, int redis, int kafka) {

    /** The default ports of the servers. */
    public static final Ports USUAL = new Ports(5432, 6379, 9092);

    public static final Ports FREE = new Ports(0, 0, 0);

    /** @throws IllegalArgumentException if a port is out of range or two are the same */
    public Ports {
        var chosen =
                IntStream.of(postgres, redis, kafka).filter(port -> port != 0).toArray();
        if (IntStream.of(chosen).anyMatch(port -> port < 0 || port > 65535)) {
            throw new IllegalArgumentException("Not a port among %d, %d, %d".formatted(postgres, redis, kafka));
        }
        if (IntStream.of(chosen).distinct().count() < chosen.length) {
            throw new IllegalArgumentException(
                    "One port for two servers: %d, %d, %d".formatted(postgres, redis, kafka));
        }
    }
}
