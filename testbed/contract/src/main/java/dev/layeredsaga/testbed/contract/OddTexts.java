package dev.layeredsaga.testbed.contract;

import java.util.List;

/** Texts that are known to break programs. */
final class OddTexts {

    static final List<String> ALL = List.of(
            " ",
            "\u0000",
            "a\u0000b",
            "a\nb\r\nSet-Cookie: x=1",
            "\u001b[31m",
            "\ud800",
            "\udc00x",
            "\uFEFF\u200B\u202Eabc",
            "e\u0301\u0327\u0338",
            "\uD83D\uDC69\u200D\uD83D\uDE80",
            "İIıß\u1E9E",
            "' OR '1'='1' --",
            "'; DROP TABLE orders; --",
            "\\",
            "\"",
            "%",
            "%00",
            "%s%n%d",
            "_%",
            "../../../etc/passwd",
            "..\\..\\x",
            "a/b",
            "a;b=c",
            "a?b#c",
            "{}",
            "{{7*7}}",
            "${7*7}",
            "#{T(java.lang.Runtime).getRuntime()}",
            "${jndi:ldap://127.0.0.1/x}",
            "<script>alert(1)</script>",
            "null",
            "true",
            "NaN",
            "-0",
            "-1",
            "0",
            "1.5",
            "1e3",
            "0x10",
            "2147483648",
            "9223372036854775808",
            "00000000-0000-0000-0000-000000000000",
            "1-1-1-1-1",
            "2026-02-30T25:61:61Z",
            "x".repeat(65),
            "x".repeat(201),
            "x".repeat(501),
            "x".repeat(5_000),
            "\uD83D\uDE00".repeat(100));

    private OddTexts() {}
}
