// The start of the pay page, a document of its own: React and nothing of the portal, so that a phone has it soon.
import '#kit/part.ts'
import '#web/fonts/devanagari.css'
import '#web/fonts/language-names.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstLanguage } from '#kit/driver-language.ts'
import { speechOf } from '#settlement/scan-and-pay/pay-language.actions.ts'
import { InLanguage } from '#settlement/scan-and-pay/pay-language.tsx'
import { PayScreen } from '#settlement/scan-and-pay/pay-screen.tsx'
import { applyFavicon, brand } from '#web/shell/brand.ts'
import { accentOf } from './accent.ts'

const { style } = document.documentElement
for (const scheme of ['light', 'dark'] as const)
  style.setProperty(`--accent-${scheme}`, accentOf(brand.colors.primary, scheme).main)
applyFavicon()

/** `/pay/{chargepoint_id}/{connectorId}` */
function placeOf(path: string) {
  const [, id, connector] = /^\/pay\/([^/]+)\/(\d{1,4})\/?$/.exec(path) ?? []
  try {
    return id && connector ? { chargepointId: decodeURIComponent(id), connectorId: Number(connector) } : undefined
  } catch {
    return undefined
  }
}
const at = placeOf(location.pathname)
const told = new URLSearchParams(location.search).get('result')
const result = told === 'paid' || told === 'failed' || told === 'cancelled' ? told : undefined
// Read again, the page knows the session by itself.
if (told) history.replaceState(null, '', location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('pay.html has no #root')
const drawn = createRoot(root)
speechOf(firstLanguage())
  // Of another language nothing may be there on a broken line: English comes as the last resort.
  .catch(() => speechOf('en'))
  .then(first =>
    drawn.render(
      <StrictMode>
        <InLanguage first={first} brand={brand.name}>
          <PayScreen at={at} brand={brand} {...(result && { result })} />
        </InLanguage>
      </StrictMode>,
    ),
  )
  .catch(() => {
    root.textContent = root.dataset.failed ?? ''
  })
