package dev.layeredsaga.orchestrator;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.AxeResults;
import com.deque.html.axecore.results.Rule;
import java.util.List;

/** The checks of axe: WCAG 2.2 A and AA with the contrast of colours, and its best practices, which have the landmarks and headings. */
final class Accessibility {

    private static final List<String> TAGS =
            List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

    private Accessibility() {}

    /** Returns what is wrong with the page as it is now, in words. */
    static List<String> violations(ConsoleTab tab) {
        AxeResults results = new AxeBuilder(tab.page()).withTags(TAGS).analyze();
        if (results.getPasses().stream().noneMatch(rule -> rule.getId().equals("color-contrast"))) {
            throw new AssertionError("axe has not looked at " + results.getUrl() + ": " + results.getErrorMessage());
        }
        return results.getViolations().stream().map(Accessibility::inWords).toList();
    }

    private static String inWords(Rule rule) {
        StringBuilder words = new StringBuilder(rule.getId() + ": " + rule.getHelp());
        rule.getNodes()
                .forEach(node -> words.append("\n  ")
                        .append(node.getHtml().lines().findFirst().orElse(""))
                        .append("\n  ")
                        .append(node.getFailureSummary()));
        return words.toString();
    }
}
