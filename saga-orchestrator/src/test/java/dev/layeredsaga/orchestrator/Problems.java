package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

/** Assertions on error responses. */
final class Problems {

    private Problems() {}

    static void refused(Api.Answer answer, int status, String code) {
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).isEqualTo("application/problem+json");
        assertThat(answer.body().path("status").asInt()).isEqualTo(status);
        assertThat(answer.body().path("type").asString())
                .endsWith("/docs/problems.md#" + code.toLowerCase(Locale.ROOT));
    }

    /** One field is to blame. */
    static void invalid(Api.Answer answer, String field, String message) {
        refused(answer, 400, "VALIDATION_FAILED");
        assertThat(answer.body().path("errors").values()).singleElement().satisfies(error -> {
            assertThat(error.path("field").asString()).isEqualTo(field);
            assertThat(error.path("message").asString()).isEqualTo(message);
        });
    }
}
