// The portal's own encryption, inside of TLS: credentials and the key of a session are sealed for the portal by RSA (PKCS 1),
// what travels in the session by AES-256 in ECB mode. These are the portal's choices.
import { constants, createCipheriv, createDecipheriv, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto'

const ALGORITHM = 'aes-256-ecb'
export const KEY_BYTES = 32

export function encrypt(data: Uint8Array, key: Uint8Array): string {
  const cipher = createCipheriv(ALGORITHM, key, null)
  return Buffer.concat([cipher.update(data), cipher.final()]).toString('base64')
}
/** @throws where the text was not made with the key */
export function decrypt(text: string, key: Uint8Array): Buffer {
  const cipher = createDecipheriv(ALGORITHM, key, null)
  return Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()])
}

const padding = constants.RSA_PKCS1_PADDING
/** The content of a login, which is base64 twice: before the encryption and after. */
export const sealFor = (content: object, key: KeyObject): string =>
  publicEncrypt({ key, padding }, Buffer.from(Buffer.from(JSON.stringify(content)).toString('base64'))).toString(
    'base64',
  )
export const openSealed = (text: string, key: KeyObject): unknown =>
  JSON.parse(Buffer.from(privateDecrypt({ key, padding }, Buffer.from(text, 'base64')).toString(), 'base64').toString())
