package dev.layeredsaga.chassis.security;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.messaging.failure.StartupException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedOriginsTest {

    @ParameterizedTest
    @ValueSource(strings = {"https://shop.example", "http://localhost:3000", "https://[::1]:8443", "*"})
    void takesOrigins(String origin) {
        assertThatCode(() -> new AllowedOrigins(List.of(origin))).doesNotThrowAnyException();
    }

    /** None of them would ever match, so a page would be refused without a reason. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop.example",
                "https://shop.example/",
                "https://shop.example/cart",
                "https://*",
                "ftp://shop.example",
                "null",
                "a b"
            })
    void refusesWhatIsNoOrigin(String origin) {
        assertThatThrownBy(() -> new AllowedOrigins(List.of("https://shop.example", origin)))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("\"" + origin + "\"");
    }
}
