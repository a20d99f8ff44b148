// The end of a test address: whoever knows it may connect, so that nobody may guess it.
import { randomBytes } from 'node:crypto'

/** 128 random bits as 32 hexadecimal digits, which have no letters that look alike. */
export const newToken = (): string => randomBytes(16).toString('hex')
