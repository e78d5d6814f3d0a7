package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.failures.chaos.system.Labels;
import dev.layeredsaga.testbed.failures.fault.Poison;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.system.Service;

/** A thing that is done to the system, and reverted after a while. */
public sealed interface Injection {

    /** In words, for the plan and the progress. */
    String inWords();

    /** @param delayMillis how long the gateway takes; negative for the scenario's own time */
    record GatewayFault(String scenario, double probability, int delayMillis, long seed) implements Injection {

        @Override
        public String inWords() {
            String delay = delayMillis < 0 ? "" : ", after %d ms".formatted(delayMillis);
            return "gateway: %s for %.0f %% of calls%s".formatted(scenario, probability * 100, delay);
        }
    }

    record Webhooks(String delivery, double probability, long seed) implements Injection {

        @Override
        public String inWords() {
            return "webhooks: %s for %.0f %%".formatted(delivery, probability * 100);
        }
    }

    /**
     * Something that is done to a process.
     *
     * @param program its name: that of a service, or {@link SeparateSystem#STUB}
     * @param instance from 0
     */
    record Disturbance(How how, String program, int instance) implements Injection {

        public enum How {
            KILL,
            TERMINATE,
            FREEZE
        }

        @Override
        public String inWords() {
            return "%s %s %d".formatted(Labels.of(how), program, instance + 1);
        }

        /** Returns true if it is done to the gateway. */
        boolean isOfTheStub() {
            return program.equals(SeparateSystem.STUB);
        }
    }

    record Outage(Part part) implements Injection {

        public enum Part {
            REDIS,
            KAFKA,
            POSTGRES
        }

        @Override
        public String inWords() {
            return "stop " + Labels.of(part);
        }
    }

    /** Kills PostgreSQL's primary and promotes its standby; in the end there is a new standby. */
    record PromotedStandby() implements Injection {

        @Override
        public String inWords() {
            return "kill the primary, promote the standby";
        }
    }

    record DatabaseFault(Kind kind, Service service) implements Injection {

        public enum Kind {
            READ_ONLY,
            SILENT,
            FULL
        }

        @Override
        public String inWords() {
            return "database of %s: %s".formatted(service.serviceName(), Labels.of(kind));
        }
    }

    /** Backs up the order-service's database, and restores it in the end: what happened meanwhile is lost. */
    record RestoredDatabase() implements Injection {

        @Override
        public String inWords() {
            return "database of order-service: restored";
        }
    }

    /** Deletes a topic that consumers of others read, and creates it again. */
    record MissingTopic(String topic) implements Injection {

        @Override
        public String inWords() {
            return "missing topic " + topic;
        }
    }

    /** @param old whether long after their time, rather than soon */
    record Resending(String topic, int messages, boolean old, long seed) implements Injection {

        @Override
        public String inWords() {
            return "%d %s messages of %s again, twice".formatted(messages, old ? "old" : "new", topic);
        }
    }

    record Poisoned(String topic, Poison kind) implements Injection {

        @Override
        public String inWords() {
            return "poison for %s: %s".formatted(topic, Labels.of(kind));
        }
    }
}
