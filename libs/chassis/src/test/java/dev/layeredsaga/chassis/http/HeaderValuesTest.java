package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class HeaderValuesTest {

    @Test
    void allowWhatSpringAllowsOfEveryCharacter() {
        List<String> different = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .mapToObj(Character::toString)
                .filter(one -> RequestSyntaxFilter.isAllowed(one) != StrictHttpFirewall.ALLOWED_HEADER_VALUES.test(one))
                .toList();

        assertThat(different).isEmpty();
    }

    @Test
    void lookAtTheLastCharacterToo() {
        assertThat(RequestSyntaxFilter.isAllowed("Bearer a.b.c")).isTrue();
        assertThat(RequestSyntaxFilter.isAllowed("Bearer a.b.c\n")).isFalse();
        assertThat(RequestSyntaxFilter.isAllowed("\uD83D\uDE00\u0000")).isFalse();
    }
}
