package dev.layeredsaga.testbed.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the SQL on each table in the package that the table belongs to. Others call its methods. Names are read as they stand behind
 * {@code FROM}, {@code UPDATE}, {@code INTO} and {@code JOIN}, not those in a list or in a constant.
 */
class TableOwnersTest {

    private static final Pattern IN_SQL = Pattern.compile("\\b(?:FROM|UPDATE|INTO|JOIN)\\s+([a-z_]+)");
    private static final Pattern CREATED = Pattern.compile("CREATE TABLE ([a-z_]+)");
    private static final Pattern DROPPED = Pattern.compile("DROP TABLE ([a-z_]+)");

    /** The package of each table, without {@code dev.layeredsaga.}. */
    private static final Map<String, String> OWNERS = Map.ofEntries(
            Map.entry("outbox", "messaging"),
            Map.entry("outbox_stuck", "messaging"),
            Map.entry("inbox", "messaging"),
            Map.entry("held_message", "messaging"),
            Map.entry("saga", "engine"),
            Map.entry("saga_attempt", "engine"),
            Map.entry("saga_action", "engine"),
            Map.entry("saga_start", "engine"),
            Map.entry("saga_event", "engine"),
            Map.entry("saga_signal", "engine"),
            Map.entry("saga_pause", "engine"),
            Map.entry("reply_key", "engine"),
            Map.entry("payment", "orchestrator/payment"),
            Map.entry("part_refund", "orchestrator/payment"),
            Map.entry("console_session", "console/signin"),
            Map.entry("console_session_attributes", "console/signin"),
            Map.entry("console_key", "console/signin"),
            Map.entry("dead_letter", "orchestrator/deadletter"),
            Map.entry("dead_letter_action", "orchestrator/deadletter"),
            Map.entry("reconciliation_progress", "orchestrator/reconciliation"),
            Map.entry("event_replay", "orchestrator/replay"),
            Map.entry("item", "inventory"),
            Map.entry("stock_movement", "inventory"),
            Map.entry("claim", "inventory"),
            Map.entry("claim_action", "inventory"),
            Map.entry("claim_request", "inventory"),
            Map.entry("waiter", "inventory"),
            Map.entry("waiter_line", "inventory"),
            Map.entry("product", "order/product"),
            Map.entry("customer_order", "order/placement"),
            Map.entry("order_event", "order/placement"),
            Map.entry("order_event_verification", "order/placement"),
            Map.entry("order_event_gap", "order/placement"));

    @Test
    void keepTheirSqlToThemselves() throws IOException {
        List<String> foreign = new ArrayList<>();
        Set<String> used = new TreeSet<>();
        for (Path file : JavaSources.filesBelow(Path.of("../.."))) {
            String path = file.toString();
            if (path.contains("/src/main/") && !path.contains("/testbed/")) {
                foreign.addAll(foreignTables(path, Files.readString(file), used));
            }
        }

        assertThat(foreign).isEmpty();
        assertThat(used).hasSizeGreaterThan(15);
    }

    @Test
    void areAllKnown() throws IOException {
        Set<String> tables = new TreeSet<>();
        for (String module :
                List.of("libs/messaging", "libs/engine", "order-service", "inventory-service", "saga-orchestrator")) {
            try (Stream<Path> migrations = Files.walk(Path.of("../..", module, "src/main/resources/db"))) {
                for (Path migration :
                        migrations.filter(Files::isRegularFile).sorted().toList()) {
                    String sql = Files.readString(migration);
                    CREATED.matcher(sql).results().forEach(created -> tables.add(created.group(1)));
                    DROPPED.matcher(sql).results().forEach(dropped -> tables.remove(dropped.group(1)));
                }
            }
        }

        assertThat(tables).isEqualTo(OWNERS.keySet());
    }

    @Test
    void areFoundInTheSqlOfOthers() {
        String source = "jdbc.sql(\"UPDATE saga SET status = ?\"); jdbc.sql(\"SELECT * FROM item\");";

        assertThat(foreignTables("x/src/main/java/dev/layeredsaga/inventory/Any.java", source, new TreeSet<>()))
                .containsExactly("x/src/main/java/dev/layeredsaga/inventory/Any.java: saga");
    }

    private static List<String> foreignTables(String path, String source, Set<String> used) {
        List<String> found = new ArrayList<>();
        Matcher table = IN_SQL.matcher(source);
        while (table.find()) {
            String owner = OWNERS.get(table.group(1));
            if (owner != null) {
                used.add(table.group(1));
                if (!path.contains("/dev/layeredsaga/" + owner + "/")) {
                    found.add(path + ": " + table.group(1));
                }
            }
        }
        return found;
    }
}
