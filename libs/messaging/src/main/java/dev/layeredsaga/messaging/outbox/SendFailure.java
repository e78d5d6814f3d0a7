package dev.layeredsaga.messaging.outbox;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.springframework.core.NestedExceptionUtils;

/** The reason why a message was not sent, and its scope. */
record SendFailure(Scope scope, String reason) {

    /** Messages blocked for the same reason. */
    enum Scope {
        /** All messages of the topic. */
        TOPIC,
        /** The message, and so those behind it with the same target. */
        MESSAGE,
        /** Anything, as far as is known. */
        EVERYTHING
    }

    static SendFailure of(Throwable failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        return new SendFailure(scopeOf(cause), cause.toString());
    }

    private static Scope scopeOf(Throwable cause) {
        if (cause instanceof UnknownTopicOrPartitionException
                || cause instanceof TopicAuthorizationException
                || cause instanceof InvalidTopicException) {
            return Scope.TOPIC;
        }
        if (cause instanceof RetriableException
                || cause instanceof AuthenticationException
                || cause instanceof ClusterAuthorizationException
                || cause instanceof OutOfOrderSequenceException) {
            return Scope.EVERYTHING;
        }
        return cause instanceof ApiException ? Scope.MESSAGE : Scope.EVERYTHING;
    }
}
