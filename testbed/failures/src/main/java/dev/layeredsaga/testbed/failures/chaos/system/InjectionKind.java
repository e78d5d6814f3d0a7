package dev.layeredsaga.testbed.failures.chaos.system;

import java.util.Set;

/** The kinds of fault injection; a run can exclude each by its name. */
public enum InjectionKind {
    GATEWAY_FAULTS,
    WEBHOOKS,
    KILLS,
    TERMINATIONS,
    FREEZES,
    STUB_KILLS,
    REDIS_OUTAGES,
    KAFKA_OUTAGES,
    POSTGRES_RESTARTS,
    PROMOTED_STANDBYS,
    READ_ONLY_DATABASES,
    SILENT_DATABASES,
    FULL_DATABASES,
    RESTORED_DATABASES,
    MISSING_TOPICS,
    RESENT_MESSAGES,
    POISON;

    /** As on the command line. */
    public String label() {
        return Labels.of(this);
    }

    /** Returns true if it needs Kafka to be there. */
    public boolean needsKafka() {
        return Set.of(RESENT_MESSAGES, POISON, MISSING_TOPICS).contains(this);
    }

    /** Returns true if it needs PostgreSQL to be there. */
    public boolean needsPostgres() {
        return Set.of(PROMOTED_STANDBYS, READ_ONLY_DATABASES, SILENT_DATABASES, FULL_DATABASES, RESTORED_DATABASES)
                .contains(this);
    }

    public boolean stopsAProcess() {
        return Set.of(KILLS, TERMINATIONS, FREEZES, STUB_KILLS, RESTORED_DATABASES)
                .contains(this);
    }

    /**
     * Returns true if sections last longer meanwhile: an instance stands still in the middle of one, or there is a backlog, and all
     * commands at hand share a section.
     */
    public boolean lengthensSections() {
        return needsPostgres()
                || Set.of(KILLS, TERMINATIONS, FREEZES, REDIS_OUTAGES, KAFKA_OUTAGES, POSTGRES_RESTARTS)
                        .contains(this);
    }
}
