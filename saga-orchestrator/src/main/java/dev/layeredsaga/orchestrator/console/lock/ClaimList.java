package dev.layeredsaga.orchestrator.console.lock;

import dev.layeredsaga.chassis.http.Page;
import dev.layeredsaga.console.Shell;
import dev.layeredsaga.orchestrator.console.peer.PeerAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of claims, the newest first.
 *
 * @param problems what is wrong with the request, in words
 */
public record ClaimList(ClaimListRequest request, List<String> problems, PeerAnswer<Page<ClaimView, String>> answer) {

    /** The page; its rows are asked for by the page itself, so that a slow inventory does not hold it up. */
    public record Frame(Shell shell, ClaimList list) {}

    /** Returns the states to choose from. */
    public List<String> states() {
        return ClaimListRequest.STATES;
    }

    /** Returns the claims; null if the inventory did not answer. */
    public @Nullable List<ClaimView> claims() {
        return answer.known().map(Page::entries).orElse(null);
    }

    /** Returns where the rows are asked for again. */
    public String url() {
        return request.url("/console/claims/rows", request.after());
    }

    /** Returns the first page's address; null on that page. */
    public @Nullable String first() {
        return request.after().isEmpty() ? null : request.url("/console/claims", "");
    }

    /** Returns the next page's address; null on the last. */
    public @Nullable String next() {
        String last = answer.known().map(Page::next).orElse(null);
        return last == null ? null : request.url("/console/claims", last);
    }
}
