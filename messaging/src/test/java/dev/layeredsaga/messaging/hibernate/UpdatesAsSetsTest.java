package dev.layeredsaga.messaging.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.fixture.MessagingDatabase;
import dev.layeredsaga.testbed.infrastructure.TestDatabase;
import dev.layeredsaga.testbed.infrastructure.TestDatabases;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

class UpdatesAsSetsTest {

    private static final Instant SINCE = Instant.parse("2026-11-23T10:00:00.123456Z");

    private final TestDatabase database = TestDatabases.fresh("hibernate");
    private final MessagingDatabase connections = MessagingDatabase.connect(database);
    private final JdbcTemplate jdbc = connections.jdbc();
    private final SessionFactory sessions = new Configuration()
            .addAnnotatedClass(Seat.class)
            .addAnnotatedClass(Picture.class)
            .setProperty(JdbcSettings.JAKARTA_JDBC_URL, database.jdbcUrl())
            .setProperty(JdbcSettings.JAKARTA_JDBC_USER, database.user())
            .setProperty(JdbcSettings.JAKARTA_JDBC_PASSWORD, database.password())
            .setProperty(BatchSettings.STATEMENT_BATCH_SIZE, "100")
            .setProperty(BatchSettings.BUILDER, UpdatesAsSets.class.getName())
            .buildSessionFactory();

    @Entity(name = "Seat")
    @Table(name = "seat")
    static class Seat {

        @Id
        private UUID id = UUID.randomUUID();

        private int number;
        private long price;
        private boolean taken;
        private @Nullable String holder;
        private @Nullable Instant since;

        @Enumerated(EnumType.STRING)
        private DayOfWeek day = DayOfWeek.MONDAY;

        @JdbcTypeCode(SqlTypes.JSON)
        private @Nullable List<String> notes;

        @Version
        private long version;
    }

    /** Has something that is not sent as an array. */
    @Entity(name = "Picture")
    @Table(name = "picture")
    static class Picture {

        @Id
        private int id;

        private byte[] pixels = {};

        @Version
        private long version;
    }

    @BeforeEach
    void createTables() {
        jdbc.execute("""
                CREATE TABLE seat (id uuid PRIMARY KEY, number int NOT NULL, price bigint NOT NULL, taken boolean NOT NULL,
                  holder text, since timestamptz, day varchar(9) NOT NULL, notes jsonb, version bigint NOT NULL);
                CREATE TABLE picture (id int PRIMARY KEY, pixels bytea NOT NULL, version bigint NOT NULL);
                CREATE TABLE statement (made text NOT NULL);
                CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS
                  'BEGIN INSERT INTO statement VALUES (TG_TABLE_NAME); RETURN NULL; END';
                CREATE TRIGGER counted AFTER UPDATE ON seat FOR EACH STATEMENT EXECUTE FUNCTION count_statement();
                CREATE TRIGGER counted AFTER UPDATE ON picture FOR EACH STATEMENT EXECUTE FUNCTION count_statement();
                """);
        sessions.inTransaction(session -> {
            IntStream.range(0, 5).forEach(number -> session.persist(seat(number)));
            IntStream.range(0, 3).forEach(id -> session.persist(picture(id)));
        });
    }

    private static Seat seat(int number) {
        Seat seat = new Seat();
        seat.number = number;
        return seat;
    }

    private static Picture picture(int id) {
        Picture picture = new Picture();
        picture.id = id;
        return picture;
    }

    @AfterEach
    void close() {
        sessions.close();
        connections.close();
    }

    @Test
    void writesManyRowsInOneStatementEachWithItsOwnValues() {
        changeAll(seat -> {
            seat.price = 100L + seat.number;
            seat.taken = seat.number % 2 == 0;
            seat.holder = seat.number == 3 ? null : "it's \"%d\", {NULL}\\".formatted(seat.number);
            seat.since = seat.number == 4 ? null : SINCE.plusSeconds(seat.number);
            seat.day = DayOfWeek.of(seat.number + 1);
            seat.notes = seat.number == 2 ? null : List.of("a, \"b\"", "ü" + seat.number);
        });

        assertThat(statements()).isEqualTo(1);
        assertThat(seats()).hasSize(5).allSatisfy(seat -> {
            assertThat(seat.price).isEqualTo(100 + seat.number);
            assertThat(seat.taken).isEqualTo(seat.number % 2 == 0);
            assertThat(seat.holder).isEqualTo(seat.number == 3 ? null : "it's \"%d\", {NULL}\\".formatted(seat.number));
            assertThat(seat.since).isEqualTo(seat.number == 4 ? null : SINCE.plusSeconds(seat.number));
            assertThat(seat.day).isEqualTo(DayOfWeek.of(seat.number + 1));
            assertThat(seat.notes).isEqualTo(seat.number == 2 ? null : List.of("a, \"b\"", "ü" + seat.number));
            assertThat(seat.version).isEqualTo(1);
        });
    }

    @Test
    void leavesRowsAloneThatHaveNotChanged() {
        changeAll(seat -> seat.price = seat.number < 2 ? 7 : 0);

        assertThat(seats()).extracting(seat -> seat.price).containsExactly(7L, 7L, 0L, 0L, 0L);
        assertThat(seats()).extracting(seat -> seat.version).containsExactly(1L, 1L, 0L, 0L, 0L);
    }

    @Test
    void failsAndChangesNothingIfOneOfTheRowsHasBeenChangedBySomebodyElse() {
        assertThatThrownBy(() -> changeAll(seat -> {
                    seat.price = 7;
                    if (seat.number == 3) {
                        jdbc.update("UPDATE seat SET version = version + 1, holder = 'somebody else' WHERE number = 3");
                    }
                }))
                .isInstanceOf(OptimisticLockException.class)
                .hasStackTraceContaining("1 of 5 rows have been changed by somebody else");

        assertThat(seats()).extracting(seat -> seat.price).containsOnly(0L);
    }

    @Test
    void failsIfTheOnlyRowHasBeenChangedBySomebodyElse() {
        assertThatThrownBy(() -> changeAll(seat -> {
                    if (seat.number == 3) {
                        seat.price = 7;
                        jdbc.update("UPDATE seat SET version = version + 1 WHERE number = 3");
                    }
                }))
                .isInstanceOf(OptimisticLockException.class);
    }

    @Test
    void writesASingleRow() {
        changeAll(seat -> seat.holder = seat.number == 3 ? "me" : null);

        assertThat(seats()).extracting(seat -> seat.holder).containsExactly(null, null, null, "me", null);
    }

    @Test
    void writesRowByRowWhatCannotGoAsArrays() {
        sessions.inTransaction(session -> session.createQuery("FROM Picture", Picture.class)
                .list()
                .forEach(picture -> picture.pixels = new byte[] {(byte) picture.id, 0, -1}));

        assertThat(statements()).isEqualTo(3);
        assertThat(sessions.<List<Picture>>fromTransaction(
                        session -> session.createQuery("FROM Picture ORDER BY id", Picture.class)
                                .list()))
                .extracting(picture -> picture.pixels)
                .containsExactly(new byte[] {0, 0, -1}, new byte[] {1, 0, -1}, new byte[] {2, 0, -1});
    }

    private void changeAll(Consumer<Seat> change) {
        sessions.inTransaction(
                session -> session.createQuery("FROM Seat", Seat.class).list().forEach(change));
    }

    private List<Seat> seats() {
        return sessions.fromTransaction(session ->
                session.createQuery("FROM Seat ORDER BY number", Seat.class).list());
    }

    private int statements() {
        return jdbc.queryForList("SELECT made FROM statement").size();
    }
}
