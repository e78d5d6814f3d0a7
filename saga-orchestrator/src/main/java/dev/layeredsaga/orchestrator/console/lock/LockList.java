package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.console.ListAddress;
import dev.layeredsaga.console.Shell;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The panel of locks.
 *
 * @param sku the beginning of the skus that are shown
 * @param after the last sku of the page before; empty on the first
 */
public record LockList(String sku, String after, PeerAnswer<LockPage> answer) {

    /** The page; its panel is asked for by the page itself, so that a slow inventory does not hold it up. */
    public record Page(Shell shell, LockList list) {}

    /** Returns the locks; null if the inventory did not answer. */
    public @Nullable LockPage locks() {
        return answer.known().orElse(null);
    }

    /** Returns where the panel is asked for again. */
    public String url() {
        return address("/console/locks/list", after);
    }

    /** Returns the first page's address; null on that page. */
    public @Nullable String first() {
        return after.isEmpty() ? null : address("/console/locks", "");
    }

    /** Returns the next page's address; null on the last. */
    public @Nullable String next() {
        return answer.known()
                .map(LockPage::next)
                .map(last -> address("/console/locks", last))
                .orElse(null);
    }

    private String address(String path, String last) {
        return ListAddress.of(path).with("sku", sku).with("after", last).toString();
    }
}
