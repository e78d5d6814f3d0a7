package dev.layeredsaga.testbed.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The fields of one Protocol Buffers message that have a length: texts, bytes and messages. The others are passed over. */
final class ProtobufFields {

    private record Field(int number, ByteBuffer value) {}

    private final List<Field> fields = new ArrayList<>();

    ProtobufFields(byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            int tag = (int) varint(bytes);
            switch (tag & 7) {
                case 0 -> varint(bytes);
                case 1 -> bytes.getLong();
                case 2 -> fields.add(new Field(tag >>> 3, ByteBuffer.wrap(take(bytes, (int) varint(bytes)))));
                case 5 -> bytes.getInt();
                default -> throw new IllegalArgumentException("no protocol buffer");
            }
        }
    }

    private static byte[] take(ByteBuffer bytes, int length) {
        byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes.get();
            value |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    List<ProtobufFields> messages(int number) {
        return fields.stream()
                .filter(field -> field.number() == number)
                .map(field -> new ProtobufFields(field.value().array()))
                .toList();
    }

    String text(int number) {
        return new String(bytes(number), UTF_8);
    }

    String hex(int number) {
        return HexFormat.of().formatHex(bytes(number));
    }

    private byte[] bytes(int number) {
        return fields.stream()
                .filter(field -> field.number() == number)
                .map(field -> field.value().array())
                .findFirst()
                .orElse(new byte[0]);
    }
}
