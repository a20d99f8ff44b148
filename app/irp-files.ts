// The public keys of the invoice registration portal that the settings name, read and tried at the start.
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PortalPlace } from '@wattdesk/irp/portal'
import type { Config } from './config.ts'

function keyIn(setting: string, file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    if (createPublicKey(pem).asymmetricKeyType !== 'rsa') throw new Error('it is no key of RSA')
    return pem
  } catch (error) {
    throw new Error(`${setting}: ${file} is no public key in PEM (${(error as Error).message}).`, { cause: error })
  }
}

/** Throws an error that names the setting whose file is missing or holds no key. */
export const readPortal = ({ url, loginKey, signKeys }: NonNullable<Config['irp']>): PortalPlace => ({
  url,
  loginKey: keyIn('WATTDESK_IRP_LOGIN_KEY', loginKey),
  signKeys: signKeys.map(file => keyIn('WATTDESK_IRP_SIGN_KEYS', file)),
})
