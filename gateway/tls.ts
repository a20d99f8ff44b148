// TLS of our own, as the security white paper wants it for chargers (A00.FR.312 to .321) and browsers can use it too.
import type { SecureContextOptions, TlsOptions } from 'node:tls'

/** First the suites of the white paper for keys on curves and for RSA keys, then what browsers prefer with RSA keys. */
const SUITES = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
].join(':')

/**
 * Options of an https server. A charger's certificate is asked for where there is an authority to judge it by, and
 * demanded of those with profile 3 only, by the gate. TLS 1.2 at least; OpenSSL knows no compression any more.
 */
export const tlsOptions = (files: {
  cert: SecureContextOptions['cert']
  key: SecureContextOptions['key']
  clientCa?: SecureContextOptions['ca']
}): TlsOptions => ({
  cert: files.cert,
  key: files.key,
  minVersion: 'TLSv1.2',
  ciphers: SUITES,
  honorCipherOrder: true,
  ...(files.clientCa && { ca: files.clientCa, requestCert: true, rejectUnauthorized: false }),
})
