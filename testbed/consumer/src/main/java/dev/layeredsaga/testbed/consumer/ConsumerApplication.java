package dev.layeredsaga.testbed.consumer;

import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Consumes {@code saga.events} until it is stopped, and prints the history of each order when it ends. */
@SpringBootApplication
class ConsumerApplication {

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        SpringApplication.run(ConsumerApplication.class, args);
    }
}
