package dev.layeredsaga.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documented TLS settings, tested with a self-signed certificate. */
class TlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    private static Path certificates;

    @BeforeAll
    static void certify() throws IOException, InterruptedException {
        certificates = folder.resolve("server.p12");
        keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1");
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", certificates.toString(), "-storepass", PASSWORD, "-alias", "server"));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        assertThat(keytool.waitFor()).as(output).isZero();
    }

    @Test
    void servesHttpsAndNothingElse() throws IOException, GeneralSecurityException, InterruptedException {
        KeyStore store = keys();
        try (OrderServiceInstance service = OrderServiceInstance.start(
                "--server.ssl.bundle=server",
                "--spring.ssl.bundle.pem.server.keystore.certificate="
                        + pem("CERTIFICATE", store.getCertificate("server").getEncoded()),
                "--spring.ssl.bundle.pem.server.keystore.private-key="
                        + pem(
                                "PRIVATE KEY",
                                store.getKey("server", PASSWORD.toCharArray()).getEncoded()))) {
            int port = service.api().port();

            try (HttpClient client = trusting(store)) {
                assertThat(get(client, "https", port).statusCode()).isEqualTo(200);
                assertThat(get(client, "http", port).statusCode()).isEqualTo(400);
            }
            try (HttpClient unauthenticated = HttpClient.newHttpClient()) {
                assertThatExceptionOfType(SSLHandshakeException.class)
                        .isThrownBy(() -> get(unauthenticated, "https", port));
            }
        }
    }

    private static HttpResponse<String> get(HttpClient client, String scheme, int port)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + "/orders"))
                .header("Authorization", "Bearer " + LocalIssuer.get().customer("mina"))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(certificates)) {
            store.load(file, PASSWORD.toCharArray());
        }
        return store;
    }

    private static HttpClient trusting(KeyStore certificates) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificates.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static String pem(String what, byte[] content) throws IOException {
        Path file = folder.resolve(what.replace(" ", "-") + ".pem");
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(what, encoded, what), US_ASCII);
        return file.toUri().toString();
    }
}
