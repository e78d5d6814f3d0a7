package dev.layeredsaga.order.placement.follow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.order.placement.follow.OrderChangeFeed;
import dev.layeredsaga.order.placement.follow.OrderChangeFeed.Subscription;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class PostgresNewsTest {

    private final TestDatabase database = SharedInfrastructure.freshDatabase("news");
    private final JdbcTemplate jdbc =
            new JdbcTemplate(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    private final OrderChangeFeed feed = new OrderChangeFeed();
    private final PostgresNews news = new PostgresNews(jdbc, new Details(database), feed);
    private final UUID order = UUID.randomUUID();

    @BeforeEach
    void listen() throws SQLException {
        feed.start();
        news.tick();
    }

    @AfterEach
    void close() {
        news.close();
    }

    @Test
    void wakesTheFollowersOfAnOrderThatAnyInstanceHasChanged() {
        try (Subscription following = feed.subscribe(order)) {
            anotherInstance().send(List.of(order), Set.of());

            assertWoken(following);
        }
    }

    @Test
    void wakesThoseThatAwaitTheEndByItAlone() {
        try (Subscription change = feed.subscribe(order);
                Subscription end = feed.subscribeToEnd(order)) {
            FutureTask<Boolean> waiting = waiting(end);
            anotherInstance().send(List.of(order), Set.of());
            assertWoken(change);
            assertThat(waiting.isDone()).isFalse();

            anotherInstance().send(List.of(order), Set.of(order));

            assertDone(waiting);
        }
    }

    private PostgresNews anotherInstance() {
        return new PostgresNews(jdbc, new Details(database), new OrderChangeFeed());
    }

    /** Notifications are lost while no connection listens. */
    @Test
    void wakesAllFollowersOnceItListensAgainAfterALostConnection() {
        try (Subscription following = feed.subscribe(order)) {
            jdbc.queryForList(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'");
            await().untilAsserted(() -> assertThatThrownBy(news::tick).isInstanceOf(SQLException.class));

            assertWoken(following);
        }
    }

    @Test
    void goesOnAfterANotificationThatNamesNoOrder() {
        jdbc.queryForList("SELECT pg_notify('order_news', 'none')");
        await().untilAsserted(() -> assertThatThrownBy(news::tick).isInstanceOf(IllegalArgumentException.class));

        try (Subscription following = feed.subscribe(order)) {
            assertWoken(following);
        }
    }

    private void assertWoken(Subscription following) {
        assertDone(waiting(following));
    }

    private static FutureTask<Boolean> waiting(Subscription subscription) {
        FutureTask<Boolean> waiting = new FutureTask<>(() -> subscription.await(ChronoUnit.DAYS.getDuration()));
        Thread.ofVirtual().start(waiting);
        return waiting;
    }

    private void assertDone(FutureTask<Boolean> waiting) {
        await().until(() -> {
            news.tick();
            return waiting.isDone();
        });
    }

    private record Details(TestDatabase database) implements JdbcConnectionDetails {

        @Override
        public String getUsername() {
            return database.user();
        }

        @Override
        public String getPassword() {
            return database.password();
        }

        @Override
        public String getJdbcUrl() {
            return database.jdbcUrl();
        }
    }
}
