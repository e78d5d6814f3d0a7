package dev.layeredsaga.paymentstub.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicKeysTest {

    @Test
    void areReadFromPem() {
        var issuer = new TestIssuer();

        assertThat(PublicKeys.fromPem(issuer.pem()).getEncoded()).isEqualTo(issuer.encoded());
    }

    @ParameterizedTest
    @CsvSource({"RSA, 1024", "EC, 256"})
    void areRefusedIfWeakOrOfAnotherKind(String algorithm, int bits) throws NoSuchAlgorithmException {
        var generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        String key = Base64.getEncoder()
                .encodeToString(generator.generateKeyPair().getPublic().getEncoded());

        refuses("-----BEGIN PUBLIC KEY-----" + key + "-----END PUBLIC KEY-----");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "key", "-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----"})
    void areNothingElse(String text) {
        refuses(text);
    }

    private static void refuses(String text) {
        assertThatThrownBy(() -> PublicKeys.fromPem(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("is no RSA public key of at least 2048 bits as PEM");
    }
}
