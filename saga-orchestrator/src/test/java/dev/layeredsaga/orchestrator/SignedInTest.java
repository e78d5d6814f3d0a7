package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test in which the operator kim is signed in to the console with a browser. */
abstract class SignedInTest {

    ConsoleBrowser kim;

    @BeforeEach
    void signIn() {
        kim = ConsoleFixture.browserOf("kim", "operator");
    }

    @AfterEach
    void leave() {
        kim.close();
    }

    static void says(HttpResponse<String> answer, int status, String text) {
        assertThat(answer.body()).contains(text);
        assertThat(answer.statusCode()).isEqualTo(status);
    }
}
