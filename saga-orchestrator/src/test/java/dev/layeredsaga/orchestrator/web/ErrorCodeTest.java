package dev.layeredsaga.orchestrator.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.engine.state.ActionRefusal;
import dev.layeredsaga.orchestrator.deadletter.LetterRefusal;
import dev.layeredsaga.starter.web.SagaProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource(ActionRefusal.class)
    void hasEveryRefusalOfAnActionOnASaga(ActionRefusal refusal) {
        assertThat(SagaProblem.of(refusal).name()).isEqualTo(refusal.name());
    }

    @ParameterizedTest
    @EnumSource(LetterRefusal.class)
    void hasEveryRefusalOfAnActionOnADeadLetter(LetterRefusal refusal) {
        assertThat(ErrorCode.of(refusal).name()).isEqualTo(refusal.name());
    }
}
