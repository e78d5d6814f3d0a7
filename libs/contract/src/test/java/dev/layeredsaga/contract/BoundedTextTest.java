package dev.layeredsaga.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.payment.ChargeDeclined;
import dev.layeredsaga.contract.payment.RefundFailed;
import dev.layeredsaga.contract.saga.EngineEvent.SagaStuck;
import dev.layeredsaga.contract.saga.StepAttempt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BoundedTextTest {

    private static final String LONG = "x".repeat(400_000);
    private static final StepAttempt STEP = new StepAttempt(UUID.randomUUID(), "pay", 1);

    @Test
    void isTheTextIfThatIsNotTooLong() {
        String text = "잔액 부족 \uD83D\uDE00".repeat(50);
        assertThat(BoundedText.of(text)).isEqualTo(text);
        assertThat(BoundedText.isWhole(text)).isTrue();
    }

    @Test
    void isCutBetweenCharacters() {
        String faces = "\uD83D\uDE00".repeat(501);
        assertThat(BoundedText.of(faces)).isEqualTo("\uD83D\uDE00".repeat(500) + "…");
        assertThat(BoundedText.isWhole(faces)).isFalse();
    }

    @Test
    void hasNothingThatATableOrALogLineCannotHave() {
        assertThat(BoundedText.of("a\0b\nc\u001Bd\uD83De")).isEqualTo("a b c d\uFFFDe");
    }

    @Test
    void isInEveryMessageThatHasTextFromOutside() {
        assertThat(new ChargeDeclined(STEP, LONG).code()).hasSize(501);
        assertThat(new RefundFailed(STEP, LONG, true).reason()).hasSize(501);
        assertThat(ReasonCode.PAYMENT_DECLINED.because(LONG).message()).hasSize(501);
        assertThat(new SagaStuck("pay", LONG).reason()).hasSize(501);
    }
}
