package dev.layeredsaga.chassis.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class HeaderFirewallTest {

    @Test
    void allowWhatSpringAllowsOfEveryCharacter() {
        List<String> different = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .mapToObj(Character::toString)
                .filter(one -> HeaderFirewall.isAllowed(one) != StrictHttpFirewall.ALLOWED_HEADER_VALUES.test(one))
                .toList();

        assertThat(different).isEmpty();
    }

    @Test
    void lookAtTheLastCharacterToo() {
        assertThat(HeaderFirewall.isAllowed("Bearer a.b.c")).isTrue();
        assertThat(HeaderFirewall.isAllowed("Bearer a.b.c\n")).isFalse();
        assertThat(HeaderFirewall.isAllowed("\uD83D\uDE00\u0000")).isFalse();
    }
}
