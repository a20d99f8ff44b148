// The files of TLS that the settings name, read and tried at the start: what is wrong is told by the name of its setting.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from './config.ts'

export type TlsFiles = { cert: Buffer; key: Buffer; clientCa: Buffer | undefined }

function contentOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Error(`${setting}: ${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
}
function demandCertificate(setting: string, file: string, content: Buffer): void {
  try {
    new X509Certificate(content)
  } catch (error) {
    throw new Error(`${setting}: ${file} is no certificate in PEM (${(error as Error).message}).`, { cause: error })
  }
}

/** Throws an error that names the setting whose file is missing, is no certificate, or is no key of the certificate. */
export function readTls(files: NonNullable<Config['tls']>): TlsFiles {
  const cert = contentOf('WATTDESK_TLS_CERT', files.cert)
  const key = contentOf('WATTDESK_TLS_KEY', files.key)
  demandCertificate('WATTDESK_TLS_CERT', files.cert, cert)
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new Error(
      `WATTDESK_TLS_KEY: ${files.key} is not the private key of ${files.cert} (${(error as Error).message}).`,
      { cause: error },
    )
  }
  if (files.clientCa === undefined) return { cert, key, clientCa: undefined }
  const clientCa = contentOf('WATTDESK_TLS_CLIENT_CA', files.clientCa)
  demandCertificate('WATTDESK_TLS_CLIENT_CA', files.clientCa, clientCa)
  return { cert, key, clientCa }
}
