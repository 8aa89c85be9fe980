package io.bayou.app.serve;

import io.bayou.config.TlsFiles;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.kafka.common.config.ConfigException;

/**
 * Which certificates an instance accepts from others. Whoever shows the same one has its key, under
 * whatever address. Another one must be valid for the address, and signed by one of the chain of
 * {@code http.tls.certificate} or by an authority that Java trusts.
 */
final class InstanceTrust extends X509ExtendedTrustManager {
  private final TlsFiles files;

  private InstanceTrust(TlsFiles files) {
    this.files = files;
  }

  static SSLContext context(TlsFiles files) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new InstanceTrust(files)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    X509Certificate[] own = ownChain();
    if (!chain[0].equals(own[0])) {
      trusting(own).checkServerTrusted(chain, authType, engine);
    }
  }

  /* The files may have been renewed. */
  private X509Certificate[] ownChain() throws CertificateException {
    try {
      return files.chain();
    } catch (ConfigException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  private static X509ExtendedTrustManager trusting(X509Certificate... certificates)
      throws CertificateException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      add(certificates, store);
      add(trustManager(null).getAcceptedIssuers(), store);
      return trustManager(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new CertificateException(e);
    }
  }

  private static void add(X509Certificate[] certificates, KeyStore store)
      throws GeneralSecurityException {
    for (X509Certificate certificate : certificates) {
      store.setCertificateEntry("certificate-" + store.size(), certificate);
    }
  }

  /* Of Java's own certificates, if there is no store. */
  private static X509ExtendedTrustManager trustManager(KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw unused();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw unused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw unused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw unused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw unused();
  }

  /* Java's HTTP client has engines. Without one, nothing would check the address. */
  private static CertificateException unused() {
    return new CertificateException("only servers are checked, by their engine");
  }
}
