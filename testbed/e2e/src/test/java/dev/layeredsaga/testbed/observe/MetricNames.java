package dev.layeredsaga.testbed.observe;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which metrics a PromQL expression is about. */
final class MetricNames {

    private static final Pattern TEXTS = Pattern.compile("\"[^\"]*\"");
    private static final Pattern LABELS = Pattern.compile("\\{[^}]*}|\\[[^]]*]");
    private static final Pattern GROUPS =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern NAMES = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?!\\s*\\(|[a-zA-Z0-9_:])");
    private static final Set<String> OPERATORS =
            Set.of("and", "or", "unless", "bool", "offset", "group_left", "group_right");

    private MetricNames() {}

    static Set<String> in(String expression) {
        String bare = expression;
        for (Pattern noise : new Pattern[] {TEXTS, LABELS, GROUPS}) {
            bare = noise.matcher(bare).replaceAll(" ");
        }
        Set<String> names = new TreeSet<>();
        Matcher name = NAMES.matcher(bare.replaceAll("\\b\\d[\\w.]*", " "));
        while (name.find()) {
            if (!OPERATORS.contains(name.group())) {
                names.add(name.group());
            }
        }
        return names;
    }
}
