package dev.layeredsaga.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.console.signin.LocalSignIn;
import dev.layeredsaga.testbed.infrastructure.PageFiles;
import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/** The service of the page about a first saga, with its further step: compiled as it stands there, started, and seen in the console. */
class FirstSagaPageTest {

    private static final String BASIC = "Basic " + Base64.getEncoder().encodeToString("me:secret".getBytes(UTF_8));

    @TempDir
    static Path folder;

    private static URLClassLoader classes;
    private static ConfigurableApplicationContext service;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    @BeforeAll
    static void start() throws Exception {
        PageFiles.write(Files.readString(ProjectFolder.find().resolve("docs/your-first-saga.md")), folder);
        classes = new URLClassLoader(new URL[] {
            PageFiles.compile(folder).toUri().toURL(),
            folder.resolve("src/main/resources").toUri().toURL()
        });
        TestDatabase database = SharedInfrastructure.freshDatabase("first_saga");
        ClassLoader before = ClassUtils.overrideThreadContextClassLoader(classes);
        try {
            service = SpringApplication.run(
                    classes.loadClass("com.example.trips.Trips"),
                    "--server.port=0",
                    "--saga.console.print-link=false",
                    "--spring.datasource.url=" + database.jdbcUrl(),
                    "--spring.datasource.username=" + database.user(),
                    "--spring.datasource.password=" + database.password());
        } finally {
            ClassUtils.overrideThreadContextClassLoader(before);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
        classes.close();
    }

    @Test
    void endsASagaAndShowsOneThatIsCompensated() throws Exception {
        String booked = begin("a", "Ada", "4242");
        await().until(() -> api(booked).body().contains("\"status\":\"COMPLETED\""));
        String full = begin("b", "Bob", "4242");
        await().until(() -> api(full).body().contains("\"status\":\"COMPENSATED\""));

        assertThat(page("/console/sagas").statusCode()).isEqualTo(302);
        assertThat(get(URI.create(service.getBean(LocalSignIn.class).link())).body())
                .contains("You are signed in.");
        assertThat(page("/console/sagas?status=COMPENSATED").body())
                .contains("/console/sagas/" + full)
                .doesNotContain("/console/sagas/" + booked);
        assertThat(page("/console/sagas/" + full).body()).contains("room", "pay", "seat", "the train is full");
        assertTheConsolesSessionIsOfNoUseElsewhere();
    }

    private void assertTheConsolesSessionIsOfNoUseElsewhere() throws Exception {
        HttpCookie session = cookies.getCookieStore().getCookies().getFirst();
        assertThat(session)
                .extracting(HttpCookie::getName, HttpCookie::getPath)
                .containsExactly("saga-console", "/console");
        session.setPath("/");
        cookies.getCookieStore().removeAll();
        cookies.getCookieStore().add(at("/"), session);
        assertThat(page("/console/sagas").statusCode()).isEqualTo(200);
        assertThat(page("/sagas").statusCode()).isEqualTo(401);
    }

    private String begin(String key, String traveller, String card) throws Exception {
        HttpResponse<String> started = browser.send(
                HttpRequest.newBuilder(at("/sagas/trip"))
                        .header("Authorization", BASIC)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString("""
                                {"traveller": "%s", "nights": 2, "card": "%s"}""".formatted(traveller, card)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        return started.headers().firstValue("Location").orElseThrow().replace("/sagas/", "");
    }

    private HttpResponse<String> api(String saga) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(at("/sagas/" + saga))
                        .header("Authorization", BASIC)
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> page(String path) throws Exception {
        return get(at(path));
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return browser.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    private static URI at(String path) {
        return URI.create("http://localhost:" + service.getEnvironment().getRequiredProperty("local.server.port"))
                .resolve(path);
    }
}
