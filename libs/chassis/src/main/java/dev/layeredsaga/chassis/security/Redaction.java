package dev.layeredsaga.chassis.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Shows what is in a message without its secrets: fields and headers with a secret's name at any depth, and within texts what looks
 * like a token, a payment method or an e-mail address.
 */
public final class Redaction {

    private static final String REDACTED = "[redacted]";

    private static final int LONGEST_TEXT = 4_096;
    private static final int LONGEST_PREVIEW = 1_024;
    /** Enough to recognise a format; too little for a secret. */
    private static final int LONGEST_BINARY_PREVIEW = 16;

    private static final Set<String> SECRET_NAMES =
            Set.of("method", "card", "pan", "cvc", "cvv", "pin", "iban", "auth", "jwt", "session");
    private static final Set<String> PARTS_OF_SECRET_NAMES = Set.of(
            "token",
            "secret",
            "password",
            "passwd",
            "passphrase",
            "authorization",
            "cookie",
            "apikey",
            "privatekey",
            "credential",
            "signature",
            "email",
            "phone",
            "paymentmethod",
            "cardnumber",
            "sessionid");

    /** A name and what separates it from its value, in JSON, also within a text of JSON, or in a query. */
    private static final Pattern NAME = Pattern.compile("([A-Za-z][\\w .-]{0,63}+)\\\\*[\"']?\\s*[:=]\\s*");

    /** A text, or else a word; of what has parts the end is not looked for. */
    private static final Pattern VALUE = Pattern.compile("\\\\*\"[^\"]*+\"?|[{\\[](?s:.)*+|[^\\s&,;}\\]]++");

    private static final Pattern LOOKS_SECRET = Pattern.compile("eyJ[A-Za-z0-9_-]{6}[A-Za-z0-9_.-]*+"
            + "|\\b(?i:bearer|basic)\\s+[A-Za-z0-9._~+/=-]++"
            + "|\\bpm_\\w++"
            + "|\\b[\\w.+-]{1,64}+@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}");

    private static final JsonMapper JSON = JsonMapper.shared();

    private Redaction() {}

    /** Returns the value as JSON without secrets; empty if it is none. */
    public static Optional<JsonNode> json(byte[] value) {
        try {
            JsonNode tree = JSON.readTree(value);
            return tree.isMissingNode() ? Optional.empty() : Optional.of(redacted(tree));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Returns the beginning of what is no JSON: as text, or in hexadecimal if it is not text either. */
    public static String preview(byte[] value) {
        int length = Math.min(value.length, LONGEST_TEXT);
        if (!isText(value, length)) {
            return "hex " + HexFormat.of().formatHex(value, 0, Math.min(length, LONGEST_BINARY_PREVIEW));
        }
        String text = text(new String(value, 0, length, ISO_8859_1));
        return text.substring(0, Math.min(text.length(), LONGEST_PREVIEW));
    }

    private static boolean isText(byte[] value, int length) {
        for (int i = 0; i < length; i++) {
            if (value[i] < ' ' && value[i] != '\n' && value[i] != '\r' && value[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /** Returns a named text, such as a header's, without secrets. */
    public static String named(String name, String text) {
        return isSecret(name) ? REDACTED : text(text);
    }

    /** Returns the beginning of a text without secrets. */
    public static String text(String text) {
        String bounded = text.substring(0, Math.min(text.length(), LONGEST_TEXT));
        return LOOKS_SECRET.matcher(withoutSecretValues(bounded)).replaceAll(Matcher.quoteReplacement(REDACTED));
    }

    private static String withoutSecretValues(String text) {
        StringBuilder shown = new StringBuilder();
        Matcher name = NAME.matcher(text);
        Matcher value = VALUE.matcher(text);
        int done = 0;
        while (done < text.length() && name.find(done)) {
            shown.append(text, done, name.end());
            done = name.end();
            if (isSecret(name.group(1)) && value.region(done, text.length()).lookingAt()) {
                shown.append(REDACTED);
                done = value.end();
            }
        }
        return shown.append(text, done, text.length()).toString();
    }

    private static boolean isSecret(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return SECRET_NAMES.contains(plain) || PARTS_OF_SECRET_NAMES.stream().anyMatch(plain::contains);
    }

    private static JsonNode redacted(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    copy.set(field.getKey(), redacted(field.getKey(), field.getValue()));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> copy.add(redacted(element)));
                yield copy;
            }
            case StringNode string -> StringNode.valueOf(text(string.asString()));
            default -> node;
        };
    }

    private static @Nullable JsonNode redacted(String name, JsonNode value) {
        return isSecret(name) && !value.isNull() ? StringNode.valueOf(REDACTED) : redacted(value);
    }
}
