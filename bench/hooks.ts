// Webhooks under load (HOOK-04): what they cost charging, and order and loss over kills.
import { charging } from './hooks-charging.ts'
import { killed } from './hooks-kills.ts'
import type { Section } from './table.ts'

/** BENCH_PART=charging or kills runs one of the two. */
export async function hooks(): Promise<Section[]> {
  const sections: Section[] = []
  for (const [part, run] of Object.entries({ charging, kills: killed }))
    if ((process.env.BENCH_PART ?? part) === part) sections.push(await run())
  return sections
}
