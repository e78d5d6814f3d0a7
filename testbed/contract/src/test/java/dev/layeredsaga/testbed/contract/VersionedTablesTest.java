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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps every update of a row with a version conditional on it: Hibernate's are by {@code @Version}, and one in SQL says so itself. The others
 * are listed here, each with the columns that it may set. Statements are read as literals in the sources; an update that is made of parts, or
 * otherwise not understood, is reported.
 */
class VersionedTablesTest {

    private static final String TABLES = "(item|claim|customer_order|payment|part_refund|saga|product|waiter)";
    private static final Pattern ANY = Pattern.compile("(?i)\\bUPDATE\\s+" + TABLES + "\\b");
    private static final Pattern UPDATE = Pattern.compile(
            "UPDATE " + TABLES + "\\s+SET (.*?)(?:\"\"\"|\"\\s*[),;+]|\\),? [a-z]+ AS)", Pattern.DOTALL);
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern ASSIGNED = Pattern.compile("(?:^|,)\\s*([a-z_]+)\\s*=");
    private static final Pattern CONDITION =
            Pattern.compile("\\bWHERE\\b.*\\bversion\\s*=\\s*(\\?|:|new\\.|locked\\.)", Pattern.DOTALL);

    private static final Map<String, Set<String>> LISTED = Map.ofEntries(
            // when a row is looked at next
            Map.entry("SagaLocks", Set.of("saga.due_at", "saga.wake_at")),
            Map.entry("SagaStandings", Set.of("saga.release_again_at")),
            Map.entry("PaymentTable", Set.of("payment.settle_at")),
            Map.entry("UnsettledClaims", Set.of("claim.reported_at")),
            Map.entry("OrderCancelling", Set.of("customer_order.reconcile_at")),
            Map.entry("OrderReconciliation", Set.of("customer_order.reconcile_at")),
            Map.entry("OrderReturning", Set.of("customer_order.reconcile_at")),
            // for how long a claim is kept that is sold
            Map.entry("ClaimVerification", Set.of("claim.expires_at")),
            // what names the customer, in locked rows of orders that have ended
            Map.entry(
                    "CustomerErasure",
                    Set.of(
                            "customer_order.customer_id",
                            "customer_order.erased_at",
                            "customer_order.fingerprint",
                            "customer_order.held_claim",
                            "customer_order.idempotency_key",
                            "customer_order.key_owner",
                            "customer_order.payment_method",
                            "customer_order.reason",
                            "customer_order.returns")),
            // which step sagas from before it was noted may have reached, in locked rows, before any is driven
            Map.entry("SagaTable", Set.of("saga.reached")),
            // the row is locked, and compared with what the request was based on, if it says that
            Map.entry(
                    "Products", Set.of("product.currency", "product.name", "product.retired", "product.unit_amount")));

    @Test
    void areUpdatedByTheirVersion() throws IOException {
        List<String> found = new ArrayList<>();
        int updates = 0;
        for (Path file : JavaSources.filesBelow(Path.of("../.."))) {
            String path = file.toString();
            if (path.contains("/src/main/") && !path.contains("/testbed/")) {
                String source = Files.readString(file);
                updates += (int) ANY.matcher(source).results().count();
                Set<String> columns = unconditional(source);
                columns.removeAll(
                        LISTED.getOrDefault(file.getFileName().toString().replace(".java", ""), Set.of()));
                columns.forEach(column -> found.add(path + ": " + column));
            }
        }

        assertThat(found).isEmpty();
        assertThat(updates).isGreaterThan(14);
    }

    @Test
    void areFoundIfTheyAreNot() {
        assertThat(unconditional("sql(\"UPDATE item SET on_hand = 0, version = version + 1 WHERE sku = ?\").param(1);"))
                .containsExactly("item.on_hand");
        assertThat(unconditional("\"UPDATE item SET on_hand=0 WHERE sku = ? AND version = version\";"))
                .containsExactly("item.on_hand");
        assertThat(unconditional("\"UPDATE item SET a = extract(epoch FROM b), on_hand = 0 WHERE sku = ?\";"))
                .containsExactly("item.a", "item.on_hand");
        assertThat(unconditional("\"UPDATE item SET on_hand = 0 WHERE sku = ? AND version = ?\";"))
                .isEmpty();
    }

    @Test
    void areReportedIfTheyAreNotUnderstood() {
        for (String sql : List.of(
                "update item set on_hand = 0 WHERE version = ?",
                "UPDATE item AS i SET on_hand = 0 WHERE version = ?",
                "UPDATE item SET (on_hand, version) = (?, ?)")) {
            assertThat(unconditional("\"" + sql + "\";")).as(sql).containsExactly("an update that is not understood");
        }
    }

    private static Set<String> unconditional(String java) {
        String source = JOINED.matcher(java).replaceAll("");
        Set<String> found = new TreeSet<>();
        List<MatchResult> updates = UPDATE.matcher(source).results().toList();
        if (updates.size() < ANY.matcher(source).results().count()) {
            found.add("an update that is not understood");
        }
        for (MatchResult update : updates) {
            Set<String> columns = new TreeSet<>();
            if (!CONDITION.matcher(update.group(2)).find()) {
                ASSIGNED.matcher(update.group(2).split("\\bWHERE\\b", 2)[0])
                        .results()
                        .map(column -> update.group(1) + "." + column.group(1))
                        .forEach(columns::add);
                if (columns.isEmpty()) {
                    columns.add("an update that is not understood");
                }
                columns.remove(update.group(1) + ".version");
            }
            found.addAll(columns);
        }
        return found;
    }
}
