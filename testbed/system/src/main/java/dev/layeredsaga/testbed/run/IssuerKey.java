package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;

/** Prints where the public key of the issuer of tokens is, making it if need be, for services that run elsewhere. */
public final class IssuerKey {

    private IssuerKey() {}

    public static void main(String[] arguments) {
        System.out.println(LocalIssuer.get().publicKeyFile().toAbsolutePath());
    }
}
