package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import tools.jackson.databind.json.JsonMapper;

/** An OpenID Connect issuer with discovery, authorization code and signed ID tokens, which asks for no password. */
final class TestIssuer {

    private static final int KEY_BITS = 2048;
    private static final String CLIENT = "console";

    private record User(String name, List<String> roles) {}

    private final HttpServer server;
    private final RSAPublicKey key;
    private final JwtEncoder encoder;
    private final Map<String, String> nonces = new ConcurrentHashMap<>();
    private volatile User user = new User("nobody", List.of());

    private TestIssuer(HttpServer server, KeyPair keys) {
        this.server = server;
        this.key = (RSAPublicKey) keys.getPublic();
        this.encoder = NimbusJwtEncoder.withKeyPair(key, (RSAPrivateKey) keys.getPrivate())
                .algorithm(SignatureAlgorithm.RS256)
                .build();
        on("/.well-known/openid-configuration", exchange -> json(exchange, discovery()));
        on("/authorize", this::authorize);
        on("/token", this::token);
        on("/jwks", exchange -> json(exchange, jwks()));
    }

    static TestIssuer start() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            TestIssuer issuer = new TestIssuer(server, generator.generateKeyPair());
            server.start();
            return issuer;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes everybody who signs in from now on this user. */
    void knows(String name, String... roles) {
        user = new User(name, List.of(roles));
    }

    /** Returns the settings of a client of this issuer. */
    String[] settings() {
        String registration = "--spring.security.oauth2.client.registration.test.";
        return new String[] {
            registration + "client-id=" + CLIENT,
            registration + "client-secret=secret",
            registration + "client-name=the test issuer",
            registration + "authorization-grant-type=authorization_code",
            registration + "redirect-uri={baseUrl}/console/login/oauth2/code/{registrationId}",
            registration + "scope=openid",
            "--spring.security.oauth2.client.provider.test.issuer-uri=" + url()
        };
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void on(String path, HttpHandler handler) {
        server.createContext(path, handler);
    }

    private String discovery() {
        return """
                {"issuer": "%1$s", "authorization_endpoint": "%1$s/authorize", "token_endpoint": "%1$s/token",
                 "jwks_uri": "%1$s/jwks", "response_types_supported": ["code"], "subject_types_supported": ["public"],
                 "id_token_signing_alg_values_supported": ["RS256"]}""".formatted(url());
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
        String code = UUID.randomUUID().toString();
        nonces.put(code, query.getOrDefault("nonce", ""));
        String state = URLEncoder.encode(query.getOrDefault("state", ""), UTF_8);
        exchange.getResponseHeaders().add("Location", query.get("redirect_uri") + "?code=" + code + "&state=" + state);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String nonce = String.valueOf(nonces.remove(parameters(body).getOrDefault("code", "")));
        Instant now = Instant.now();
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .issuer(url())
                .subject(user.name())
                .audience(List.of(CLIENT))
                .issuedAt(now)
                .expiresAt(now.plusSeconds(300))
                .claim("nonce", nonce)
                .claim("roles", user.roles())
                .build();
        json(exchange, """
                {"access_token": "access", "token_type": "Bearer", "expires_in": 300, "scope": "openid operator",
                 "id_token": "%s"}""".formatted(sign(claims)));
    }

    private String jwks() {
        return """
                {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "%s", "n": "%s", "e": "%s"}]}""".formatted(keyId(), encoded(key.getModulus()), encoded(key.getPublicExponent()));
    }

    /** The encoder chooses it. */
    private String keyId() {
        String header = sign(JwtClaimsSet.builder().subject("-").build()).split("\\.", -1)[0];
        return JsonMapper.shared()
                .readTree(Base64.getUrlDecoder().decode(header))
                .path("kid")
                .asString("");
    }

    private String sign(JwtClaimsSet claims) {
        JwsHeader header = JwsHeader.with(SignatureAlgorithm.RS256).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
    }

    private static String encoded(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(bytes, sign, bytes.length));
    }

    private static Map<String, String> parameters(String encoded) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : encoded.split("&", -1)) {
            int equals = pair.indexOf('=');
            parameters.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        return parameters;
    }

    private static void json(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
