package dev.layeredsaga.contract;

/** Text from outside, such as a gateway's code, as every table, event and log line can have it. */
public final class BoundedText {

    /** The most characters (code points) of a text; what is longer is cut. */
    public static final int LONGEST = 500;

    private static final int REPLACEMENT = 0xFFFD;

    private BoundedText() {}

    /** Returns the text cut to {@value #LONGEST} characters, with spaces for control characters and U+FFFD for halves of surrogate pairs. */
    public static String of(String text) {
        StringBuilder bounded = new StringBuilder(Math.min(text.length(), LONGEST) + 1);
        text.codePoints().limit(LONGEST).map(BoundedText::storable).forEach(bounded::appendCodePoint);
        return text.codePointCount(0, text.length()) > LONGEST
                ? bounded.append('…').toString()
                : bounded.toString();
    }

    /** Returns true if the text is kept as it is. */
    public static boolean isWhole(String text) {
        return of(text).equals(text);
    }

    private static int storable(int character) {
        if (Character.isISOControl(character)) {
            return ' ';
        }
        boolean half = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        return half ? REPLACEMENT : character;
    }
}
