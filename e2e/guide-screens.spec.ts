// What a section of the guide shows in bold outside of its steps is a word of the screens that it is for.
import { type Page as GuidePage, readGuide } from '../tools/guide.ts'
import { SETTLED } from '../tools/picture-shots.ts'
import { type Stage, test } from './stage.ts'
import { open } from './steps.ts'
import { expect } from './test.ts'

/** The record that stands for `{…}` in the form of a screen. Of the others the stage has none: their words are in steps. */
const records: Readonly<Record<string, (stage: Stage) => string | number>> = {
  '/charger/{id}': s => s.place.world.chargers.dc.pk,
  '/charger/actions/{id}': s => s.bulkId,
  '/charging-site/{id}': s => s.zoneId,
  '/team/{id}': s => s.place.world.one.teamId,
  '/users/{id}': s => s.place.world.userIds.viewer,
  '/roles/{roleId}': s => s.place.world.one.roles.Viewer,
  '/company/{companyId}': s => s.place.world.one.companyId,
  '/pricegroup/{priceGroupId}': s => s.pricesId,
  '/transactions/{id}': s => s.endedId,
  '/transactions/{id}/invoice': s => s.endedId,
  '/customer/{id}': s => s.driverId,
  '/cm-customer/{id}': s => s.driverId,
  '/wallet/{id}': s => s.driverId,
  '/vehicles/{vehicleId}': s => s.vehicleId,
  '/tag/{tagId}': s => s.tagId,
  '/alerts/rules/{id}': s => s.alertRuleId,
  '/maintenance/{id}': s => s.maintenanceId,
  '/campaigns/{id}': s => s.campaignId,
  '/firmware/{id}': s => s.firmwareId,
  '/settings-templates/{id}': s => s.templateId,
  '/import/{id}': s => s.importId,
  '/scheduled-reports/{id}': s => s.reportId,
  '/integrations/keys/{id}': s => s.apiKeyId,
  '/integrations/webhooks/{id}': s => s.webhookId,
}
/** Everything that can be read on a screen, or is read out. */
const WORDS = `[document.body.innerText, ...[...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(e =>
  ['aria-label', 'placeholder', 'title'].map(a => e.getAttribute(a) ?? ''))].join('\\n')`

const addressOf = (form: string, stage: Stage): string | undefined => {
  if (!form.includes('{')) return form
  const [path = '', query] = form.split('?')
  const of = records[path]
  return of && path.replace(/\{\w+\}/, String(of(stage))) + (query ? `?${query}` : '')
}

const sections = readGuide().flatMap((page: GuidePage) =>
  page.sections.map(s => {
    const ofSteps = new Set(s.steps.flatMap(step => step.words))
    return { ...s, slug: page.slug, shown: [...new Set(s.words)].filter(w => !ofSteps.has(w) && s.screens.length > 0) }
  }),
)
/** Shown to the platform's staff alone, or with more on it. */
const OF_THE_PLATFORM = ['/company/new', '/charger/waiting']
/** Shown to whoever has not signed in. */
const OUTSIDE = ['/login', '/reset', '/register', '/check-transaction-status', '/stop-mails', '/stop-report']
/** How long a screen may take to show what it loads last. */
const PATIENCE_MS = 3000

for (const { slug, id, shown, screens } of sections.filter(s => s.shown.length > 0))
  test(`${slug}#${id}`, async ({ stage, elsewhere }) => {
    const seen = await stage.look()
    const inside = seen.page
    await inside.setViewportSize({ width: 1440, height: 900 })
    const left = new Set(shown)
    for (const form of screens) {
      const to = addressOf(form, stage)
      if (to === undefined || left.size === 0) continue
      const isOfPlatform = OF_THE_PLATFORM.includes(form)
      const page = isOfPlatform || OUTSIDE.includes(form) ? await elsewhere() : inside
      if (page === inside) seen.path = to
      if (isOfPlatform) await open(page, stage.place, 'root', to)
      else await page.goto(stage.place.url + to)
      await page.getByRole('main').waitFor()
      await page.evaluate(SETTLED)
      const look = async () => {
        const words = await page.evaluate<string>(WORDS)
        for (const word of left) if (words.includes(word)) left.delete(word)
        return left.size
      }
      await expect
        .poll(look, { timeout: PATIENCE_MS })
        .toBe(0)
        // A word that this screen does not show may stand on the section's next screen; what no screen shows fails below.
        .catch(() => undefined)
    }
    expect([...left], `no screen of ${screens.join(', ')} shows these`).toEqual([])
  })
