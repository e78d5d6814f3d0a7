package dev.layeredsaga.testbed.observe;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The queries of Grafana and Prometheus in {@code docker/}. */
final class Dashboards {

    private Dashboards() {}

    /** Every PromQL expression of the dashboard and of the alert rules, by where it stands. */
    static Map<String, String> expressions() throws IOException {
        Map<String, String> expressions = new TreeMap<>();
        for (JsonNode panel :
                read(new JsonMapper(), "grafana/dashboards/layered-saga.json").path("panels")) {
            String title = "panel " + panel.path("title").asString("");
            int number = 0;
            for (JsonNode target : panel.path("targets")) {
                expressions.put(title + " " + number++, target.path("expr").asString(""));
            }
        }
        for (JsonNode group : read(new YAMLMapper(), "prometheus/alerts.yml").path("groups")) {
            for (JsonNode rule : group.path("rules")) {
                String name = "alert " + rule.path("alert").asString("");
                expressions.put(name, rule.path("expr").asString(""));
            }
        }
        return expressions;
    }

    private static JsonNode read(ObjectMapper mapper, String file) throws IOException {
        try (InputStream content = Dashboards.class.getResourceAsStream("/docker/" + file)) {
            return mapper.readTree(Objects.requireNonNull(content, file + " is not on the class path"));
        }
    }
}
