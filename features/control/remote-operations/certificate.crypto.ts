// Certificates read from PEM texts.
import { X509Certificate } from 'node:crypto'
import type { Certificate } from './certificate.rules.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** The certificates of a PEM text in their order; undefined where a part of it is none or cannot be read. */
export function readCertificates(pem: string): Certificate[] | undefined {
  const blocks = pem.match(BLOCK) ?? []
  if (blocks.length === 0 || pem.replace(BLOCK, '').trim() !== '') return undefined
  try {
    return blocks
      .map(block => new X509Certificate(block))
      .map(c => ({ subject: (c.subject ?? '').replaceAll('\n', ', '), expiresAt: c.validToDate }))
  } catch {
    return undefined
  }
}
