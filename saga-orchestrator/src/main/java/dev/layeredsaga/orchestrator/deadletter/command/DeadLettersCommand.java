package dev.layeredsaga.orchestrator.deadletter.command;

import dev.layeredsaga.orchestrator.deadletter.command.LettersClient.RefusedException;
import dev.layeredsaga.orchestrator.deadletter.command.LettersClient.UnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lists, shows, sends again and discards dead letters from the command line. */
@Command(
        name = "dead-letters",
        description = "Messages that nobody could handle: lists, shows, sends again, discards (docs/dead-letters.md).",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading =
                "%nThe token of an operator is read from the file, or else from the environment: DEAD_LETTERS_TOKEN or ADMIN.%n%n",
        footer = {
            "Exit status:",
            "  0  done",
            "  1  refused, all or some of it",
            "  2  misuse",
            "  3  the orchestrator does not answer"
        })
public final class DeadLettersCommand {

    private static final int REFUSED = 1;
    private static final int MISUSED = 2;
    private static final int UNAVAILABLE = 3;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(tools.jackson.databind.SerializationFeature.INDENT_OUTPUT)
            .build();

    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--url",
            defaultValue = "http://localhost:8081",
            description = "of the saga-orchestrator; default ${DEFAULT-VALUE}")
    private String url = "";

    @Option(names = "--token-file", description = "a file with the token alone, or with a line ADMIN=<token>")
    private @Nullable Path tokenFile;

    private DeadLettersCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the command, ready to be executed. */
    public static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new DeadLettersCommand(environment))
                .setParameterExceptionHandler(
                        (e, unused) -> failed(e.getCommandLine(), String.valueOf(e.getMessage()), MISUSED))
                .setExecutionExceptionHandler((e, command, unused) -> switch (e) {
                    case RefusedException refused -> failed(command, String.valueOf(e.getMessage()), REFUSED);
                    case UnavailableException unavailable ->
                        failed(command, String.valueOf(e.getMessage()), UNAVAILABLE);
                    case IllegalArgumentException misuse -> failed(command, String.valueOf(e.getMessage()), MISUSED);
                    default -> throw e;
                });
    }

    private static int failed(CommandLine command, String why, int status) {
        PrintWriter err = command.getErr();
        err.println("dead-letters: " + why);
        err.flush();
        return status;
    }

    /** Chooses letters. */
    static final class Filter {

        @Option(names = "--topic", description = "that the messages came from, such as orders.events")
        private @Nullable String topic;

        @Option(names = "--reason", description = "a part of the reason why they are dead letters")
        private @Nullable String reason;

        @Option(names = "--group", description = "the consumer group that could not handle them")
        private @Nullable String group;

        @Option(names = "--key", description = "the messages' key: the saga's id, which is the order's")
        private @Nullable String key;

        @Option(names = "--from", description = "dead since, such as 2026-11-21T08:00:00Z")
        private @Nullable String from;

        @Option(names = "--to", description = "dead before")
        private @Nullable String to;

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            put(members, "topic", topic);
            put(members, "reason", reason);
            put(members, "group", group);
            put(members, "key", key);
            put(members, "from", from);
            put(members, "to", to);
            return members;
        }
    }

    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    @Command(
            name = "list",
            description = "Lists dead letters in the order of their messages.",
            mixinStandardHelpOptions = true)
    int list(
            @Mixin Filter filter,
            @Option(
                            names = "--status",
                            defaultValue = "OPEN",
                            description = "OPEN, RESENT, DISCARDED or ALL; default ${DEFAULT-VALUE}")
                    String status,
            @Option(names = "--after", description = "only those behind this one") @Nullable String after,
            @Option(names = "--limit", defaultValue = "20", description = "1 to 100; default ${DEFAULT-VALUE}")
                    int limit) {
        Map<String, Object> query = filter.members();
        put(query, "status", status.equals("ALL") ? null : status);
        put(query, "after", after);
        put(query, "limit", limit);
        JsonNode page = client().list(query);
        JsonNode found = page.path("deadLetters");
        PrintWriter out = out();
        out.println(found.isEmpty() ? "no dead letters" : row("ID", "STATUS", "DIED", "TYPE", "KEY", "REASON"));
        for (JsonNode letter : found) {
            out.println(row(
                    text(letter, "id"),
                    text(letter, "status"),
                    text(letter, "diedAt"),
                    text(letter, "type"),
                    text(letter, "key"),
                    text(letter, "reason")));
        }
        if (page.has("next")) {
            out.println("there are more: --after " + text(page, "next"));
        }
        out.flush();
        return 0;
    }

    @Command(name = "show", description = "Shows one dead letter without its secrets.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID", description = "such as orders.events.dlt/3/17") String id) {
        PrintWriter out = out();
        out.println(JSON.writeValueAsString(client().find(id)));
        out.flush();
        return 0;
    }

    /** Says what is to be done, and with which letters. */
    static final class Request {

        @Parameters(paramLabel = "ID", arity = "0..*", description = "such as orders.events.dlt/3/17; or use a filter")
        private List<String> ids = new ArrayList<>();

        @Mixin
        private Filter filter = new Filter();

        @Option(names = "--because", required = true, description = "why you do it; kept with your name")
        private String because = "";

        @Option(names = "--limit", description = "with a filter: at most so many, 1 to 500; default 100")
        private @Nullable Integer limit;

        @Option(names = "--after", description = "with a filter: only those behind this one")
        private @Nullable String after;

        @Option(names = "--dry-run", description = "say which they are, and do nothing")
        private boolean dryRun;

        private Map<String, Object> body(String action, boolean evenIfOvertaken) {
            if (ids.isEmpty() == filter.members().isEmpty()) {
                throw new IllegalArgumentException("name dead letters, or filter them: either, not both");
            }
            Map<String, Object> body =
                    new LinkedHashMap<>(Map.of("action", action, "reason", because, "dryRun", dryRun));
            put(body, "ids", ids.isEmpty() ? null : ids);
            put(body, "filter", ids.isEmpty() ? filter.members() : null);
            put(body, "limit", limit);
            put(body, "after", after);
            put(body, "evenIfOvertaken", evenIfOvertaken);
            return body;
        }
    }

    @Command(
            name = "resend",
            description = "Sends messages again, as they were, to the partitions that they came from.",
            mixinStandardHelpOptions = true)
    int resend(
            @Mixin Request request,
            @Option(names = "--even-if-overtaken", description = "although later ones of the key have been handled")
                    boolean evenIfOvertaken) {
        return act(request.body("RESEND", evenIfOvertaken));
    }

    @Command(name = "discard", description = "Discards dead letters; nothing is sent.", mixinStandardHelpOptions = true)
    int discard(@Mixin Request request) {
        return act(request.body("DISCARD", false));
    }

    private int act(Map<String, Object> body) {
        JsonNode outcome = client().act(body);
        PrintWriter out = out();
        out.println(text(outcome, "found") + " found");
        outcome.path("done").forEach(id -> out.println("done     " + id.asString()));
        for (JsonNode refused : outcome.path("refused")) {
            out.println("refused  %s  %s".formatted(text(refused, "id"), text(refused, "code")));
            describe(refused.path("overtaking"), out);
        }
        outcome.path("left").forEach(id -> out.println("left     " + id.asString()));
        out.flush();
        boolean all = outcome.path("refused").isEmpty()
                && (outcome.path("left").isEmpty() || Boolean.TRUE.equals(body.get("dryRun")));
        return all ? 0 : REFUSED;
    }

    private static void describe(JsonNode overtaking, PrintWriter out) {
        overtaking.path("earlierLetters").forEach(id -> out.println("           before it, open: " + id.asString()));
        for (JsonNode behind : overtaking.path("overtakenBy")) {
            out.println("           behind it: offset %s, %s, id %s, %s"
                    .formatted(text(behind, "offset"), text(behind, "type"), text(behind, "id"), text(behind, "at")));
        }
        if (overtaking.has("unknownBefore")) {
            out.println("           not known below offset " + text(overtaking, "unknownBefore"));
        }
        if (overtaking.has("unknownFrom")) {
            out.println("           not known from offset " + text(overtaking, "unknownFrom"));
        }
    }

    private LettersClient client() {
        return new LettersClient(url, token());
    }

    private String token() {
        if (tokenFile == null) {
            String token = environment.getOrDefault("DEAD_LETTERS_TOKEN", environment.getOrDefault("ADMIN", ""));
            if (token.isBlank()) {
                throw new IllegalArgumentException("no token: set DEAD_LETTERS_TOKEN, or name a --token-file");
            }
            return token.strip();
        }
        try {
            List<String> lines = Files.readAllLines(tokenFile);
            return lines.stream()
                    .filter(line -> line.startsWith("ADMIN="))
                    .map(line -> line.substring("ADMIN=".length()))
                    .findFirst()
                    .orElseGet(() -> lines.isEmpty() ? "" : lines.getFirst())
                    .strip();
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalArgumentException("the token file cannot be read: " + tokenFile, e);
        }
    }

    private PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("not started by picocli");
        }
        return spec.commandLine().getOut();
    }

    private static String text(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isMissingNode() ? "-" : value.asString();
    }

    private static String row(String... columns) {
        return "%-32s %-9s %-27s %-26s %-36s %s".formatted((Object[]) columns);
    }
}
