package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One contender's application context, on a database of its own. */
record Site(Contender contender, ConfigurableApplicationContext context) implements AutoCloseable {

    /** The rows that the transactions update: at least as many as a workload has keys. */
    private static final int ACCOUNTS = 10_000;

    /** Auto-configurations of services that other benchmarks host; on the class path, but not to run here. */
    private static final List<String> WHAT_SERVICES_BRING = List.of(
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration");

    static Site open(Contender contender, Infrastructure infrastructure) {
        infrastructure.postgres().createDatabase(contender.place());
        Map<String, Object> settings = settings(contender, infrastructure);
        settings.putAll(contender.settings());
        Site site = new Site(
                contender,
                new SpringApplicationBuilder(contender.configuration)
                        .web(WebApplicationType.NONE)
                        .properties(settings)
                        .run());
        site.createAccounts();
        return site;
    }

    private static Map<String, Object> settings(Contender contender, Infrastructure infrastructure) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("spring.application.name", "bench");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.main.log-startup-info", "false");
        settings.put("bench.topic", contender.place());
        settings.put("spring.datasource.url", infrastructure.postgres().jdbcUrl(contender.place()));
        settings.put("spring.datasource.username", infrastructure.postgres().user());
        settings.put("spring.datasource.password", infrastructure.postgres().password());
        settings.put("spring.datasource.hikari.maximum-pool-size", "30");
        settings.put("spring.flyway.locations", "classpath:db/messaging");
        settings.put("spring.kafka.bootstrap-servers", infrastructure.kafkaBootstrapServers());
        settings.put("spring.kafka.producer.acks", "all");
        settings.put(
                "spring.kafka.producer.value-serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        settings.put("messaging.startup.enabled", "false");
        settings.put("spring.autoconfigure.exclude", String.join(",", WHAT_SERVICES_BRING));
        return settings;
    }

    private void createAccounts() {
        jdbc().execute("CREATE TABLE account (id int PRIMARY KEY, changes int NOT NULL) WITH (fillfactor = 50)");
        jdbc().update("INSERT INTO account SELECT id, 0 FROM generate_series(0, ?) AS id", ACCOUNTS);
    }

    JdbcTemplate jdbc() {
        return context.getBean(JdbcTemplate.class);
    }

    Publisher publisher() {
        return context.getBean(Publisher.class);
    }

    TransactionTemplate transactions() {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    int rows() {
        Integer rows = jdbc().queryForObject("SELECT count(*) FROM " + contender.table, Integer.class);
        return rows == null ? 0 : rows;
    }

    @Override
    public void close() {
        context.close();
    }
}
