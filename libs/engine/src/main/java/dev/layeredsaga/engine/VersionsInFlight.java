package dev.layeredsaga.engine;

import dev.layeredsaga.engine.definition.SagaDefinitions;
import dev.layeredsaga.messaging.failure.StartupException;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Refuses to start a program that lacks a version of a definition of which there are sagas that have not ended, unless a newer release has
 * brought it: those sagas wait for that release.
 */
class VersionsInFlight {

    private static final Logger log = LoggerFactory.getLogger(VersionsInFlight.class);

    // by the index saga_unfinished, which holds no saga that has ended
    private static final String COUNT = """
            SELECT definition, definition_version AS version, count(*) AS sagas FROM saga
            WHERE status IN ('RUNNING', 'COMPENSATING', 'STUCK') GROUP BY definition, definition_version ORDER BY 1, 2
            """;

    /**
     * Asks once, before anything of the service runs.
     *
     * @param allowUnknown whether to start all the same; those sagas will be stuck then; default false
     * @throws StartupException naming each version that is missing, and how many sagas it has; a version above all that the program has of
     *     its definition is not missing
     */
    VersionsInFlight(
            JdbcClient jdbc,
            SagaDefinitions definitions,
            @Value("${saga.allow-unknown-definitions:false}") boolean allowUnknown) {
        List<InFlight> unknown = jdbc
                .sql(COUNT)
                .query((row, number) ->
                        new InFlight(row.getString("definition"), row.getInt("version"), row.getLong("sagas")))
                .list()
                .stream()
                .filter(version -> definitions
                        .find(version.definition(), version.version())
                        .isEmpty())
                .toList();
        if (unknown.isEmpty()) {
            return;
        }
        String names = unknown.stream().map(InFlight::inWords).collect(Collectors.joining(", "));
        boolean newer = unknown.stream()
                .allMatch(version -> definitions.isOfNewerRelease(version.definition(), version.version()));
        if (!allowUnknown && !newer) {
            throw new StartupException("no definition of " + names
                    + "; deploy a release that has it, or set saga.allow-unknown-definitions=true");
        }
        log.warn("no definition of {}; these sagas wait for a release that has it", names);
    }

    private record InFlight(String definition, int version, long sagas) {

        String inWords() {
            return "saga '%s' version %d, of which %d %s in flight"
                    .formatted(definition, version, sagas, sagas == 1 ? "is" : "are");
        }
    }
}
