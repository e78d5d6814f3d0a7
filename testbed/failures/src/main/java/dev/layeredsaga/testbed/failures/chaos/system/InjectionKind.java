package dev.layeredsaga.testbed.failures.chaos.system;

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
        return this == RESENT_MESSAGES || this == POISON || this == MISSING_TOPICS;
    }

    /** Returns true if it needs PostgreSQL to be there. */
    public boolean needsPostgres() {
        return this == PROMOTED_STANDBYS
                || this == READ_ONLY_DATABASES
                || this == SILENT_DATABASES
                || this == FULL_DATABASES
                || this == RESTORED_DATABASES;
    }

    public boolean stopsAProcess() {
        return this == KILLS
                || this == TERMINATIONS
                || this == FREEZES
                || this == STUB_KILLS
                || this == RESTORED_DATABASES;
    }
}
