// The file that a simulated charger sends after GetDiagnostics or GetLog: a small log of itself, really sent by HTTP to
// the location. An upload to an unreachable location, any FTP address among them, fails as it fails for a charger.
import { type Station, statusOf } from './station.ts'

const TIMEOUT_MS = 15_000
/** The charger's log of itself, in the style of a maker's log. */
export function logOf(station: Station, kind: 'diagnostics' | 'security'): string {
  const { identity, connectors, faults, outbox } = station
  const at = station.iso()
  const line = (level: string, text: string) => `${at} ${level.padEnd(5)} ${text}`
  const lines = [
    `# ${kind} log of ${identity}, made ${at}`,
    `# firmware ${station.firmwareVersion}`,
    line('INFO', `clock ${faults.clockOffsetSeconds ?? 0} s off`),
    line('INFO', `messages waiting to be sent: ${outbox.length}`),
  ]
  if (kind === 'security') lines.push(line('INFO', 'security log read'), line('INFO', 'no tampering seen'))
  else
    for (const c of connectors.slice(1))
      lines.push(
        line('INFO', `connector ${c.id}: ${statusOf(c)}, meter ${Math.round(c.registerWh)} Wh`),
        ...(c.transaction
          ? [line('INFO', `connector ${c.id}: transaction ${c.transaction.id ?? 'without a number yet'}`)]
          : []),
      )
  return `${lines.join('\n')}\n`
}

/** Puts the file where it is wanted; false: it could not be sent. */
export async function sendFile(location: string, name: string, text: string): Promise<boolean> {
  try {
    const url = new URL(location)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
    const r = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${name}"` },
      body: text,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await r.body?.cancel()
    return r.ok
  } catch {
    return false
  }
}
