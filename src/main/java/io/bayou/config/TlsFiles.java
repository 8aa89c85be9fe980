package io.bayou.config;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;

/**
 * The certificate of a server and its private key.
 *
 * @param certificate a PEM file, with the chain
 * @param key a PEM file with an unencrypted PKCS #8 key
 */
public record TlsFiles(Path certificate, Path key) {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /**
   * Reads both files into a key store.
   *
   * @param password of the key in the store
   * @throws ConfigException if they cannot be used
   */
  public KeyStore keyStore(char[] password) {
    X509Certificate[] chain = chain();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry("http", privateKey(chain[0]), password, chain);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new ConfigException("http.tls.key names " + key + ", which cannot be used: " + e);
    }
  }

  /**
   * The certificate of the server, and those that it was signed with as far as the file has them.
   *
   * @throws ConfigException if the file cannot be used
   */
  public X509Certificate[] chain() {
    byte[] pem = read("http.tls.certificate", certificate);
    try {
      X509Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))
              .toArray(X509Certificate[]::new);
      if (chain.length == 0) {
        throw new ConfigException(
            "http.tls.certificate names "
                + certificate
                + ", which has no certificate; it must be"
                + " PEM");
      }
      return chain;
    } catch (GeneralSecurityException e) {
      throw new ConfigException(
          "http.tls.certificate names "
              + certificate
              + ", which is not a PEM certificate: "
              + e.getMessage());
    }
  }

  private PrivateKey privateKey(X509Certificate certificate) throws GeneralSecurityException {
    Matcher matcher = PRIVATE_KEY.matcher(new String(read("http.tls.key", key), US_ASCII));
    if (!matcher.find()) {
      throw new ConfigException(
          "http.tls.key names "
              + key
              + ", which has no 'BEGIN PRIVATE KEY'; convert the key:"
              + " openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW_KEY");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(matcher.group(1));
    return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  /** A number that changes when a file is renewed. */
  public int fingerprint() {
    return Arrays.hashCode(
        new int[] {
          Arrays.hashCode(read("http.tls.certificate", certificate)),
          Arrays.hashCode(read("http.tls.key", key))
        });
  }

  private static byte[] read(String setting, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigException(setting + " names " + file + ", which cannot be read: " + e);
    }
  }
}
