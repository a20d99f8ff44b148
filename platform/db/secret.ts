// The secret of the installation.
import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'
import { settingOr } from './setting.ts'

/** The secret that signs tokens, when none is given from outside. */
export const tokenSecret = (db: Db): Promise<string> =>
  settingOr(db, 'token-secret', () => randomBytes(48).toString('base64url'))
