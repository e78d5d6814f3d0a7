package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script against a running orchestrator, whose port it finds where {@code ./run} leaves it. */
class DeadLettersCommandTest {

    private static final String TOPIC = Topics.SAGA_EVENTS;

    private final DeadLetters letters = DeadLetters.shared();
    private final UUID key = UUID.randomUUID();
    private Map<String, String> environment =
            Map.of("DEAD_LETTERS_TOKEN", LocalIssuer.get().operator("kim"));
    private String out = "";
    private String err = "";

    private Path script;

    @TempDir
    private Path folder;

    @BeforeEach
    void copyScript() throws IOException {
        Path left =
                Files.createDirectories(folder.resolve("testbed/system/target")).resolve("tokens");
        Files.writeString(left, "SAGA_ORCHESTRATOR_PORT=" + letters.api().port() + "\n");
        script = Files.createDirectory(folder.resolve("saga-orchestrator")).resolve("dead-letters");
        Files.copy(Path.of("dead-letters"), script, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void listsShowsAndSendsAgain() {
        String id = letter("{\"token\": \"hush\", \"n\": 1}");

        assertThat(run("list", "--key", key.toString())).isZero();
        assertThat(out).contains(id, "OPEN", "a test", key.toString());
        assertThat(run("show", id)).isZero();
        assertThat(out).contains("\"n\":1", "[redacted]").doesNotContain("hush");
        assertThat(run("resend", "--key", key.toString(), "--because", "mended", "--dry-run"))
                .isZero();
        assertThat(out).contains("\"found\":1", "\"left\":[\"" + id);
        assertThat(run("resend", id, "--because", "mended")).isZero();
        assertThat(out).contains("\"done\":[\"" + id);

        assertThat(new PublishedRecords(TOPIC).of(key)).hasSize(2);
        assertThat(run("resend", id, "--because", "again")).isEqualTo(1);
        assertThat(out).contains("\"refused\":[{\"id\":\"" + id, "DEAD_LETTER_NOT_OPEN");
        assertThat(run("list", "--key", key.toString())).isZero();
        assertThat(out).doesNotContain(id);
    }

    @Test
    void saysHowToGoOnIfThereAreMore() {
        String first = letter("first");
        String second = letter("second");

        assertThat(run("list", "--key", key.toString(), "--limit", "1")).isZero();
        assertThat(out).contains("\"next\":\"" + first);
        assertThat(run("list", "--key", key.toString(), "--limit", "1", "--after", first))
                .isZero();
        assertThat(out).contains(second).doesNotContain("\"next\"");
    }

    @Test
    void saysWhatHasOvertakenAMessage() {
        String id = letter("first");
        send("second");

        assertThat(run("resend", id, "--because", "mended")).isEqualTo(1);
        assertThat(out).contains("DEAD_LETTER_OVERTAKEN", "\"overtakenBy\":[{");
        assertThat(run("resend", id, "--because", "mended", "--even-if-overtaken"))
                .isZero();
    }

    @Test
    void discardsByFilter() {
        String id = letter("first");

        assertThat(run("discard", "--topic", TOPIC, "--key", key.toString(), "--because", "rubbish"))
                .isZero();
        assertThat(out).contains("\"done\":[\"" + id);
    }

    @Test
    void readsTheTokenFromAFileAndNeverShowsIt() throws IOException {
        Path file = folder.resolve("own-tokens");
        Files.writeString(file, "TOKEN=x\nADMIN=" + LocalIssuer.get().operator("kim") + "\n");
        environment = Map.of();

        assertThat(run("list")).isEqualTo(2);
        assertThat(err).contains("no token");
        assertThat(run("--token-file", file.toString(), "list")).isZero();

        environment = Map.of("ADMIN", LocalIssuer.get().customer("mina"));
        assertThat(run("list")).isEqualTo(1);
        assertThat(err).contains("FORBIDDEN").doesNotContain(environment.get("ADMIN"));
    }

    @Test
    void complainsInOneLine() {
        assertThat(run("resend", "--because", "all")).isEqualTo(2);
        assertThat(err).hasLineCount(1).contains("either, not both");
        assertThat(run("show", "../sagas")).isEqualTo(2);
        assertThat(err).hasLineCount(1).contains("orders.events.dlt/3/17");
        assertThat(run("discard", "saga.events.dlt/0/1")).isEqualTo(2);
        assertThat(err).hasLineCount(1).contains("--because");
    }

    @Test
    void asksTheOrchestratorThatIsNamed() {
        assertThat(run("list", "--url=http://127.0.0.1:1")).isEqualTo(3);
        assertThat(err).hasLineCount(1).contains("http://127.0.0.1:1 does not answer");
        environment = Map.of("DEAD_LETTERS_TOKEN", "token", "SAGA_ORCHESTRATOR_PORT", "1");
        assertThat(run("list")).isEqualTo(3);
        assertThat(err).hasLineCount(1).contains("localhost:1 does not answer");
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(script.toString()));
        all.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(all)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeAll(List.of("DEAD_LETTERS_TOKEN", "ADMIN", "SAGA_ORCHESTRATOR_PORT"));
        builder.environment().putAll(environment);
        try {
            int status = builder.start().waitFor();
            out = Files.readString(folder.resolve("out"));
            err = Files.readString(folder.resolve("err"));
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The id of the dead letter that the key's next message has become. */
    private String letter(String value) {
        return DeadLetters.idOf(letters.letter(TOPIC, key, 2, send(value), value.getBytes(UTF_8)));
    }

    private long send(String value) {
        return TopicRecords.send(new ProducerRecord<>(TOPIC, 2, key.toString(), value.getBytes(UTF_8)))
                .offset();
    }
}
