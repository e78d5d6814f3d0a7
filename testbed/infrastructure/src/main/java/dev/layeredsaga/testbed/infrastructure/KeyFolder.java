package dev.layeredsaga.testbed.infrastructure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/** A folder that keeps an RSA key pair across processes: {@code public.pem}, and {@code private.der} with restricted permissions. */
record KeyFolder(Path folder) {

    private static final int KEY_BITS = 2048;

    static KeyPair make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    static String pem(KeyPair keys) {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(keys.getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + encoded + "\n-----END PUBLIC KEY-----\n";
    }

    Path publicKey() {
        return folder.resolve("public.pem");
    }

    private Path privateKey() {
        return folder.resolve("private.der");
    }

    /** @throws IllegalStateException if the folder's key is not a valid RSA key */
    KeyPair readOrMake() {
        try {
            return Files.exists(privateKey()) ? read() : makeAndKeep();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeyPair read() throws IOException {
        try {
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            var secret =
                    (RSAPrivateCrtKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(privateKey())));
            return new KeyPair(
                    rsa.generatePublic(new RSAPublicKeySpec(secret.getModulus(), secret.getPublicExponent())), secret);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("there is no key in " + privateKey(), e);
        }
    }

    private KeyPair makeAndKeep() throws IOException {
        KeyPair keys = make();
        Files.createDirectories(folder);
        Files.writeString(publicKey(), pem(keys), US_ASCII);
        Files.createFile(
                privateKey(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(privateKey(), keys.getPrivate().getEncoded());
        return keys;
    }
}
