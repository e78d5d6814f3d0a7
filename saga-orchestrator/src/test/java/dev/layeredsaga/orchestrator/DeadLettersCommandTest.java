package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.orchestrator.deadletter.command.DeadLettersCommand;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against a running orchestrator. */
class DeadLettersCommandTest {

    private static final String TOPIC = Topics.SAGA_EVENTS;

    private final DeadLetters letters = DeadLetters.shared();
    private final String url = "http://127.0.0.1:" + letters.api().port();
    private final UUID key = UUID.randomUUID();
    private Map<String, String> environment =
            Map.of("DEAD_LETTERS_TOKEN", LocalIssuer.get().operator("kim"));
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    @Test
    void listsShowsAndSendsAgain() {
        String id = letter("{\"token\": \"hush\", \"n\": 1}");

        assertThat(run("list", "--key", key.toString())).isZero();
        assertThat(out.toString()).contains(id, "OPEN", "a test", key.toString());
        assertThat(run("show", id)).isZero();
        assertThat(out.toString()).contains("\"n\" : 1", "[redacted]").doesNotContain("hush");
        assertThat(run("resend", "--key", key.toString(), "--because", "mended", "--dry-run"))
                .isZero();
        assertThat(out.toString()).contains("1 found", "left     " + id);
        assertThat(run("resend", id, "--because", "mended")).isZero();
        assertThat(out.toString()).contains("done     " + id);

        assertThat(new PublishedRecords(TOPIC).of(key)).hasSize(2);
        assertThat(run("resend", id, "--because", "again")).isEqualTo(1);
        assertThat(out.toString()).contains("refused  " + id + "  DEAD_LETTER_NOT_OPEN");
        assertThat(run("list", "--key", key.toString())).isZero();
        assertThat(out.toString()).contains("no dead letters");
    }

    @Test
    void saysHowToGoOnIfThereAreMore() {
        String first = letter("first");
        String second = letter("second");

        assertThat(run("list", "--key", key.toString(), "--limit", "1")).isZero();
        assertThat(out.toString()).contains("there are more: --after " + first);
        assertThat(run("list", "--key", key.toString(), "--limit", "1", "--after", first))
                .isZero();
        assertThat(out.toString()).contains(second).doesNotContain("there are more");
    }

    @Test
    void saysWhatHasOvertakenAMessage() {
        String id = letter("first");
        send("second");

        assertThat(run("resend", id, "--because", "mended")).isEqualTo(1);
        assertThat(out.toString()).contains("DEAD_LETTER_OVERTAKEN", "behind it: offset ");
        assertThat(run("resend", id, "--because", "mended", "--even-if-overtaken"))
                .isZero();
    }

    @Test
    void discardsByFilter() {
        String id = letter("first");

        assertThat(run("discard", "--topic", TOPIC, "--key", key.toString(), "--because", "rubbish"))
                .isZero();
        assertThat(out.toString()).contains("done     " + id);
    }

    @Test
    void readsTheTokenFromAFileAndShowsItToNobody(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("tokens");
        Files.writeString(file, "TOKEN=x\nADMIN=" + LocalIssuer.get().operator("kim") + "\n");
        environment = Map.of();

        assertThat(run("list")).isEqualTo(2);
        assertThat(err.toString()).contains("no token");
        assertThat(run("--token-file", file.toString(), "list")).isZero();

        environment = Map.of("ADMIN", LocalIssuer.get().customer("mina"));
        assertThat(run("list")).isEqualTo(1);
        assertThat(err.toString()).contains("FORBIDDEN").doesNotContain(environment.get("ADMIN"));
    }

    @Test
    void complainsInOneLine() {
        assertThat(run("resend", "--because", "all")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("either, not both");
        assertThat(run("show", "../sagas")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("orders.events.dlt/3/17");
        assertThat(run("discard", "saga.events.dlt/0/1")).isEqualTo(2);
        assertThat(err.toString()).hasLineCount(1).contains("--because");
        assertThat(run("--url", "http://127.0.0.1:1", "list")).isEqualTo(3);
        assertThat(err.toString()).hasLineCount(1).contains("does not answer");
    }

    private int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("--url", url));
        all.addAll(List.of(arguments));
        if (arguments[0].equals("--url")) {
            all.subList(0, 2).clear();
        }
        return DeadLettersCommand.commandLine(environment)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
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
