package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Sessions of the console, which are in the database. */
class ConsoleSessionsTest extends SignedInTest {

    private static final OrchestratorInstance OTHER = ConsoleFixture.another();

    @AfterAll
    static void stop() {
        OTHER.close();
    }

    @Test
    void goOnAtAnotherInstanceAndEndEverywhere() {
        UUID id = StuckOrder.waiting("mina").id();
        long revision = new Operator(ConsoleFixture.api()).revision(id);
        String form = "{\"action\": \"RETRY\", \"reason\": \"-\", \"revision\": \"" + revision + "\"}";
        ConsoleHttp here = kim.http();
        ConsoleHttp there = here.at(OTHER);
        String token = here.csrf();

        assertThat(there.get("/console/sagas/" + id).body()).contains("kim · operator");
        assertThat(there.postWithout("/console/sagas/" + id + "/actions", form).statusCode())
                .isEqualTo(403);
        assertThat(there.postWithout("/console/sagas/" + id + "/actions", form, "X-CSRF-TOKEN", token)
                        .statusCode())
                .isEqualTo(202);

        assertThat(there.post("/console/sign-out", "{}").statusCode()).isEqualTo(200);
        assertThat(here.get("/console").statusCode()).isEqualTo(302);
        assertThat(here.get("/console/overview", "HX-Request", "true").statusCode())
                .isEqualTo(401);
    }

    @Test
    void haveEndedIfTheyCannotBeRead() {
        ConsoleHttp session = kim.http();
        int damaged = ConsoleFixture.instance()
                .database()
                .sql("""
                UPDATE console_session_attributes SET attribute_bytes = 'of another release'
                WHERE session_primary_id = (SELECT primary_id FROM console_session WHERE session_id = ?)""")
                .param(session.session())
                .update();
        assertThat(damaged).isPositive();

        assertThat(session.get("/console").statusCode()).isEqualTo(302);
        assertThat(session.get("/console/overview", "HX-Request", "true").statusCode())
                .isEqualTo(401);
        kim.signIn();
        assertThat(kim.text("overview")).isNotEmpty();
    }

    @Test
    void areNotKeptOfPeopleWhoHaveNotSignedIn() {
        long before = System.currentTimeMillis();

        assertThat(ConsoleHttp.unauthenticated().get("/console").statusCode()).isEqualTo(302);
        assertThat(ConsoleHttp.unauthenticated().get("/console/sign-in").statusCode())
                .isEqualTo(200);
        assertThat(ConsoleHttp.unauthenticated()
                        .get("/console/oauth2/authorization/test")
                        .statusCode())
                .isEqualTo(302);
        assertThat(new ConsoleHttp("guessed").get("/console").statusCode()).isEqualTo(302);

        assertThat(ConsoleFixture.instance()
                        .database()
                        .sql(
                                "SELECT session_id FROM console_session WHERE principal_name IS NULL AND creation_time >= ?")
                        .param(before)
                        .query(String.class)
                        .list())
                .isEmpty();
    }
}
