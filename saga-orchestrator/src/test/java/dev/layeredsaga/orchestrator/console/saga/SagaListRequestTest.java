package dev.layeredsaga.orchestrator.console.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.SagaFilter;
import dev.layeredsaga.engine.SagaStatus;
import org.junit.jupiter.api.Test;

class SagaListRequestTest {

    @Test
    void writesItsAddressSoThatNothingInItHasAMeaning() {
        SagaListRequest request = new SagaListRequest("STUCK", "a&b=c {x}", "true", "");

        assertThat(request.url("/console/sagas", "7"))
                .isEqualTo("/console/sagas?status=STUCK&step=a%26b%3Dc%20%7Bx%7D&waiting=true&after=7");
        assertThat(new SagaListRequest("", "", "", "").url("/console/sagas", ""))
                .isEqualTo("/console/sagas");
    }

    @Test
    void readsItsFilter() {
        assertThat(new SagaListRequest("STUCK", "", "true", "").filter())
                .isEqualTo(new SagaFilter(SagaStatus.STUCK, null, null, true));
        assertThat(new SagaListRequest("", "pay", "", "").filter()).isEqualTo(new SagaFilter(null, "pay", null));
    }

    @Test
    void namesEveryProblem() {
        assertThat(new SagaListRequest("", "", "", "").problems()).isEmpty();
        assertThat(new SagaListRequest("stuck", "", "yes", "1-1-1-1-1").problems())
                .hasSize(3)
                .first()
                .asString()
                .contains("'stuck' is no status; there are RUNNING");
    }
}
