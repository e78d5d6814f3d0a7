package dev.layeredsaga.messaging.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/**
 * A trace and the parent span within it, as in the header {@code traceparent} of W3C Trace Context. Immutable.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits: the span that is the parent
 * @param sampled true if that span is recorded
 */
public record TraceParent(String traceId, String spanId, boolean sampled) {

    /** The name of the header, in HTTP and in Kafka. */
    public static final String HEADER = "traceparent";

    private static final String NO_TRACE_ID = "0".repeat(32);
    private static final String NO_SPAN_ID = "0".repeat(16);

    private static final int LENGTH = 55;
    private static final int TRACE_ID = 3;
    private static final int SPAN_ID = 36;
    private static final int FLAGS = 53;

    /** Parses text from an untrusted source; returns null if it is not a valid {@code traceparent}. */
    public static @Nullable TraceParent parse(@Nullable String text) {
        if (text == null || !isWellFormed(text)) {
            return null;
        }
        String traceId = text.substring(TRACE_ID, SPAN_ID - 1);
        String spanId = text.substring(SPAN_ID, FLAGS - 1);
        boolean sampled = (Character.digit(text.charAt(LENGTH - 1), 16) & 1) == 1;
        return traceId.equals(NO_TRACE_ID) || spanId.equals(NO_SPAN_ID)
                ? null
                : new TraceParent(traceId, spanId, sampled);
    }

    /** Parses a header's value; returns null if the header is missing or not a valid {@code traceparent}. */
    public static @Nullable TraceParent parse(byte @Nullable [] value) {
        return value == null ? null : parse(new String(value, US_ASCII));
    }

    private static boolean isWellFormed(String text) {
        boolean longer = text.length() > LENGTH;
        if (text.length() < LENGTH || (longer && (text.startsWith("00") || text.charAt(LENGTH) != '-'))) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            if (isDash(i) ? text.charAt(i) != '-' : !isHex(text.charAt(i))) {
                return false;
            }
        }
        return !text.startsWith("ff");
    }

    private static boolean isDash(int position) {
        return position == TRACE_ID - 1 || position == SPAN_ID - 1 || position == FLAGS - 1;
    }

    private static boolean isHex(char digit) {
        return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
    }

    /** Returns true if both belong to the same trace. */
    public boolean isOfTrace(TraceParent other) {
        return traceId.equals(other.traceId);
    }

    /** Returns the header's value. */
    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }
}
