package dev.layeredsaga.paymentstub;

import dev.layeredsaga.paymentstub.access.AccessPolicy;
import dev.layeredsaga.paymentstub.access.ApiKeys;
import dev.layeredsaga.paymentstub.access.PublicKeys;
import dev.layeredsaga.paymentstub.access.Tokens;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the access rules from environment variables. An empty variable counts as not set. */
final class AccessEnvironment {

    static final String API_KEYS = "PAYMENT_STUB_API_KEYS";
    static final String PUBLIC_KEY = "PAYMENT_STUB_JWT_PUBLIC_KEY";
    static final String KEY_SET = "PAYMENT_STUB_JWT_JWKS_URI";
    static final String AUDIENCE = "PAYMENT_STUB_JWT_AUDIENCE";

    private final Map<String, String> environment;

    private AccessEnvironment(Map<String, String> environment) {
        this.environment = environment;
    }

    /** @throws InvalidSettings if a variable has an invalid value; the message does not show the value */
    static AccessPolicy read(Map<String, String> environment) {
        var access = new AccessEnvironment(environment);
        ApiKeys keys = access.value(API_KEYS, AccessEnvironment::apiKeys);
        return new AccessPolicy(keys == null ? ApiKeys.NONE : keys, access.tokens());
    }

    private @Nullable Tokens tokens() {
        String given = environment.getOrDefault(AUDIENCE, "");
        String audience = given.isBlank() ? Tokens.AUDIENCE : given;
        Tokens byKey = value(PUBLIC_KEY, file -> Tokens.signedFor(PublicKeys.fromPem(read(file)), audience));
        Tokens byKeySet = value(KEY_SET, uri -> Tokens.signedForKeysAt(URI.create(uri), audience));
        if (byKey != null && byKeySet != null) {
            throw new InvalidSettings(PUBLIC_KEY + " and " + KEY_SET + " are both set", null);
        }
        return byKey == null ? byKeySet : byKey;
    }

    private <T> @Nullable T value(String name, Function<String, T> reading) {
        String value = environment.getOrDefault(name, "");
        try {
            return value.isBlank() ? null : reading.apply(value.strip());
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new InvalidSettings(name + ": " + e.getMessage(), e);
        }
    }

    private static ApiKeys apiKeys(String list) {
        List<String> keys = Stream.of(list.split(","))
                .map(String::strip)
                .filter(key -> !key.isEmpty())
                .toList();
        return ApiKeys.of(keys);
    }

    private static String read(String file) {
        try {
            return Files.readString(file.startsWith("file:") ? Path.of(URI.create(file)) : Path.of(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("\"" + file + "\" cannot be read", e);
        }
    }
}
