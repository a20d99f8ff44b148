// HAProxy in front of the nodes and of the database: its configuration, and its commands while it runs.
import { createConnection } from 'node:net'

export type Place = { name: string; address: string }
export type ProxyOptions = {
  /** The address to listen on; without it only programs on this machine get through. */
  host?: string
  /** Where people and chargers reach the cluster. */
  port: number
  /** Where nodes reach the primary, and the replica. */
  databasePort: number
  replicaPort: number
  /** The socket that takes commands. */
  control: string
  api: readonly Place[]
  ocpp: readonly Place[]
  /** PostgreSQL, by its socket (`/run/…`) or by name and port: the primary, and the one that is read from. */
  databases: readonly Place[]
  /** The second database takes the changes too: it was promoted. */
  isMoved?: boolean
  /** The name server that tells where the places are, asked again and again, for a container may come back elsewhere. */
  nameServer?: string
}

/** The name of the list of servers that serves the primary, and that of the replica. */
export const PRIMARY = 'primary'
export const REPLICA = 'replica'

const checked = ({ name, address }: Place): string => `  server ${name} ${address} check inter 300ms fall 2 rise 1`
const unchecked = ({ name, address }: Place): string => `  server ${name} ${address}`
const database = ({ name, address }: Place, isUsed: boolean): string =>
  `  server ${name} ${address.startsWith('/') ? 'unix@' : ''}${address}${isUsed ? '' : ' disabled'}`
/** A place whose name is not known yet is no error: it is asked for until it is. */
const askedAgain = (nameServer: string): string => `
resolvers names
  nameserver first ${nameServer}
  hold valid 5s
`

/** The nodes of a role: those that serve, and all of them for the time in which none does. */
const backends = (role: string, nodes: readonly Place[]): string => `backend ${role}
  balance leastconn
  option httpchk GET /health/serving
${nodes.map(checked).join('\n')}

backend ${role}-any
  balance leastconn
${nodes.map(unchecked).join('\n')}
`

/**
 * The configuration as a text. A node that stops says so on /health/serving, and gets nothing new from then on. While no node
 * serves, as when the database is away, any of them says what is wrong and when to come again.
 */
export const proxyConfig = ({ host = '127.0.0.1', ...o }: ProxyOptions): string => `# Made by tools/cluster/proxy.ts.
global
  stats socket ${o.control} mode 600 level admin

defaults
  mode http
  timeout connect 2s
  # A busy node takes its time; one that has ended refuses at once.
  timeout check 3s
  # The head of a request that comes byte by byte: no node waits for it.
  timeout http-request 10s
  timeout client 60s
  timeout server 60s
  # Sockets of chargers and live streams say something every minute or so.
  timeout tunnel 1h
  option redispatch
  retries 3
${o.nameServer ? `  default-server resolvers names init-addr last,libc,none\n${askedAgain(o.nameServer)}` : ''}
frontend portal
  bind ${host}:${o.port}
  # Answered by HAProxy itself.
  monitor-uri /health/proxy
  option forwardfor
  acl is_charger path_beg /ocpp
  use_backend ocpp-any if is_charger { nbsrv(ocpp) eq 0 }
  use_backend ocpp if is_charger
  use_backend api-any if { nbsrv(api) eq 0 }
  default_backend api

${backends('api', o.api)}
${backends('ocpp', o.ocpp)}
listen ${PRIMARY}
  mode tcp
  bind ${host}:${o.databasePort}
  timeout client 1d
  timeout server 1d
${o.databases.map((d, n) => database(d, n === (o.isMoved ? 1 : 0))).join('\n')}

listen ${REPLICA}
  mode tcp
  bind ${host}:${o.replicaPort}
  timeout client 1d
  timeout server 1d
${o.databases.map((d, n) => database(d, n === 1)).join('\n')}
`

/** Sends a command to the running HAProxy; returns its answer. */
export function tellProxy(control: string, command: string): Promise<string> {
  return new Promise((ok, no) => {
    let answer = ''
    const link = createConnection(control, () => link.end(`${command}\n`))
    link.on('data', (b: Buffer) => {
      answer += b
    })
    link.once('error', no)
    link.once('end', () => ok(answer.trim()))
  })
}

/** The state of each server, as HAProxy's checks see it: `UP`, `DOWN`, `MAINT`, by `backend/server`. */
export async function statesOf(control: string): Promise<Map<string, string>> {
  const [head = '', ...lines] = (await tellProxy(control, 'show stat')).replace(/^# /, '').split('\n')
  const columns = head.split(',')
  const [pool, server, status] = ['pxname', 'svname', 'status'].map(c => columns.indexOf(c))
  return new Map(
    lines.map(line => {
      const cells = line.split(',')
      return [`${cells[pool ?? 0]}/${cells[server ?? 0]}`, (cells[status ?? 0] ?? '').split(' ')[0] ?? '']
    }),
  )
}
