// Where the product listens, as an address of the web.
import type { Config } from './config.ts'

export const addressOf = ({ tls, host }: Config, port: number): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
