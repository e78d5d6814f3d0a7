package dev.layeredsaga.testbed.bench.ordinary.inventory;

import dev.layeredsaga.testbed.bench.ordinary.Calls.Line;
import jakarta.persistence.*;
import java.util.*;
import java.util.Locale;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** Keeps the stock. */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
public class InventoryApplication {

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        SpringApplication.run(InventoryApplication.class, arguments);
    }

    @Bean(destroyMethod = "shutdown")
    RedissonClient redisson(@Value("${ordinary.redis}") String url) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        return Redisson.create(config);
    }

    /** An item in stock. */
    @Entity(name = "Item")
    static class Item {

        @Id
        String sku;

        int onHand;
        int reserved;

        @Version
        Long version;

        boolean has(int quantity) {
            return onHand - reserved >= quantity;
        }

        void sell(int quantity) {
            reserved -= quantity;
            onHand -= quantity;
        }
    }

    interface Items extends JpaRepository<Item, String> {}

    /** The pieces that an order has reserved. */
    @Entity(name = "Claim")
    static class Claim {

        @Id
        UUID orderId;

        @Enumerated(EnumType.STRING)
        State state = State.HELD;

        @JdbcTypeCode(SqlTypes.JSON)
        List<Line> lines;

        @Version
        Long version;

        enum State {
            HELD,
            CONFIRMED,
            RELEASED
        }
    }

    interface Claims extends JpaRepository<Claim, UUID> {}
}
